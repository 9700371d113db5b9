/** Returns the value of a field. Ignores inherited values such as `constructor`, so `name` may come from outside. */
export function ownValue<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  // eslint-disable-next-line project/no-index-by-name -- `hasOwn` has checked it
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Builds an object without inherited values such as `constructor`, so names from outside may be looked up in it. */
export function withoutPrototype<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  return Object.setPrototypeOf(Object.fromEntries(entries), null) as Record<string, T>;
}

export function without<T extends object, Name extends keyof T>(
  object: T,
  ...names: Name[]
): Omit<T, Name> {
  const remaining = Object.entries(object).filter(([name]) => !names.includes(name as Name));
  return Object.fromEntries(remaining) as Omit<T, Name>;
}
