import { visitValues } from './jsonValues';

/** JSON whose numbers are as they were written. */
export interface ExactJson {
  value: unknown;
  /** The fields that contain a number as text, as `job.size`, with the offset of the first one. */
  numbersAsText: ReadonlyMap<string, number>;
}

/**
 * Parses JSON. A number that JavaScript would change becomes the text that was written.
 * @param isChanged decides it for the text of a number
 * @throws SyntaxError as `JSON.parse`
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
    if (fields.size < MAX_FIELDS) {
      const keys = [...parents.slice(-MAX_DEPTH).map((parent) => parent.key), key];
      const field = keys.filter((name) => typeof name === 'string' && name !== '').join('.');
      if (!fields.has(field)) fields.set(field, start);
    }
    return false;
  });
  if (pieces.length === 0) return { value, numbersAsText: fields };
  const exact: unknown = JSON.parse(pieces.join('') + text.slice(copiedTo));
  return { value: exact, numbersAsText: fields };
}

/** More fields than a message names. */
const MAX_FIELDS = 20;
/** A field is named with this many of the objects around it. */
const MAX_DEPTH = 20;

/** Whether a number is whole and beyond 2^53, where JavaScript has no place for all digits. */
function isLargeInteger(number: string): boolean {
  return /^-?\d{16,}$/.test(number) && !Number.isSafeInteger(Number(number));
}
