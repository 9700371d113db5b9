import { fieldsOf, isObject, valueAt } from '../../text/values';
import type { Capabilities } from '../target/capabilities';
import { compareField, type FieldChange } from './compare';
import { FIELDS, type FieldOfEntity } from '../files/fields';
import {
  hasPositions,
  rowIn,
  rowOf,
  withoutDefaultConditions,
  withoutPositions,
  type Graph,
} from '../files/graph';
import { POSITIONS, type LeaveOut } from './leaveOut';
import type { Match } from './match';
import type { EntityFile, EntityKind, ProjectEntity } from '../files/model';
import { aliasOf } from '../files/names';
import { withoutEmpty } from '../files/stableJson';
import {
  describeUnsupported,
  findUnsupportedInside,
  withoutUnsupported,
  type UnsupportedPart,
} from './unsupportedInside';

/** What the files say of one entity, and how much of it the target supports. */
export interface Support {
  /** The entity without what is left out. */
  wanted: ProjectEntity;
  /** What the target does not support and nobody chose to leave out. */
  unsupported: string[];
  /** What is left out. */
  leftOut: string[];
  /** What can be set of new ones alone: it stays as it is. */
  unchangeable: string[];
  /** What the target does not support of the graph, without which it would be another one. */
  ofGraph: string[];
  /** Names of unsupported fields as reasons show them: with the words that the target does not know. */
  describe(names: readonly string[]): string[];
}

/** Finds what the target does not support of what the files say. */
export function checkSupport(
  kind: EntityKind,
  { wanted: given, present }: Match,
  capabilities: Capabilities,
  leaveOut: LeaveOut,
  hasVariables: boolean,
): Support {
  const wanted = capabilities.hasConditions ? given : withoutDefaults(given);
  const unsupported: string[] = [];
  const unchangeable: string[] = [];
  const inside: UnsupportedPart[] = [];
  const changeKind = present ? 'change' : 'create';
  for (const { field, change } of changedFields(kind, { wanted, present }, capabilities)) {
    if (!hasValueToSet(change)) continue;
    if (capabilities.supports(kind, field, changeKind)) {
      const isLookedInto = field.path !== 'version.graph' || capabilities.hasGraphs;
      const value = isLookedInto ? valueAt(wanted.file, field.path) : undefined;
      inside.push(...findUnsupportedInside(kind, field, value, changeKind, capabilities));
      continue;
    }
    if (present && capabilities.supports(kind, field, 'create')) unchangeable.push(field.path);
    else if (!isDerivedAlias(kind, field, wanted, capabilities)) unsupported.push(field.path);
  }
  const graph = valueAt(wanted.file, 'version.graph') as Graph | undefined;
  if (graph && hasPositionsIn(graph) && !capabilities.hasPositions) unsupported.push(POSITIONS);
  const lacksVariables = kind !== 'volume' && !capabilities.hasVariablesOf(kind);
  if (hasVariables && lacksVariables && wanted.variables.length > 0) unsupported.push('variables');
  const isOfGraph = ({ name }: UnsupportedPart) => name.startsWith('version.graph.');
  const inFields = inside.filter((one) => !isOfGraph(one));
  const names = [...new Set([...unsupported, ...inFields.map(({ name }) => name)])];
  const leftOut = names.filter((name) => leaveOut.has(name));
  const parts = inFields.filter(({ name }) => leaveOut.has(name));
  return {
    wanted: withoutNestedParts(withoutFields(wanted, leftOut), kind, parts),
    unsupported: names.filter((name) => !leaveOut.has(name)),
    leftOut,
    unchangeable,
    ofGraph: inside.filter(isOfGraph).map(describeUnsupported),
    describe: (some) =>
      some.flatMap((name) => {
        const ofName = inFields.filter((one) => one.name === name).map(describeUnsupported);
        return ofName.length > 0 ? ofName : [name];
      }),
  };
}

