import { parseExactJson } from '../common/text/exactJson';
import { isObject } from '../common/text/values';

/**
 * Returns the wanted settings that differ from the current ones.
 * @param current as the platform returns it; what it adds to objects by itself makes no difference
 */
export function differing<Settings extends object>(
  wanted: Settings,
  current: object,
): Partial<Settings> {
  const known = new Map(Object.entries(current));
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => !isAsWanted(name, value, known.get(name))),
  ) as Partial<Settings>;
}

/**
 * Checks whether a value is as wanted. Undefined wants nothing; empty text and null are the same.
 * @param field such as `commandLine`
 */
export function isAsWanted(field: string, wanted: unknown, current: unknown): boolean {
  if (wanted === undefined) return true;
  const value = parsed(wanted);
  if (isEmpty(value)) return isEmpty(current);
  if (Array.isArray(value)) {
    return Array.isArray(current) && sorted(value) === sorted(current);
  }
  if (!isObject(value)) return toComparable(field, value) === toComparable(field, current);
  if (!isObject(current)) return false;
  const known = new Map(Object.entries(current));
  return Object.entries(value).every(([name, member]) =>
    isAsWanted(name, member, name === 'logins' ? loginsOf(current) : known.get(name)),
  );
}

/** An object may be given as JSON text. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    // A byte order mark is trimmed, too.
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
function sorted(list: unknown[]): string {
  return JSON.stringify(list.map((entry) => JSON.stringify(entry)).sort());
}

/** Users set logins; platforms return them with addresses. */
function loginsOf({ loginEmails, logins }: Record<string, unknown>): unknown {
  if (!Array.isArray(loginEmails)) return logins;
  return loginEmails.filter(isObject).map(({ login }) => login);
}

/**
 * Normalizes a text of a job, pipeline, app or volume: platforms end command lines with a line break and tidy schedules.
 * @param field such as `cronScheduling`
 * @returns undefined for an empty text
 */
export function comparableText(field: string, text: string): string | undefined {
  const plainText = text.replaceAll('\r\n', '\n').trim();
  if (plainText === '') return undefined;
  if (field === 'cronScheduling') return plainText.replace(/\s+/g, ' ');
  return field === 'size' ? bytesOfSize(plainText) : plainText;
}

/** Normalizes the condition of a node. */
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
