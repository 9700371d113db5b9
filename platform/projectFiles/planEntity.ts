import { textOf } from '../runs/values';
import { excerpt } from '../text';
import type { Abilities } from './abilities';
import { compareField, type FieldChange } from './compare';
import { compareVariable, type VariableChange } from './compareVariables';
import { FIELDS, valueAt, type FieldOfEntity } from './fields';
import { withoutPositions, type Graph } from './graph';
import type { Match } from './match';
import type { EntityKind, VariableFile } from './model';
import { withoutEmpty, canonicalText } from './stableJson';
import {
  resolveContext,
  resolveDockerCredentials,
  resolveTechnology,
  type Offers,
  type Resolved,
} from './resolve';
import type { EntityStep } from './steps';
import { rowOf } from './entities';

/** What planning one entity needs to know of all others. */
export interface Surroundings {
  abilities: Abilities;
  offers: Offers;
  /** What the files can be told to be on this target, by variable. */
  valueFor(name: string, ownerKey?: string): string | undefined;
  deleteExtraneous: boolean;
  /** Whether variables are among what the files tell. */
  hasVariables: boolean;
  /** Keys of jobs and volumes that will be there. */
  isThere(kind: 'job' | 'volume', key: string): boolean;
}

/** What carrying out the files means for one entity; packages are not looked at. */
export function planEntity(kind: EntityKind, match: Match, around: Surroundings): EntityStep {
  const { wanted, present } = match;
  const { abilities } = around;
  const step: EntityStep = {
    kind,
    name: wanted.name,
    ...(kind !== 'volume' && { alias: wanted.key }),
    key: wanted.key,
    action: 'unchanged',
    changes: [],
    wanted,
    present,
    fields: [],
    variables: [],
  };
  const reasons: string[] = [];
  const blocked: string[] = [];
  if (match.takenBy !== undefined) {
    blocked.push(
      `The target has ${match.takenBy} of the name "${excerpt(wanted.name)}", and it is not clear which one is meant. Give them different names or aliases.`,
    );
    return { ...step, action: 'blocked', reason: blocked.join(' ') };
  }
  const resolved = resolveNames(kind, match, around);
  blocked.push(...resolved.blocked);
  const lacking: string[] = [];
  const when = present ? 'change' : 'create';
  for (const field of FIELDS[kind]) {
    const change = compareField(field, fileFor(wanted.file, field, around), present?.file);
    if (!change) continue;
    if (abilities.has(kind, field, when)) {
      step.fields.push(field);
      step.changes.push(change);
    } else if (change.to !== null && (change.to !== false || change.from === true)) {
      lacking.push(field.path);
    }
  }
  const sets = (path: string) => step.fields.some((field) => field.path === path);
  const isPaused = wanted.file.isScheduled === false;
  if (isPaused && sets('cronScheduling') && !sets('isScheduled') && !present) {
    blocked.push('The target cannot be told to keep its schedule paused.');
  }
  step.variables = planVariables(kind, match, around, reasons);
  for (const variable of step.variables) {
    step.changes.push(...variable.changes.map((change) => ofVariable(variable, change)));
    if (variable.action === 'blocked') {
      blocked.push(`Variable "${excerpt(variable.name)}": ${variable.reason ?? ''}`);
    }
  }
  if (kind === 'job' && !present && textOf(wanted.file.category) === undefined) {
    blocked.push('The files do not say its category.');
  }
  blocked.push(...missingParts(kind, step, around));
  const isChange = step.changes.length > 0;
  if (present === undefined || isChange) {
    step.action = present ? 'update' : 'create';
    if (!canDo(kind, step, abilities)) {
      return {
        ...step,
        action: 'blocked',
        reason: `This platform cannot ${present ? 'change' : 'create'} ${kind}s.`,
      };
    }
  }
  if (lacking.length > 0) {
    reasons.push(`The target cannot set ${lacking.join(', ')}: left as it is.`);
  }
  if (blocked.length > 0) step.action = 'blocked';
  const reason = [...blocked, ...reasons].join(' ');
  return { ...step, ...resolved.ids, ...(reason !== '' && { reason }) };
}

function canDo(kind: EntityKind, { present, fields }: EntityStep, abilities: Abilities): boolean {
  if (!present) return abilities.can(kind, 'create');
  const parts = new Set(fields.map(({ part }) => part));
  return (
    (!parts.has('settings') || abilities.can(kind, 'change')) &&
    (!parts.has('version') || abilities.can(kind, 'version'))
  );
}

