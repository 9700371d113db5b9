import { ownValue } from '../../text/names';
import { isObject } from '../../text/values';
import { sizeInWords } from '../../resources/comparing';
import { canonicalText } from '../files/stableJson';
import type { FieldChange } from './compare';

/** By what the entries of a list are told apart: the first of these that each of them has, with another value each. */
const KEYS = ['name', 'node', 'path', 'number'];

/**
 * A change of a field as changes of what lies in it, by dotted paths: entries of lists by their keys, nodes of a graph by the
 * names that files give them.
 * @param isPartial whether what an object does not say is left alone
 */
export function leafChanges({ field, from, to }: FieldChange, isPartial = false): FieldChange[] {
  if (field === 'size') return [{ field, from: sizeInWords(from), to: sizeInWords(to) }];
  // The nodes of a graph stand in two lists, and have names of their own in both together.
  const [before, after] = field === 'version.graph' ? [nodesOf(from), nodesOf(to)] : [from, to];
  return [...differences(field, before, after, isPartial)];
}

function nodesOf(graph: unknown): unknown[] {
  const { jobs, conditions } = isObject(graph) ? graph : {};
  return [jobs, conditions].flatMap((nodes) => (Array.isArray(nodes) ? (nodes as unknown[]) : []));
}

function* differences(
  field: string,
  from: unknown,
  to: unknown,
  isPartial: boolean,
): Generator<FieldChange> {
  if (canonicalText(from ?? null) === canonicalText(to ?? null)) return;
  const [before, after] = membersOf(from, to);
  if (!before || !after) {
    yield { field, from: from ?? null, to: to ?? null };
    return;
  }
  const isKept = (name: string) => isPartial && isObject(to) && !after.has(name);
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    if (isKept(name)) continue;
    yield* differences(`${field}.${name}`, before.get(name), after.get(name), isPartial);
  }
}

type Members = ReadonlyMap<string, unknown>;

/** What lies in two values, by name; nothing where one of them is no object and no list with keys. None at all is empty. */
function membersOf(from: unknown, to: unknown): [Members, Members] | [] {
  const both = [from ?? undefined, to ?? undefined];
  const areAll = (isKind: (value: unknown) => boolean) =>
    both.every((value) => value === undefined || isKind(value));
  if (areAll(isObject)) {
    const [before, after] = both.map((value) => new Map(Object.entries(value ?? {})));
    return before && after ? [before, after] : [];
  }
  if (!areAll(Array.isArray)) return [];
  const lists = both.map((value) => (value ?? []) as unknown[]);
  const key = KEYS.find((name) => lists.every((list) => isUniqueKey(list, name)));
  const [before, after] = key === undefined ? [] : lists.map((list) => entriesBy(key, list));
  return before && after ? [before, after] : [];
}

function isUniqueKey(list: readonly unknown[], name: string): boolean {
  const keys = list.map((entry) => (isObject(entry) ? ownValue(entry, name) : undefined));
  const areKeys = keys.every((key) => typeof key === 'string' || typeof key === 'number');
  return areKeys && new Set(keys).size === keys.length;
}

function entriesBy(key: string, list: readonly unknown[]): Members {
  return new Map(
    list.map((entry): [string, unknown] => {
      const fields = Object.entries(isObject(entry) ? entry : {});
      const rest = fields.filter(([name]) => name !== key);
      const [, value] = fields.find(([name]) => name === key) ?? [];
      return [String(value), rest.length > 0 ? Object.fromEntries(rest) : value];
    }),
  );
}
