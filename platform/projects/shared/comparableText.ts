import { isObject } from '../../text/values';

/**
 * A text of a job, pipeline, app or volume in the one form that says the same: platforms end command lines with a line break
 * and tidy schedules.
 * @param field as `cronScheduling`
 * @returns undefined for one that says nothing
 */
export function comparableText(field: string, text: string): string | undefined {
  const plainText = text.replaceAll('\r\n', '\n').trim();
  if (plainText === '') return undefined;
  if (field === 'cronScheduling') return plainText.replace(/\s+/g, ' ');
  return field === 'size' ? bytesOfSize(plainText) : plainText;
}

/** The condition of a node in the one form that says the same. */
export function comparableCondition(condition: unknown): unknown {
  if (!isObject(condition) || typeof condition.expression !== 'string') return condition;
  return { expression: comparableText('expression', condition.expression) ?? '' };
}

const SIZE = /^(\d+(?:\.\d+)?) *([KMGTP]?)(i?)B?$/i;
const POWERS = ['', 'K', 'M', 'G', 'T', 'P'];

/** `0.5 GB` and `500 MB` are the same size. A text that is no size stays as it is. */
function bytesOfSize(text: string): string {
  const [, amount, unit = '', binary = ''] = SIZE.exec(text) ?? [];
  if (amount === undefined) return text;
  const base = binary === '' ? 1000 : 1024;
  return `${Math.round(Number(amount) * base ** POWERS.indexOf(unit.toUpperCase()))} B`;
}

/** A number of bytes in words: `512 MiB` for `536870912`. A size that has a unit stays as it is, and so does what is none. */
export function sizeInWords(size: unknown): unknown {
  const [, bytes] = /^ *(\d+) *B? *$/i.exec(String(size ?? '')) ?? [];
  if (bytes === undefined) return size;
  const amount = Number(bytes);
  const forms = POWERS.slice(1).flatMap((unit, index) => {
    const [binary, decimal] = [1024 ** (index + 1), 1000 ** (index + 1)];
    return [
      ...(amount >= binary && amount % binary === 0 ? [`${amount / binary} ${unit}iB`] : []),
      ...(amount >= decimal && amount % (decimal / 10) === 0
        ? [`${amount / decimal} ${unit}B`]
        : []),
    ];
  });
  return forms.sort((one, other) => one.length - other.length)[0] ?? `${amount} B`;
}
