import { isEnumType } from 'graphql';
import { isObject } from '../../text/values';
import { excerpt } from '../../text/text';
import type { Capabilities, ChangeKind } from '../target/capabilities';
import type { FieldOfEntity } from '../files/fields';
import type { EntityKind } from '../files/model';
import { POSITIONS } from './leaveOut';

/** Something in a field that the target does not support. */
export interface UnsupportedPart {
  /** As a file names it, as `resources.gpu`; of the entries of a list without their numbers. */
  name: string;
  /** The word that the target does not know, where it knows the field. */
  word?: string;
}

/** What the target does not support of what lies in a field: fields that it does not have, and words that it does not know. */
export function findUnsupportedInside(
  kind: EntityKind,
  field: FieldOfEntity,
  value: unknown,
  changeKind: ChangeKind,
  capabilities: Capabilities,
): UnsupportedPart[] {
  const found = new Map<string, UnsupportedPart>();
  const has = (path: string[], leaf: unknown) =>
    capabilities.supportsInside(kind, field, changeKind, path, leaf);
  for (const { path, leaf } of leavesOf(value)) {
    // A value without fields is left to the platform, and where nodes are drawn is looked at as a whole.
    if (path.length === 0 || isPosition(field, path)) continue;
    const paths = path.map((_name, index) => path.slice(0, index + 1));
    const missing = paths.find((outer) => !has(outer, outer.length === path.length ? leaf : {}));
    const name = [field.path, ...(missing ?? path)].join('.');
    if (missing) found.set(name, { name });
    else {
      const type = capabilities.typeInside(kind, field, changeKind, path, leaf);
      const isUnknown = isEnumType(type) && typeof leaf === 'string' && !type.getValue(leaf);
      if (isUnknown) found.set(`${name} ${leaf}`, { name, word: leaf });
    }
  }
  return [...found.values()];
}

/** As reasons name it. */
export function describeUnsupported({ name, word }: UnsupportedPart): string {
  return word === undefined ? name : `${name} (${excerpt(word, [], 100)} is unknown)`;
}

function isPosition(field: FieldOfEntity, [, ...path]: readonly string[]): boolean {
  return `${[field.path, ...path].join('.')}.`.startsWith(`${POSITIONS}.`);
}

/** The value without these. */
export function withoutUnsupported(
  path: string,
  value: unknown,
  unsupported: readonly UnsupportedPart[],
): unknown {
  const isGone = (name: string, leaf: unknown) =>
    unsupported.some((one) => one.name === name && (one.word === undefined || one.word === leaf));
  if (Array.isArray(value)) {
    return value
      .filter((entry) => isObject(entry) || !isGone(path, entry))
      .map((entry) => (isObject(entry) ? withoutUnsupported(path, entry, unsupported) : entry));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => !isGone(`${path}.${name}`, inner))
      .map(([name, inner]) => [name, withoutUnsupported(`${path}.${name}`, inner, unsupported)]),
  );
}

function* leavesOf(
  value: unknown,
  path: string[] = [],
): Generator<{ path: string[]; leaf: unknown }> {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    for (const entry of value) yield* leavesOf(entry, path);
  } else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) yield* leavesOf(inner, [...path, name]);
  } else {
    yield { path, leaf: value };
  }
}
