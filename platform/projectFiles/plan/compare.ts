import { toComparableCondition, toComparableText } from '../../resources/comparing';
import { isObject, valueAt } from '../../common/text/values';
import { ownValue, without } from '../../common/text/names';
import { ENTITIES } from '../kinds';
import type { FieldOfEntity } from '../kinds/fields';
import {
  GRAPH,
  toCanonicalGraph,
  type ConditionNode,
  fillMissingLists,
  hasPositions,
  mapPositions,
} from '../kinds/graph';
import { toCanonicalText, compareTexts, removeEmpty } from '../files/stableJson';
import type { CurrentEntry, Doc, EntityKind, Entry } from '../tree';
import type { FieldChange, WantedStep } from './step';

/**
 * Sets `changedFields`, `changes` and `action` of a step. Must be called again after the package was compared or fields were left
 * out. A blocked step keeps its action but lists its changes.
 */
export function compareEntity(step: WantedStep): void {
  const { kind, wanted, current, ignored, packageChange, technologyChange } = step;
  const differences = findDifferences(kind, wanted, current, ignored);
  const packageField = ENTITIES[kind].fields.find(({ path }) => path === packageChange?.field);
  if (packageChange && packageField && !ignored.includes(packageChange.field)) {
    differences.push({ field: packageField, changes: [packageChange] });
  }
  step.changedFields = differences.map(({ field }) => field);
  step.changes = [
    ...(technologyChange ? [technologyChange] : []),
    ...differences.flatMap(({ changes }) => changes),
    ...step.variables.flatMap(({ name, changes }) =>
      changes.map(({ field, ...values }) => ({
        field: `variables.${name}${field === 'value' ? '' : `.${field}`}`,
        ...values,
      })),
    ),
  ];
  if (current && step.action !== 'blocked') {
    step.action = step.changes.length > 0 ? 'update' : 'unchanged';
  }
}

/** Finds the fields that differ. Skips ignored fields and those that the platform does not return. */
export function findDifferences(
  kind: EntityKind,
  { doc }: Pick<Entry, 'doc'>,
  current: Pick<CurrentEntry, 'doc' | 'notReturned'> | undefined,
  ignored: readonly string[] = [],
): Array<{ field: FieldOfEntity; changes: FieldChange[] }> {
  const skipped = [...(current?.notReturned ?? []), ...ignored];
  const [wanted, before] = [doc, current?.doc].map((side) => removeFields(side, skipped));
  return ENTITIES[kind].fields
    .filter(({ path }) => !skipped.includes(path))
    .map((field) => ({
      field,
      changes: compareField(field, wanted as Doc, before as Doc | undefined),
    }))
    .filter(({ changes }) => changes.length > 0);
}

/** @param paths dotted paths, without an index for fields of list entries, such as `version.ports.name` */
export function removeFields(value: unknown, paths: readonly string[], path = ''): unknown {
  if (Array.isArray(value)) return value.map((entry) => removeFields(entry, paths, path));
  if (!isObject(value) || paths.length === 0) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const at = path === '' ? name : `${path}.${name}`;
      return paths.includes(at) ? [] : [[name, removeFields(inner, paths, at)]];
    }),
  );
}

export function compareField(
  field: FieldOfEntity,
  wanted: Doc,
  current: Doc | undefined,
): FieldChange[] {
  const { path, type, whenAbsent } = field;
  const [inFiles, onTarget] = [valueAt(wanted, path), valueAt(current, path)];
  if (path === GRAPH) return compareGraphs(inFiles, onTarget);
  if (type === 'flag') {
    // A missing flag means false. A new entity gets each flag in the files, even if it is false, for example to pause a schedule.
    const isSame = current
      ? (inFiles ?? false) === (onTarget ?? false)
      : inFiles === undefined || inFiles === null;
    return isSame ? [] : [{ field: path, from: onTarget ?? null, to: inFiles ?? null }];
  }
  const [to, from] = [toComparable(field, inFiles), toComparable(field, onTarget)];
  if (to === undefined && whenAbsent === 'keep') return [];
  // Platforms may add members to the entries of lists, and to objects that a deploy keeps. These members are not changes, but an
  // added list entry is one.
  const keepsOtherMembers = type === 'list' || (type === 'object' && whenAbsent === 'keep');
  const changes = splitChange({ field: path, from, to }, keepsOtherMembers);
  // Sizes are compared as numbers of bytes, but reported as they are written.
  return path === 'size'
    ? changes.map(() => ({ field: path, from: onTarget ?? null, to: inFiles }))
    : changes;
}

