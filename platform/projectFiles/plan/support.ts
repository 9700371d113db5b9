import { isEnumType } from 'graphql';
import { fieldsOf, isObject, valueAt } from '../../text/values';
import { excerpt } from '../../text/text';
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

/** Something that the files want and the target does not support. */
export interface UnsupportedPart {
  /** As a file names it, as `resources.gpu`; in the entries of a list without their numbers. */
  name: string;
  /** The word that the target does not know, if it knows the field. */
  word?: string;
}

/** What the files want of one entity, and how much of it the target supports. */
export interface Support {
  /** The entity without what is left out, in the form that the target has. */
  wanted: ProjectEntity;
  /** What differs on the target and can be set there. */
  changed: FieldDifference[];
  /** What the target does not support and is not to be left out. */
  unsupported: UnsupportedPart[];
  /** What is left out. */
  leftOut: UnsupportedPart[];
  /** What can be set of new ones alone: it stays as it is. */
  unchangeable: string[];
  /** What the target does not support of the graph, without which it would be another one. */
  ofGraph: UnsupportedPart[];
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
  const lacking: UnsupportedPart[] = [];
  const unchangeable: string[] = [];
  const changeKind = present ? 'change' : 'create';
  for (const { field, change } of changedFields(kind, inForm, present?.file)) {
    if (!hasValueToSet(change)) continue;
    if (capabilities.supports(kind, field, changeKind)) {
      lacking.push(...unsupportedInside(kind, field, inForm, changeKind, capabilities));
    } else if (present && capabilities.supports(kind, field, 'create')) {
      unchangeable.push(field.path);
    } else if (!isDerivedAlias(kind, field, given, capabilities)) {
      lacking.push({ name: field.path });
    }
  }
  if (graph && hasPositions(graph) && !capabilities.hasPositions) lacking.push({ name: POSITIONS });
  const lacksVariables = kind !== 'volume' && !capabilities.hasVariablesOf(kind);
  if (hasVariables && lacksVariables && given.variables.length > 0) {
    lacking.push({ name: 'variables' });
  }
  const isOfGraph = ({ name }: UnsupportedPart) =>
    name.startsWith(`${GRAPH}.`) && name !== POSITIONS;
  const inFields = lacking.filter((one) => !isOfGraph(one));
  const leftOut = inFields.filter(({ name }) => leaveOut.has(name));
  const file = withoutParts(inForm, leftOut) as EntityFile;
  return {
    wanted: { ...given, file },
    changed: changedFields(kind, file, present?.file).filter(({ field }) =>
      capabilities.supports(kind, field, changeKind),
    ),
    unsupported: inFields.filter(({ name }) => !leaveOut.has(name)),
    leftOut,
    unchangeable,
    ofGraph: lacking.filter(isOfGraph),
  };
}

/** As reasons name it. */
export function describeUnsupported({ name, word }: UnsupportedPart): string {
  return word === undefined ? name : `${name} (${excerpt(word, [], 100)} is unknown)`;
}

/** Whether the target supports nothing of what the files want it to run: it would be an empty job or app. */
export function hasNothingToRun({
  wanted,
  unsupported,
}: Pick<Support, 'wanted' | 'unsupported'>): boolean {
  const version = withoutEmpty(wanted.file.version);
  const wantedNames = isObject(version) ? Object.keys(version) : [];
  const lacks = (name: string) => unsupported.some((one) => one.name === `version.${name}`);
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

/** What the target does not support of what lies in a field: fields that it does not have, and words that it does not know. */
function unsupportedInside(
  kind: EntityKind,
  field: FieldOfEntity,
  file: EntityFile,
  changeKind: ChangeKind,
  capabilities: Capabilities,
): UnsupportedPart[] {
  if (field.path === GRAPH && !capabilities.hasGraphs) return [];
  const found = new Map<string, UnsupportedPart>();
  for (const { path, leaf } of leavesOf(valueAt(file, field.path))) {
    const paths = path.map((_name, index) => path.slice(0, index + 1));
    const valueOf = (outer: string[]) => (outer.length === path.length ? leaf : {});
    const missing = paths.find(
      (outer) => !capabilities.supports(kind, field, changeKind, outer, valueOf(outer)),
    );
    const name = [field.path, ...(missing ?? path)].join('.');
    if (missing) found.set(name, { name });
    else if (path.length > 0) {
      const type = capabilities.typeToSet(kind, field, changeKind, path, leaf);
      const isUnknown = isEnumType(type) && typeof leaf === 'string' && !type.getValue(leaf);
      if (isUnknown) found.set(`${name} ${leaf}`, { name, word: leaf });
    }
  }
  return [...found.values()];
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

/** A file without these parts. */
function withoutParts(value: unknown, parts: readonly UnsupportedPart[], path = ''): unknown {
  const isGone = (name: string, leaf: unknown) =>
    parts.some((one) => one.name === name && (one.word === undefined || one.word === leaf));
  if (Array.isArray(value)) {
    return value
      .filter((entry) => isObject(entry) || !isGone(path, entry))
      .map((entry) => withoutParts(entry, parts, path));
  }
  if (!isObject(value) || parts.length === 0) return value;
  const named = Object.entries(value).map(([name, inner]) => ({
    name,
    inner,
    at: path === '' ? name : `${path}.${name}`,
  }));
  return Object.fromEntries(
    named
      .filter(({ at, inner }) => !isGone(at, inner))
      .map(({ name, at, inner }) => [name, withoutParts(inner, parts, at)]),
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
