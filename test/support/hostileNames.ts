/** Names that every object inherits, or that JavaScript treats specially. */
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

/** Lists the members of built-in prototypes. A test compares them before and after its work. */
export function listInheritedNames(): string[] {
  return [Object, Array, Function, String]
    .flatMap((type) => Reflect.ownKeys(type.prototype).map((key) => `${type.name}.${String(key)}`))
    .sort();
}
