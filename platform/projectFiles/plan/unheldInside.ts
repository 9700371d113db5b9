import { isEnumType } from 'graphql';
import { isObject } from '../../text/values';
import { excerpt } from '../../text/text';
import type { Abilities, When } from '../target/abilities';
import type { FieldOfEntity } from '../files/fields';
import type { EntityKind } from '../files/model';
import { POSITIONS } from './leaveOut';

/** Something in a field that the target cannot hold. */
export interface UnheldInside {
  /** As a file names it, as `resources.gpu`; of the entries of a list without their numbers. */
  name: string;
  /** The word that the target does not know, where it knows the field. */
  word?: string;
}

/** What the target cannot hold of what lies in a field: fields that it does not have, and words that it does not know. */
export function unheldInside(
  kind: EntityKind,
  field: FieldOfEntity,
  value: unknown,
  when: When,
  abilities: Abilities,
): UnheldInside[] {
  const found = new Map<string, UnheldInside>();
  const has = (way: string[], leaf: unknown) => abilities.hasInside(kind, field, when, way, leaf);
  for (const { way, leaf } of leavesOf(value)) {
    // Where nodes are drawn is looked at as a whole.
    if (isPosition(field, way)) continue;
    const ways = way.map((_name, index) => way.slice(0, index + 1));
    const missing = ways.find((outer) => !has(outer, outer.length === way.length ? leaf : {}));
    const name = [field.path, ...(missing ?? way)].join('.');
    if (missing) found.set(name, { name });
    else {
      const type = abilities.typeInside(kind, field, when, way, leaf);
      const isUnknown = isEnumType(type) && typeof leaf === 'string' && !type.getValue(leaf);
      if (isUnknown) found.set(`${name} ${leaf}`, { name, word: leaf });
    }
  }
  return [...found.values()];
}

/** What is told of it. */
export function nameOfUnheld({ name, word }: UnheldInside): string {
  return word === undefined ? name : `${name} (${excerpt(word, [], 100)} is unknown)`;
}

function isPosition({ path }: FieldOfEntity, [, ...way]: readonly string[]): boolean {
  return `${[path, ...way].join('.')}.`.startsWith(`${POSITIONS}.`);
}

/** The value without these. */
export function withoutInside(
  path: string,
  value: unknown,
  unheld: readonly UnheldInside[],
): unknown {
  const isGone = (name: string, leaf: unknown) =>
    unheld.some((one) => one.name === name && (one.word === undefined || one.word === leaf));
  if (Array.isArray(value)) {
    return value
      .filter((entry) => isObject(entry) || !isGone(path, entry))
      .map((entry) => (isObject(entry) ? withoutInside(path, entry, unheld) : entry));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => !isGone(`${path}.${name}`, inner))
      .map(([name, inner]) => [name, withoutInside(`${path}.${name}`, inner, unheld)]),
  );
}

function* leavesOf(
  value: unknown,
  way: string[] = [],
): Generator<{ way: string[]; leaf: unknown }> {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    for (const entry of value) yield* leavesOf(entry, way);
  } else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) yield* leavesOf(inner, [...way, name]);
  } else {
    yield { way, leaf: value };
  }
}
