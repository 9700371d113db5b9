import { ownValue } from './names';

/** Platforms return values in different formats. These functions return undefined for a value that they cannot read. */

/** Also reads numbers and booleans. An empty text is undefined. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Also reads digits in a text. */
export function readWholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

/** Returns false for a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an empty object for any other value. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Returns an empty list for any other value. */
export function entriesOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** @param path dotted */
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
