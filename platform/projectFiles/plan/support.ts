import { fieldsOf, isObject, valueAt } from '../../text/values';
import { GRAPH, type Capabilities, type ChangeKind } from '../target/capabilities';
import { compareField, type FieldChange } from './compare';
import { FIELDS, type FieldOfEntity } from '../files/fields';
import {
  hasPositions,
  withoutDefaultConditions,
  withoutPositions,
  type Graph,
} from '../files/graph';
import { POSITIONS, type LeaveOut } from './leaveOut';
import type { Match } from './match';
import type { EntityFile, EntityKind, ProjectEntity } from '../files/model';
import { aliasOf } from '../files/names';
import { withoutEmpty } from '../files/stableJson';

/** What the files want of one entity, and how much of it the target supports. */
export interface Support {
  /** The entity without what is left out, in the form that the target has. */
  wanted: ProjectEntity;
  /** What differs on the target and can be set there. */
  changed: FieldDifference[];
  /**
   * What the target does not support and is not to be left out, as a file names it: `resources.gpu`; in the entries of a
   * list without their numbers.
   */
  unsupported: string[];
  /** What is left out. */
  leftOut: string[];
  /** What can be set of new ones alone: it stays as it is. */
  unchangeable: string[];
  /** What the target does not support of the graph, without which it would be another one. */
  ofGraph: string[];
}

interface FieldDifference {
  field: FieldOfEntity;
  change: FieldChange;
}

/** Compares what the files want with what is there, and finds what the target does not support of it. */
export function checkSupport(
  kind: EntityKind,
  { wanted: given, present }: Match,
  capabilities: Capabilities,
  leaveOut: LeaveOut,
  hasVariables: boolean,
): Support {
  const graph = valueAt(given.file, GRAPH) as Graph | undefined;
  const inForm = graph ? withSupportedForm(given.file, graph, capabilities) : given.file;
  const lacking: string[] = [];
  const unchangeable: string[] = [];
  const changeKind = present ? 'change' : 'create';
  for (const { field, change } of changedFields(kind, inForm, present?.file)) {
    if (!hasValueToSet(change)) continue;
    if (capabilities.supports(kind, field, changeKind)) {
      lacking.push(...unsupportedInside(kind, field, inForm, changeKind, capabilities));
    } else if (capabilities.supports(kind, field, 'create')) {
      unchangeable.push(field.path);
    } else if (!isDerivedAlias(kind, field, given, capabilities)) {
      lacking.push(field.path);
    }
  }
  if (graph && hasPositions(graph) && !capabilities.hasPositions) lacking.push(POSITIONS);
  const lacksVariables = kind !== 'volume' && !capabilities.hasVariablesOf(kind);
  if (hasVariables && lacksVariables && given.variables.length > 0) {
    lacking.push('variables');
  }
  const isOfGraph = (name: string) => name.startsWith(`${GRAPH}.`) && name !== POSITIONS;
  const inFields = lacking.filter((one) => !isOfGraph(one));
  const leftOut = inFields.filter((name) => leaveOut.has(name));
  const file = withoutFields(inForm, leftOut) as EntityFile;
  return {
    wanted: { ...given, file },
    changed: changedFields(kind, file, present?.file).filter(({ field }) =>
      capabilities.supports(kind, field, changeKind),
    ),
    unsupported: inFields.filter((name) => !leaveOut.has(name)),
    leftOut,
    unchangeable,
    ofGraph: lacking.filter(isOfGraph),
  };
}

/** Whether the target supports nothing of what the files want it to run: it would be an empty job or app. */
export function hasNothingToRun({
  wanted,
  unsupported,
}: Pick<Support, 'wanted' | 'unsupported'>): boolean {
  const version = withoutEmpty(wanted.file.version);
  const wantedNames = isObject(version) ? Object.keys(version) : [];
  const lacks = (name: string) => unsupported.includes(`version.${name}`);
  return wantedNames.length > 0 && wantedNames.every(lacks);
}

/** The graph as the target keeps it: without positions and without what it does anyway, if it has no fields for these. */
function withSupportedForm(
  file: EntityFile,
  graph: Graph,
  { hasConditions, hasPositions: keepsPositions }: Capabilities,
): EntityFile {
  const conditioned = hasConditions ? graph : withoutDefaultConditions(graph);
  const form = keepsPositions ? conditioned : withoutPositions(conditioned);
  return { ...file, version: { ...fieldsOf(file.version), graph: form } };
}

function changedFields(
  kind: EntityKind,
  wanted: EntityFile,
  present: EntityFile | undefined,
): FieldDifference[] {
  return FIELDS[kind].flatMap((field) => {
    const change = compareField(field, wanted, present);
    return change ? [{ field, change }] : [];
  });
}

/** The fields in a field that the target does not have. */
function unsupportedInside(
  kind: EntityKind,
  field: FieldOfEntity,
  file: EntityFile,
  changeKind: ChangeKind,
  capabilities: Capabilities,
): string[] {
  if (field.path === GRAPH && !capabilities.hasGraphs) return [];
  const found = new Set<string>();
  for (const { path, leaf } of leavesOf(valueAt(file, field.path))) {
    const paths = path.map((_name, index) => path.slice(0, index + 1));
    const valueOf = (outer: string[]) => (outer.length === path.length ? leaf : {});
    const missing = paths.find(
      (outer) => !capabilities.supports(kind, field, changeKind, outer, valueOf(outer)),
    );
    if (missing) found.add([field.path, ...missing].join('.'));
  }
  return [...found];
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

/** A file without these fields. */
function withoutFields(value: unknown, names: readonly string[], path = ''): unknown {
  if (Array.isArray(value)) return value.map((entry) => withoutFields(entry, names, path));
  if (!isObject(value) || names.length === 0) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const at = path === '' ? name : `${path}.${name}`;
      return names.includes(at) ? [] : [[name, withoutFields(inner, names, at)]];
    }),
  );
}

function hasValueToSet({ from, to }: FieldChange): boolean {
  return to !== null && (to !== false || from === true);
}

/** An alias that an export made of the name says nothing which the name does not. */
function isDerivedAlias(
  kind: EntityKind,
  field: FieldOfEntity,
  { name, file }: ProjectEntity,
  capabilities: Capabilities,
): boolean {
  if (field.path !== 'alias' || capabilities.canRead(kind, field)) return false;
  const made = aliasOf(name);
  const alias = String(file.alias);
  return (
    alias === made || (alias.startsWith(`${made}_`) && /^\d+$/.test(alias.slice(made.length + 1)))
  );
}
