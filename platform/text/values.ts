import { ownValue } from './names';

/** Single values of a response, whatever form a platform gives them in. What cannot be read is undefined. */

/** A text; numbers and booleans as text. Never `[object Object]`. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** A whole number, also one that came as text. */
export function wholeNumberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

/** Whether a value is an object, no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The entries of a list; none of anything else. */
export function entriesOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value at a dotted path of an object. */
export function valueAt(object: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce(
      (value, name) => (Array.isArray(value) ? undefined : ownValue(fieldsOf(value), name)),
      object,
    );
}
