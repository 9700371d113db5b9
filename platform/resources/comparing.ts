import { parseExactJson } from '../common/text/exactJson';
import { isObject } from '../common/text/values';

/**
 * Returns the wanted settings that differ from the current ones.
 * @param current platform's response; further fields of its objects are ignored
 */
export function findDifferences<Settings extends object>(
  wanted: Settings,
  current: object,
): Partial<Settings> {
  const currentValues = new Map(Object.entries(current));
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => !isAsWanted(name, value, currentValues.get(name)),
    ),
  ) as Partial<Settings>;
}

/**
 * Returns true if the current value equals the wanted one, or if no value is wanted. Empty text and null are equal.
 * @param field name, for example `commandLine`
 */
export function isAsWanted(field: string, wanted: unknown, current: unknown): boolean {
  if (wanted === undefined) return true;
  const value = parseIfJson(wanted);
  if (Array.isArray(value)) {
    return Array.isArray(current) && joinSorted(value) === joinSorted(current);
  }
  const normalize = (scalar: unknown) => toComparableText(field, String(scalar ?? ''));
  if (!isObject(value)) return normalize(value) === normalize(current);
  if (!isObject(current)) return false;
  const currentMembers = new Map(Object.entries(current));
  return Object.entries(value).every(([name, member]) =>
    isAsWanted(name, member, name === 'logins' ? readLogins(current) : currentMembers.get(name)),
  );
}

function parseIfJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    // `trim` also removes a byte order mark.
    return parseExactJson(value.trim()).value;
  } catch {
    return value;
  }
}

/** Sorts the entries, because the order of lists in alerting settings does not matter. */
function joinSorted(list: unknown[]): string {
  return JSON.stringify(list.map((entry) => JSON.stringify(entry)).sort());
}

/** Users set `logins`, but platforms return `loginEmails`. */
function readLogins({ loginEmails, logins }: Record<string, unknown>): unknown {
  if (!Array.isArray(loginEmails)) return logins;
  return loginEmails.filter(isObject).map(({ login }) => login);
}

/**
 * Normalizes a text, because platforms add a line break to command lines, and reformat schedules and sizes.
 * @param field name, for example `cronScheduling`
 * @returns undefined for a blank text
 */
export function toComparableText(field: string, text: string): string | undefined {
  const plainText = text.replaceAll('\r\n', '\n').trim();
  if (plainText === '') return undefined;
  if (field === 'cronScheduling') return plainText.replace(/\s+/g, ' ');
  return field === 'size' ? toBytes(plainText) : plainText;
}

export function toComparableCondition(condition: unknown): unknown {
  if (!isObject(condition) || typeof condition.expression !== 'string') return condition;
  return { expression: toComparableText('expression', condition.expression) ?? '' };
}

const SIZE = /^(\d+(?:\.\d+)?) *([KMGTP]?)(i?)B?$/i;
const POWERS = ['', 'K', 'M', 'G', 'T', 'P'];

/** Converts a size to bytes, so that `0.5 GB` equals `500 MB`. Returns any other text unchanged. */
function toBytes(text: string): string {
  const [, amount, unit = '', binary = ''] = SIZE.exec(text) ?? [];
  if (amount === undefined) return text;
  const base = binary === '' ? 1000 : 1024;
  return `${Math.round(Number(amount) * base ** POWERS.indexOf(unit.toUpperCase()))} B`;
}