function ofVariable({ name }: VariableChange, { field, from, to }: FieldChange): FieldChange {
  return {
    field: field === 'value' ? `variables.${name}` : `variables.${name}.${field}`,
    from,
    to,
  };
}

/** What the files say, in the form that this platform has. */
function fileFor(
  file: Record<string, unknown>,
  { path }: FieldOfEntity,
  { abilities }: Surroundings,
): Record<string, unknown> {
  if (path !== 'version.graph' || abilities.hasGraphs) return file;
  const row = rowIn(valueAt(file, path) as Graph | undefined);
  return row ? { version: { graph: rowOf(row) } } : file;
}

/** The jobs of a graph that is a plain row, one after the other; undefined for any other one. */
export function rowIn(graph: Graph | undefined): string[] | undefined {
  const { jobs = [], conditions = [] } = graph ?? {};
  const row = jobs.map(({ job }) => job);
  if (conditions.length > 0) return undefined;
  const bare = withoutPositions({ jobs }).jobs;
  const form = (value: unknown) => canonicalText(withoutEmpty(value) ?? null);
  return form({ jobs: bare }) === form(rowOf(row)) ? row : undefined;
}

function planVariables(
  kind: EntityKind,
  { wanted, present }: Match,
  { abilities, hasVariables, deleteExtraneous, valueFor }: Surroundings,
  reasons: string[],
): VariableChange[] {
  if (!hasVariables || kind === 'volume') return [];
  if (!abilities.hasVariablesOf(kind)) {
    if (wanted.variables.length > 0) reasons.push(`The target has no variables of ${kind}s.`);
    return [];
  }
  const there = new Map(present?.variables.map((variable) => [variable.name, variable]));
  const compared = wanted.variables.map((variable) =>
    compareVariable(variable, there.get(variable.name), valueFor(variable.name, wanted.key)),
  );
  const names = new Set(wanted.variables.map(({ name }) => name));
  const others = deleteExtraneous
    ? [...there.values()].filter(({ name }) => !names.has(name)).map(deletion)
    : [];
  reasons.push(
    ...compared.flatMap(({ action, name, reason }) =>
      action === 'blocked' || reason === undefined
        ? []
        : [`Variable "${excerpt(name)}": ${reason}`],
    ),
  );
  return [...compared, ...others].filter(({ action }) => action !== 'unchanged');
}

export function deletion({ name, value }: VariableFile): VariableChange {
  return { name, action: 'delete', changes: [{ field: 'value', from: value ?? null, to: null }] };
}

function resolveNames(kind: EntityKind, { wanted, present }: Match, { offers }: Surroundings) {
  const blocked: string[] = [];
  const take = <T>(resolved: Resolved<T>): T | undefined => {
    if ('found' in resolved) return resolved.found;
    blocked.push(resolved.blocked);
    return undefined;
  };
  const hasTechnology = kind === 'job' || kind === 'app';
  const technology = hasTechnology ? take(resolveTechnology(wanted, present, offers)) : undefined;
  const contextId =
    kind === 'app' && blocked.length === 0 ? take(resolveContext(wanted, technology)) : undefined;
  const dockerCredentialsId = hasTechnology
    ? take(resolveDockerCredentials(wanted, offers))
    : undefined;
  return { blocked, ids: { technologyId: technology?.id, contextId, dockerCredentialsId } };
}

/** What a pipeline or app refers to and will not be there. */
function missingParts(kind: EntityKind, step: EntityStep, around: Surroundings): string[] {
  const file = step.wanted?.file;
  if (kind === 'app') {
    const volumes = (valueAt(file, 'version.volumes') ?? []) as Array<Record<string, unknown>>;
    return volumes
      .map(({ volume }) => textOf(volume) ?? '')
      .filter((volume) => !around.isThere('volume', volume))
      .map((volume) => `There is no volume "${excerpt(volume)}" that could be linked.`);
  }
  if (kind !== 'pipeline') return [];
  const graph = valueAt(file, 'version.graph') as Graph | undefined;
  const jobs = [...new Set((graph?.jobs ?? []).map(({ job }) => job))];
  const isRow = around.abilities.hasGraphs || rowIn(graph) !== undefined;
  return [
    ...(jobs.length === 0 && !step.present ? ['A pipeline needs at least one job.'] : []),
    ...(isRow
      ? []
      : ['This platform has no graphs: there, the jobs of a pipeline run one after the other.']),
    ...jobs
      .filter((job) => !around.isThere('job', job))
      .map((job) => `There is no job with the alias "${excerpt(job)}" that could run.`),
  ];
}
