import { comparableCondition, comparableText } from '../../resources/comparing';
import { fieldsOf, isObject, valueAt } from '../../text/values';
import { ownValue } from '../../text/names';
import type { FieldOfEntity } from '../files/fields';
import {
  canonicalGraph,
  hasPositions,
  withoutPositions,
  withPositions,
  type ConditionNode,
  type Graph,
} from '../files/graph';
import type { EntityFile } from '../files/model';
import { canonicalText, compareTexts, withoutEmpty } from '../files/stableJson';

/** What differs: the field, what is there, and what shall be there; null for nothing. */
export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** How a field of what the files say differs from what is on the platform; undefined where it does not. */
export function compareField(
  field: FieldOfEntity,
  wanted: EntityFile,
  present: EntityFile | undefined,
): FieldChange | undefined {
  const [inFiles, onTarget] = [valueAt(wanted, field.path), valueAt(present, field.path)];
  if (field.path === 'version.graph') return compareGraphs(inFiles, onTarget);
  if (field.type === 'flag') return compareFlags(field, inFiles, onTarget, present !== undefined);
  const [to, from] = [comparable(field, inFiles), comparable(field, onTarget)];
  if (!differs(field, to, from)) return undefined;
  if (field.path === 'size') {
    return { field: field.path, from: onTarget ?? null, to: inFiles };
  }
  return { field: field.path, from: from ?? null, to: to ?? null };
}

/** A flag that is not said or not told is off. For something new, what is said is shown and sent: a schedule may be paused. */
function compareFlags(
  { path }: FieldOfEntity,
  inFiles: unknown,
  onTarget: unknown,
  exists: boolean,
): FieldChange | undefined {
  const isSame = exists ? (inFiles ?? false) === (onTarget ?? false) : (inFiles ?? null) === null;
  return isSame ? undefined : { field: path, from: onTarget ?? null, to: inFiles ?? null };
}

function compareGraphs(inFiles: unknown, onTarget: unknown): FieldChange | undefined {
  const [wanted, present] = [graphIn(inFiles), graphIn(onTarget)];
  // Where the files do not say where nodes are drawn, that is the platform's affair; not every platform keeps fractions.
  const form = hasPositions(wanted)
    ? (graph: Graph) => withPositions(graph, Math.round)
    : withoutPositions;
  const [to, from] = [wanted, present].map((graph) => withoutEmpty(canonicalGraph(form(graph))));
  if (canonicalText(to ?? null) === canonicalText(from ?? null)) return undefined;
  return { field: 'version.graph', from: from ?? null, to: to ?? null };
}

/** What is left out of a graph is empty. */
function graphIn(value: unknown): Graph {
  const { jobs = [], conditions = [] } = fieldsOf(value) as Partial<Graph>;
  const comparable = conditions.map((node) => {
    const condition = comparableCondition(node.condition) as ConditionNode['condition'];
    return { ...node, condition };
  });
  return { jobs, conditions: comparable };
}

function differs(field: FieldOfEntity, to: unknown, from: unknown): boolean {
  if (to === undefined) return field.whenAbsent === 'empty' && from !== undefined;
  return leafChanges({ field: field.path, from, to }, isPartial(field)).length > 0;
}

/** Whether platforms may add to what is said of a field. */
export function isPartial({ type, whenAbsent }: FieldOfEntity): boolean {
  return type === 'list' || (type === 'object' && whenAbsent === 'keep');
}

/** A value in the one form that says the same. */
function comparable({ path, type }: FieldOfEntity, value: unknown): unknown {
  if (type === 'text' && typeof value === 'string') return comparableText(path, value);
  if (path === 'alerting' && isObject(value)) {
    const sorted = Object.entries(value).map(([name, list]) => [
      name,
      Array.isArray(list) ? [...(list as string[])].sort(compareTexts) : list,
    ]);
    return withoutEmpty(Object.fromEntries(sorted));
  }
  return withoutEmpty(value);
}

/** By what the entries of a list are told apart: the first of these that each of them has, with another value each. */
const KEYS = ['name', 'node', 'path', 'number'];

/**
 * A change of a field as changes of what lies in it, by dotted paths: entries of lists by their keys, nodes of a graph by the
 * names that files give them.
 * @param isPartial whether what an object does not say is left alone
 */
export function leafChanges({ field, from, to }: FieldChange, isPartial = false): FieldChange[] {
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
  // An entry of a list that has nothing but its key.
  if (before.size + after.size === 0) {
    yield { field, from: from === undefined ? null : true, to: to === undefined ? null : true };
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
      const [, value] = fields.find(([name]) => name === key) ?? [];
      return [String(value), Object.fromEntries(fields.filter(([name]) => name !== key))];
    }),
  );
}
