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
  // A size is compared in bytes and told as it is written.
  const shown = field.path === 'size' ? { from: onTarget, to: inFiles } : { from, to };
  return { field: field.path, from: shown.from ?? null, to: shown.to ?? null };
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
  return isPartial(field) ? !covers(to, from) : canonicalText(to) !== canonicalText(from ?? null);
}

/** Whether platforms may add to what is said of a field. */
export function isPartial({ type, whenAbsent }: FieldOfEntity): boolean {
  return type === 'list' || (type === 'object' && whenAbsent === 'keep');
}

/** Whether everything that is said is there; what a platform adds to it is its own affair. */
function covers(to: unknown, from: unknown): boolean {
  if (Array.isArray(to)) {
    if (!Array.isArray(from) || from.length !== to.length) return false;
    const left = new Set<unknown>(from);
    return to.every((entry) => {
      const twin = [...left].find((other) => covers(entry, other));
      return left.delete(twin);
    });
  }
  if (!isObject(to)) return canonicalText(to) === canonicalText(from ?? null);
  return (
    isObject(from) &&
    Object.entries(to).every(([name, value]) => covers(value, ownValue(from, name)))
  );
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
