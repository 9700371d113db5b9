import { visitValues } from './jsonValues';

export interface ExactJson {
  value: unknown;
  /** The first fields with numbers that became text, such as `job.size`, each with the offset of the first such number. */
  numbersAsText: ReadonlyMap<string, number>;
}

/**
 * Parses JSON. Numbers for which `isChanged` returns true become text: by default, integers outside the safe range of JavaScript.
 * @param isChanged returns true if JavaScript would change the number with this text
 * @throws SyntaxError if the text is not JSON
 */
export function parseExactJson(text: string, isChanged = isLargeInteger): ExactJson {
  const value: unknown = JSON.parse(text);
  const fields = new Map<string, number>();
  if (isChanged === isLargeInteger && !/\d{16}/.test(text)) return { value, numbersAsText: fields };
  const pieces: string[] = [];
  let copiedTo = 0;
  visitValues(text, ({ key, start, end }, parents) => {
    if (!/[-\d]/.test(text.charAt(start)) || !isChanged(text.slice(start, end))) return false;
    pieces.push(text.slice(copiedTo, start), `"${text.slice(start, end)}"`);
    copiedTo = end;
    if (fields.size < MAX_REPORTED_FIELDS) {
      const keys = [...parents.slice(-MAX_NAMED_PARENTS).map((parent) => parent.key), key];
      const field = keys.filter((name) => typeof name === 'string' && name !== '').join('.');
      if (!fields.has(field)) fields.set(field, start);
    }
    return false;
  });
  if (pieces.length === 0) return { value, numbersAsText: fields };
  const exact: unknown = JSON.parse(pieces.join('') + text.slice(copiedTo));
  return { value: exact, numbersAsText: fields };
}

const MAX_REPORTED_FIELDS = 20;
/** The path of a reported field contains at most this many parents. */
const MAX_NAMED_PARENTS = 20;

/** Beyond 2^53, JavaScript loses digits. */
function isLargeInteger(number: string): boolean {
  return /^-?\d{16,}$/.test(number) && !Number.isSafeInteger(Number(number));
}
