import { ownValue } from './names';

/** Single values of a response, in whatever form a platform returns them. A value that cannot be read is undefined. */

/** Returns a text, also for numbers and booleans; never `[object Object]`. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Returns a whole number, also one that came as text. */
export function readWholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

/** Whether a value is an object and not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an object to read fields of; an empty one for any other value. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Returns the entries of a list; none for any other value. */
export function entriesOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the value at a dotted path of an object. */
export function valueAt(object: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce(
      (value, name) => (Array.isArray(value) ? undefined : ownValue(fieldsOf(value), name)),
      object,
    );
}

export function groupBy<T>(all: Iterable<T>, keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}
