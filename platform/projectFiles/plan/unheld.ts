import { isObject, valueAt } from '../../text/values';
import type { Abilities } from '../target/abilities';
import { compareField, type FieldChange } from './compare';
import { FIELDS, type FieldOfEntity } from '../files/fields';
import { hasPositions, rowIn, rowOf, withoutPositions, type Graph } from '../files/graph';
import { POSITIONS, type LeaveOut } from './leaveOut';
import type { Match } from './match';
import type { EntityFile, EntityKind, ProjectEntity } from '../files/model';
import { aliasOf } from '../files/names';
import { withoutEmpty } from '../files/stableJson';
import { nameOfUnheld, unheldInside, withoutInside, type UnheldInside } from './unheldInside';

/** What the files say of one entity, beside what the target can hold of that. */
export interface Held {
  /** The entity without what is left out. */
  wanted: ProjectEntity;
  /** What the target cannot hold and nobody chose to leave out. */
  unheld: string[];
  /** What is left out. */
  leftOut: string[];
  /** What can be set of new ones alone: it stays as it is. */
  unchangeable: string[];
  /** What the target cannot hold of the graph, without which it would be another one. */
  ofGraph: string[];
  /** The names of all that is not held, beside the words in it that the target does not know. */
  told(names: readonly string[]): string[];
}

/** Finds what the target cannot hold of what the files say. */
export function holdable(
  kind: EntityKind,
  { wanted, present }: Match,
  abilities: Abilities,
  leaveOut: LeaveOut,
  hasVariables: boolean,
): Held {
  const unheld: string[] = [];
  const unchangeable: string[] = [];
  const inside: UnheldInside[] = [];
  const when = present ? 'change' : 'create';
  for (const field of FIELDS[kind]) {
    const change = compareField(field, inFormOf(wanted.file, field, abilities), present?.file);
    if (!change || !saysAnything(change)) continue;
    if (abilities.has(kind, field, when)) {
      const isLookedInto = field.path !== 'version.graph' || abilities.hasGraphs;
      const value = isLookedInto ? valueAt(wanted.file, field.path) : undefined;
      inside.push(...unheldInside(kind, field, value, when, abilities));
      continue;
    }
    if (present && abilities.has(kind, field, 'create')) unchangeable.push(field.path);
    else if (!isOnlyAName(kind, field, wanted, abilities)) unheld.push(field.path);
  }
  const graph = valueAt(wanted.file, 'version.graph') as Graph | undefined;
  if (graph && hasPositionsIn(graph) && !abilities.hasPositions) unheld.push(POSITIONS);
  const lacksVariables = kind !== 'volume' && !abilities.hasVariablesOf(kind);
  if (hasVariables && lacksVariables && wanted.variables.length > 0) unheld.push('variables');
  const isOfGraph = ({ name }: UnheldInside) => name.startsWith('version.graph.');
  const inFields = inside.filter((one) => !isOfGraph(one));
  const names = [...new Set([...unheld, ...inFields.map(({ name }) => name)])];
  const leftOut = names.filter((name) => leaveOut.has(name));
  const parts = inFields.filter(({ name }) => leaveOut.has(name));
  return {
    wanted: withoutParts(without(wanted, leftOut), kind, parts),
    unheld: names.filter((name) => !leaveOut.has(name)),
    leftOut,
    unchangeable,
    ofGraph: inside.filter(isOfGraph).map(nameOfUnheld),
    told: (some) =>
      some.flatMap((name) => {
        const ofName = inFields.filter((one) => one.name === name).map(nameOfUnheld);
        return ofName.length > 0 ? ofName : [name];
      }),
  };
}

/** Whether nothing of what the files say that it runs is held: it would be a shell. */
export function isShell(wanted: ProjectEntity, { unheld, leftOut }: Held): boolean {
  const version = withoutEmpty(wanted.file.version);
  const said = isObject(version) ? Object.keys(version) : [];
  const lost = [...unheld, ...leftOut];
  return said.length > 0 && said.every((name) => lost.includes(`version.${name}`));
}

/** What the files say, in the form that this platform has. */
export function inFormOf(
  file: EntityFile,
  { path }: FieldOfEntity,
  { hasGraphs, hasPositions: keepsPositions }: Abilities,
): EntityFile {
  const graph = valueAt(file, path) as Graph | undefined;
  if (path !== 'version.graph' || !graph) return file;
  const row = hasGraphs ? undefined : rowIn(graph);
  if (row) return { version: { graph: rowOf(row) } };
  return keepsPositions ? file : { version: { graph: withoutPositions(graph) } };
}

function withoutParts(
  wanted: ProjectEntity,
  kind: EntityKind,
  parts: readonly UnheldInside[],
): ProjectEntity {
  if (parts.length === 0) return wanted;
  const paths = FIELDS[kind].map(({ path }) => path);
  const isPart = (path: string) => parts.some(({ name }) => name.startsWith(`${path}.`));
  const kept = (fields: unknown, prefix: string) =>
    Object.fromEntries(
      Object.entries(isObject(fields) ? fields : {}).map(([name, value]) => {
        const path = `${prefix}${name}`;
        const isField = paths.includes(path) && isPart(path);
        return [name, isField ? withoutInside(path, value, parts) : value];
      }),
    );
  const { version, ...settings } = wanted.file;
  const file = {
    ...kept(settings, ''),
    ...(version !== undefined && { version: kept(version, 'version.') }),
  };
  return { ...wanted, file };
}

function saysAnything({ from, to }: FieldChange): boolean {
  return to !== null && (to !== false || from === true);
}

function hasPositionsIn(graph: Graph): boolean {
  return hasPositions({ jobs: graph.jobs ?? [], conditions: graph.conditions });
}

/** An alias that an export made of the name says nothing which the name does not. */
function isOnlyAName(
  kind: EntityKind,
  field: FieldOfEntity,
  { name, file }: ProjectEntity,
  abilities: Abilities,
): boolean {
  if (field.path !== 'alias' || abilities.tells(kind, field)) return false;
  const made = aliasOf(name);
  const alias = String(file.alias);
  return (
    alias === made || (alias.startsWith(`${made}_`) && /^\d+$/.test(alias.slice(made.length + 1)))
  );
}

function without(wanted: ProjectEntity, names: readonly string[]): ProjectEntity {
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
