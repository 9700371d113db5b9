/** What an object holds itself under a name from outside; what every object inherits, as `constructor`, does not count. */
export function ownValue<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  // eslint-disable-next-line project/no-index-by-name -- looked up only where it is the object's own
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** An object that inherits nothing, for those who look names up in it themselves. */
export function withoutPrototype<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  return Object.setPrototypeOf(Object.fromEntries(entries), null) as Record<string, T>;
}

/** An object without some of its fields. */
export function without<T extends object, Name extends keyof T>(
  object: T,
  ...names: Name[]
): Omit<T, Name> {
  const left = Object.entries(object).filter(([name]) => !names.includes(name as Name));
  return Object.fromEntries(left) as Omit<T, Name>;
}