/** Whether the target supports nothing of what the files say that it runs: it would be an empty job or app. */
export function hasNothingToRun(wanted: ProjectEntity, { unsupported, leftOut }: Support): boolean {
  const version = withoutEmpty(wanted.file.version);
  const said = isObject(version) ? Object.keys(version) : [];
  const lost = [...unsupported, ...leftOut];
  return said.length > 0 && said.every((name) => lost.includes(`version.${name}`));
}

/** The fields in which what the files say, in the form that the target has, differs from what is there. */
export function changedFields(
  kind: EntityKind,
  { wanted, present }: Pick<Match, 'wanted' | 'present'>,
  capabilities: Capabilities,
): Array<{ field: FieldOfEntity; change: FieldChange }> {
  return FIELDS[kind].flatMap((field) => {
    const file = toSupportedForm(wanted.file, field, capabilities);
    const change = compareField(field, file, present?.file);
    return change ? [{ field, change }] : [];
  });
}

/** What the files say, in the form that this platform has. */
function toSupportedForm(
  file: EntityFile,
  { path }: FieldOfEntity,
  { hasGraphs, hasPositions: keepsPositions }: Capabilities,
): EntityFile {
  const graph = valueAt(file, path) as Graph | undefined;
  if (path !== 'version.graph' || !graph) return file;
  const row = hasGraphs ? undefined : rowIn(graph);
  if (row) return { version: { graph: rowOf(row) } };
  return keepsPositions ? file : { version: { graph: withoutPositions(graph) } };
}

/** Without what such a platform does anyway. */
function withoutDefaults(wanted: ProjectEntity): ProjectEntity {
  const graph = valueAt(wanted.file, 'version.graph') as Graph | undefined;
  if (!graph) return wanted;
  const version = { ...fieldsOf(wanted.file.version), graph: withoutDefaultConditions(graph) };
  return { ...wanted, file: { ...wanted.file, version } };
}

function withoutNestedParts(
  wanted: ProjectEntity,
  kind: EntityKind,
  parts: readonly UnsupportedPart[],
): ProjectEntity {
  if (parts.length === 0) return wanted;
  const paths = FIELDS[kind].map(({ path }) => path);
  const isPart = (path: string) => parts.some(({ name }) => name.startsWith(`${path}.`));
  const kept = (fields: unknown, prefix: string) =>
    Object.fromEntries(
      Object.entries(isObject(fields) ? fields : {}).map(([name, value]) => {
        const path = `${prefix}${name}`;
        const isField = paths.includes(path) && isPart(path);
        return [name, isField ? withoutUnsupported(path, value, parts) : value];
      }),
    );
  const { version, ...settings } = wanted.file;
  const file = {
    ...kept(settings, ''),
    ...(version !== undefined && { version: kept(version, 'version.') }),
  };
  return { ...wanted, file };
}

function hasValueToSet({ from, to }: FieldChange): boolean {
  return to !== null && (to !== false || from === true);
}

function hasPositionsIn(graph: Graph): boolean {
  return hasPositions({ jobs: graph.jobs ?? [], conditions: graph.conditions });
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

function withoutFields(wanted: ProjectEntity, names: readonly string[]): ProjectEntity {
  if (names.length === 0) return wanted;
  const { version, ...settings } = wanted.file;
  const kept = (fields: unknown, prefix: string) =>
    Object.entries(isObject(fields) ? fields : {}).filter(
      ([name]) => !names.includes(`${prefix}${name}`),
    );
  const ofVersion = kept(version, 'version.').map(([name, value]) => [
    name,
    name === 'graph' && names.includes(POSITIONS) ? withoutPositions(value as Graph) : value,
  ]);
  return {
    ...wanted,
    file: {
      ...Object.fromEntries(kept(settings, '')),
      ...(ofVersion.length > 0 && { version: Object.fromEntries(ofVersion) as EntityFile }),
    },
    ...(names.includes('variables') && { variables: [] }),
  };
}