function compareGraphs(inFiles: unknown, onTarget: unknown): FieldChange[] {
  const [wanted, current] = [fillMissingLists(inFiles), fillMissingLists(onTarget)];
  // The platform chooses positions that the files lack. Positions are rounded because some platforms do not keep fractions.
  const shouldComparePositions =
    hasPositions(wanted) && (onTarget === undefined || hasPositions(current));
  const [to, from] = [wanted, current].map(({ jobs, conditions }) => {
    const comparableConditions = conditions.map((node) => ({
      ...node,
      condition: toComparableCondition(node.condition) as ConditionNode['condition'],
    }));
    const graph = mapPositions(
      { jobs, conditions: comparableConditions },
      shouldComparePositions ? Math.round : undefined,
    );
    return removeEmpty(toCanonicalGraph(graph));
  });
  return splitChange({ field: GRAPH, from, to });
}

/** Removes differences in formatting, and in the order of the lists of `alerting`. */
function toComparable({ path, type }: FieldOfEntity, value: unknown): unknown {
  if (type === 'text' && typeof value === 'string') return toComparableText(path, value);
  if (path === 'alerting' && isObject(value)) {
    const sorted = Object.entries(value).map(([name, list]) => [
      name,
      Array.isArray(list) ? [...(list as string[])].sort(compareTexts) : list,
    ]);
    return removeEmpty(Object.fromEntries(sorted));
  }
  return removeEmpty(value);
}

/** The entries of a list are identified by the first of these fields that is in each entry, with a unique value. */
const KEY_FIELDS = ['name', 'node', 'path', 'number'];

/**
 * Splits the change of a field into changes of single values. Their dotted paths contain the keys of list entries.
 * @param keepsOtherMembers whether a deploy keeps members of objects that `to` lacks, so that they are no change
 */
export function splitChange(
  { field, from, to }: FieldChange,
  keepsOtherMembers = false,
): FieldChange[] {
  // A graph has two lists of nodes. Names are unique across both, so they are compared as one list.
  const [before, after] = field === GRAPH ? [listNodes(from), listNodes(to)] : [from, to];
  return [...splitValues(field, before, after, keepsOtherMembers)];
}

function listNodes(graph: unknown): unknown[] {
  const { jobs, conditions } = isObject(graph) ? graph : {};
  return [jobs, conditions].flatMap((nodes) => (Array.isArray(nodes) ? (nodes as unknown[]) : []));
}

function* splitValues(
  field: string,
  from: unknown,
  to: unknown,
  keepsOtherMembers: boolean,
): Generator<FieldChange> {
  if (toCanonicalText(from ?? null) === toCanonicalText(to ?? null)) return;
  const lists = [from, to].filter((value) => Array.isArray(value));
  const key = KEY_FIELDS.find((name) => lists.every((list) => isUniqueKey(list, name)));
  const [before, after] = [toMembers(from, key), toMembers(to, key)];
  if (!before || !after) {
    yield { field, from: from ?? null, to: to ?? null };
    return;
  }
  // A list entry that has only its key was added or removed.
  if (before.size + after.size === 0) {
    yield { field, from: from === undefined ? null : true, to: to === undefined ? null : true };
  }
  const isKept = (name: string) => keepsOtherMembers && isObject(to) && !after.has(name);
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    if (isKept(name)) continue;
    yield* splitValues(`${field}.${name}`, before.get(name), after.get(name), keepsOtherMembers);
  }
}

/** Returns the members of an object, or the entries of a list by key; undefined if the value cannot be split. */
function toMembers(value: unknown, key?: string): ReadonlyMap<string, unknown> | undefined {
  if (value === undefined || value === null) return new Map();
  if (isObject(value)) return new Map(Object.entries(value));
  if (!Array.isArray(value) || key === undefined) return undefined;
  const entries = value as unknown[];
  return new Map(
    entries.filter(isObject).map((entry) => [String(ownValue(entry, key)), without(entry, key)]),
  );
}

function isUniqueKey(list: readonly unknown[], name: string): boolean {
  const keys = list.map((entry) => (isObject(entry) ? ownValue(entry, name) : undefined));
  const areKeys = keys.every((key) => typeof key === 'string' || typeof key === 'number');
  return areKeys && new Set(keys).size === keys.length;
}
