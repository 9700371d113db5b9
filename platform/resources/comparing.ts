import { parseExactJson } from '../common/text/exactJson';
import { isObject } from '../common/text/values';

/**
 * Returns the wanted settings that differ from the current ones.
 * @param current platform's response; fields that it adds to objects are ignored
 */
export function findDifferences<Settings extends object>(
  wanted: Settings,
  current: object,
): Partial<Settings> {
  const known = new Map(Object.entries(current));
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => !isAsWanted(name, value, known.get(name))),
  ) as Partial<Settings>;
}

/**
 * If `wanted` is undefined, every value is as wanted. Empty text and null are equal.
 * @param field name, for example `commandLine`
 */
export function isAsWanted(field: string, wanted: unknown, current: unknown): boolean {
  if (wanted === undefined) return true;
  const value = parseIfJson(wanted);
  if (isEmpty(value)) return isEmpty(current);
  if (Array.isArray(value)) {
    return Array.isArray(current) && joinSorted(value) === joinSorted(current);
  }
  if (!isObject(value)) return toComparable(field, value) === toComparable(field, current);
  if (!isObject(current)) return false;
  const known = new Map(Object.entries(current));
  return Object.entries(value).every(([name, member]) =>
    isAsWanted(name, member, name === 'logins' ? readLogins(current) : known.get(name)),
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

function toComparable(field: string, value: unknown): string | undefined {
  return comparableText(field, String(value ?? ''));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}

/** Lists of alerting have no order. */
function joinSorted(list: unknown[]): string {
  return JSON.stringify(list.map((entry) => JSON.stringify(entry)).sort());
}

/** Users set `logins`, but platforms return `loginEmails`. */
function readLogins({ loginEmails, logins }: Record<string, unknown>): unknown {
  if (!Array.isArray(loginEmails)) return logins;
  return loginEmails.filter(isObject).map(({ login }) => login);
}

/**
 * Normalizes a text, because platforms add a line break to command lines and format schedules. Returns undefined for an empty text.
 * @param field name, for example `cronScheduling`
 */
export function comparableText(field: string, text: string): string | undefined {
  const plainText = text.replaceAll('\r\n', '\n').trim();
  if (plainText === '') return undefined;
  if (field === 'cronScheduling') return plainText.replace(/\s+/g, ' ');
  return field === 'size' ? toBytes(plainText) : plainText;
}

export function comparableCondition(condition: unknown): unknown {
  if (!isObject(condition) || typeof condition.expression !== 'string') return condition;
  return { expression: comparableText('expression', condition.expression) ?? '' };
}

const SIZE = /^(\d+(?:\.\d+)?) *([KMGTP]?)(i?)B?$/i;
const POWERS = ['', 'K', 'M', 'G', 'T', 'P'];

/** Makes `0.5 GB` and `500 MB` equal. A text that is no size stays. */
function toBytes(text: string): string {
  const [, amount, unit = '', binary = ''] = SIZE.exec(text) ?? [];
  if (amount === undefined) return text;
  const base = binary === '' ? 1000 : 1024;
  return `${Math.round(Number(amount) * base ** POWERS.indexOf(unit.toUpperCase()))} B`;
}
