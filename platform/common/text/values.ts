import { ownValue } from './names';

/** Returns text, and numbers and booleans as text; undefined for empty text and other values. */
export function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Also accepts a text of digits. Returns undefined for other values. */
export function readWholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

/** Returns false for a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns objects and lists unchanged, and an empty object for any other value. */
export function toObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Returns lists unchanged, and an empty list for any other value. */
export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns undefined if the path leads into a list. @param path dotted, such as `data.token` */
export function valueAt(object: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce(
      (value, name) => (Array.isArray(value) ? undefined : ownValue(toObject(value), name)),
      object,
    );
}

export function groupBy<T, Key>(entries: Iterable<T>, getKey: (entry: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const entry of entries) {
    const key = getKey(entry);
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return groups;
}
