/** Names that every object inherits, and two that lead to what all objects share. */
export const HOSTILE_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  '__defineGetter__',
  '__lookupSetter__',
  'then',
  'toJSON',
] as const;

/** Returns the members that every object inherits; more than before means that all objects were changed. */
export function inheritedNames(): string[] {
  return [Object, Array, Function, String]
    .flatMap((type) => Reflect.ownKeys(type.prototype).map((key) => `${type.name}.${String(key)}`))
    .sort();
}
