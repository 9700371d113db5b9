import { withoutPrototype } from '../../text/names';

/** An object that is still being put together. */
export type InputTree = Map<string, unknown>;

/** Puts a value where a path of names leads to. What stood there is replaced. */
export function putAt(
  input: InputTree,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): void {
  if (rest.length === 0) {
    input.set(name, value);
    return;
  }
  const known = input.get(name);
  const below: InputTree = known instanceof Map ? known : new Map();
  input.set(name, below);
  putAt(below, rest, value);
}

/** The object, without a prototype. */
export function toObject(input: InputTree): Record<string, unknown> {
  return withoutPrototype(
    [...input].map(([name, value]) => [name, value instanceof Map ? toObject(value) : value]),
  );
}
