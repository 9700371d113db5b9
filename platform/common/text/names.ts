/** Returns an object's own value by a name from outside; what every object inherits, as `constructor`, does not count. */
export function ownValue<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  // eslint-disable-next-line project/no-index-by-name -- looked up only where it is the object's own
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Builds an object that inherits nothing, for callers that look up names from outside. */
export function withoutPrototype<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  return Object.setPrototypeOf(Object.fromEntries(entries), null) as Record<string, T>;
}

/** Returns a copy of an object without some of its fields. */
export function without<T extends object, Name extends keyof T>(
  object: T,
  ...names: Name[]
): Omit<T, Name> {
  const left = Object.entries(object).filter(([name]) => !names.includes(name as Name));
  return Object.fromEntries(left) as Omit<T, Name>;
}
