import { textOf, valueAt } from '../../text/values';
import { excerpt } from '../../text/text';
import type { Capabilities } from '../target/capabilities';
import { isPartial, type FieldChange } from './compare';
import type { VariableChange, VariableComparison } from './compareVariables';
import { rowIn, type Graph } from '../files/graph';
import type { Protection } from '../files/globs/protection';
import { entityPath } from '../files/globs/entityPaths';
import type { Match } from './match';
import { unsupportedReason, leftOutReason, type LeaveOut } from './leaveOut';
import { leafChanges } from './leaves';
import { PART_OF, type EntityKind } from '../files/model';
import {
  resolveContext,
  resolveDockerCredentials,
  resolveTechnology,
  type KnownNames,
  type Resolved,
} from './resolve';
import type { EntityStep } from './steps';
import { changedFields, checkSupport, hasNothingToRun, type Support } from './support';

/** What planning one entity needs to know of all others. */
export interface PlanContext {
  capabilities: Capabilities;
  knownNames: KnownNames;
  variables: VariableComparison;
  /** Whether variables that the files do not name are among the changes. */
  includesExtraneous: boolean;
  /** Whether variables are among what the files tell. */
  hasVariables: boolean;
  /** Keys of jobs and volumes that will be there. */
  willExist(kind: 'job' | 'volume', key: string): boolean;
  /** Keys of jobs and volumes that the files name and that are left out. */
  isLeftOut(kind: 'job' | 'volume', key: string): boolean;
  leaveOut: LeaveOut;
  protection: Protection;
}

/** What carrying out the files means for one entity; packages are not looked at. */
export function planEntity(kind: EntityKind, match: Match, context: PlanContext): EntityStep {
  const { present } = match;
  const { capabilities, leaveOut, hasVariables } = context;
  const support = checkSupport(kind, match, capabilities, leaveOut, hasVariables);
  const { wanted, unsupported, leftOut, unchangeable } = support;
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
  if (match.candidateCount !== undefined) {
    blocked.push(
      `The target has ${match.candidateCount} entries named "${excerpt(wanted.name)}". Use different names or aliases for them.`,
    );
    return { ...step, action: 'blocked', isOtherEntity: true, reason: blocked.join(' ') };
  }
  const resolved = resolveNames(kind, { wanted, present }, context);
  blocked.push(...resolved.blocked);
  if (resolved.isOtherEntity) step.isOtherEntity = true;
  const changeKind = present ? 'change' : 'create';
  for (const { field, change } of changedFields(kind, { wanted, present }, capabilities)) {
    if (!capabilities.supports(kind, field, changeKind)) continue;
    step.fields.push(field);
    step.changes.push(...leafChanges(change, isPartial(field)));
  }
  const isSet = (path: string) => step.fields.some((field) => field.path === path);
  const isPaused = wanted.file.isScheduled === false;
  if (isPaused && isSet('cronScheduling') && !isSet('isScheduled') && !present) {
    blocked.push('The target does not support paused schedules.');
  }
  step.variables = planVariables(kind, { wanted, present }, context, reasons);
  for (const variable of step.variables) {
    step.changes.push(...variable.changes.map((change) => changeOfVariable(variable, change)));
    if (variable.action === 'blocked') {
      blocked.push(`Variable "${excerpt(variable.name)}": ${variable.reason ?? ''}`);
    }
  }
  if (kind === 'job' && !present && textOf(wanted.file.category) === undefined) {
    blocked.push('The files do not contain its category.');
  }
  blocked.push(...missingParts(kind, step, context));
  const isChange = step.changes.length > 0;
  if (present === undefined || isChange) {
    step.action = present ? 'update' : 'create';
    if (!hasMutationsFor(kind, step, capabilities)) {
      const why = `This platform cannot ${present ? 'change' : 'create'} ${kind}s.`;
      return blockOrLeaveOut(step, why, context);
    }
  }
  const why = whyUnsupported(kind, step, support, context);
  if (why !== undefined) return blockOrLeaveOut(step, why, context);
  if (unsupported.length > 0) {
    blocked.push(unsupportedReason(support.describe(unsupported)));
    step.unsupported = unsupported;
  }
  if (leftOut.length > 0) {
    reasons.push(leftOutReason(support.describe(leftOut)));
  }
  if (unchangeable.length > 0) {
    reasons.push(`The target cannot set ${unchangeable.join(', ')}. It is not changed.`);
  }
  if (blocked.length > 0) step.action = 'blocked';
  const reason = [...blocked, ...reasons].join(' ');
  return { ...step, ...resolved.ids, ...(reason !== '' && { reason }) };
}

/** Blocks something that the target does not support at all, or leaves it out where that is chosen. */
function blockOrLeaveOut(step: EntityStep, why: string, { leaveOut }: PlanContext): EntityStep {
  const part = PART_OF[step.kind];
  const nothing = { ...step, changes: [], fields: [], variables: [] };
  return leaveOut.has(part)
    ? { ...nothing, action: 'unchanged', isLeftOut: true, reason: `Left out: ${why}` }
    : { ...step, action: 'blocked', reason: why, unsupported: [part] };
}

/** Why the target does not support an entity at all; undefined where it does. */
function whyUnsupported(
  kind: EntityKind,
  { wanted, present }: EntityStep,
  support: Support,
  { capabilities, isLeftOut }: PlanContext,
): string | undefined {
  if (!capabilities.hasKind(kind)) {
    return `This platform does not list its ${kind}s, so a deploy cannot compare them.`;
  }
  if (
    wanted &&
    (kind === 'job' || kind === 'app') &&
    !present &&
    hasNothingToRun(wanted, support)
  ) {
    return `This platform does not return what its ${kind}s run.`;
  }
  const refersTo = (what: 'job' | 'volume', keys: readonly string[]) => {
    const gone = keys.find((key) => isLeftOut(what, key));
    return gone === undefined ? undefined : `The ${what} "${excerpt(gone)}" is left out.`;
  };
  if (kind === 'app') {
    const volumes = (valueAt(wanted?.file, 'version.volumes') ?? []) as Record<string, unknown>[];
    const keys = volumes.map(({ volume }) => textOf(volume) ?? '');
    return capabilities.hasKind('volume') ? refersTo('volume', keys) : undefined;
  }
  if (kind !== 'pipeline') return undefined;
  const graph = valueAt(wanted?.file, 'version.graph') as Graph | undefined;
  if (!capabilities.hasGraphs && graph && rowIn(graph) === undefined) {
    return 'This platform has no graphs. The jobs of a pipeline run one after the other.';
  }
  if (support.ofGraph.length > 0) {
    return `The target does not support its graph: ${support.ofGraph.join(', ')}.`;
  }
  const keys = (graph?.jobs ?? []).map(({ job }) => job);
  return refersTo('job', keys);
}

function hasMutationsFor(
  kind: EntityKind,
  { present, fields }: EntityStep,
  capabilities: Capabilities,
): boolean {
  if (!present) return capabilities.hasMutationFor(kind, 'create');
  const parts = new Set(fields.map(({ part }) => part));
  return (
    (!parts.has('settings') || capabilities.hasMutationFor(kind, 'change')) &&
    (!parts.has('version') || capabilities.hasMutationFor(kind, 'version'))
  );
}

function changeOfVariable({ name }: VariableChange, { field, from, to }: FieldChange): FieldChange {
  return {
    field: field === 'value' ? `variables.${name}` : `variables.${name}.${field}`,
    from,
    to,
  };
}

function planVariables(
  kind: EntityKind,
  { wanted, present }: Match,
  { capabilities, hasVariables, includesExtraneous, variables, protection }: PlanContext,
  reasons: string[],
): VariableChange[] {
  if (!hasVariables || kind === 'volume') return [];
  if (!capabilities.hasVariablesOf(kind)) {
    return [];
  }
  const there = new Map(present?.variables.map((variable) => [variable.name, variable]));
  const compared = wanted.variables.map((variable) =>
    variables.compare(variable, there.get(variable.name), wanted.key),
  );
  const names = new Set(wanted.variables.map(({ name }) => name));
  const extraneous = [...there.values()].filter(({ name }) => !names.has(name));
  const isKept = protection.deletionGlob(entityPath(kind, wanted.key)) !== undefined;
  if (isKept && includesExtraneous && extraneous.length > 0) {
    reasons.push('It is protected. Variables that are not in the files are kept.');
  }
  const others =
    includesExtraneous && !isKept
      ? extraneous.map((one) => variables.deletion(one, wanted.key))
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

function resolveNames(kind: EntityKind, { wanted, present }: Match, { knownNames }: PlanContext) {
  const blocked: string[] = [];
  const take = <T>(resolved: Resolved<T>): T | undefined => {
    if ('found' in resolved) return resolved.found;
    blocked.push(resolved.blocked);
    return undefined;
  };
  const hasTechnology = kind === 'job' || kind === 'app';
  const technology = hasTechnology
    ? take(resolveTechnology(wanted, present, knownNames))
    : undefined;
  const isOtherEntity = present !== undefined && blocked.length > 0;
  const contextId =
    kind === 'app' && blocked.length === 0 ? take(resolveContext(wanted, technology)) : undefined;
  const dockerCredentialsId = hasTechnology
    ? take(resolveDockerCredentials(wanted, knownNames))
    : undefined;
  return {
    blocked,
    isOtherEntity,
    ids: { technologyId: technology?.id, contextId, dockerCredentialsId },
  };
}

/** What a pipeline or app refers to and will not be there. */
function missingParts(kind: EntityKind, step: EntityStep, context: PlanContext): string[] {
  const file = step.wanted?.file;
  if (kind === 'app') {
    const volumes = (valueAt(file, 'version.volumes') ?? []) as Array<Record<string, unknown>>;
    return volumes
      .map(({ volume }) => textOf(volume) ?? '')
      .filter((volume) => !context.willExist('volume', volume))
      .map((volume) => `There is no volume "${excerpt(volume)}" to link.`);
  }
  if (kind !== 'pipeline') return [];
  const graph = valueAt(file, 'version.graph') as Graph | undefined;
  const jobs = [...new Set((graph?.jobs ?? []).map(({ job }) => job))];
  return [
    ...(jobs.length === 0 && !step.present ? ['A pipeline needs at least one job.'] : []),
    ...jobs
      .filter((job) => !context.willExist('job', job))
      .map((job) => `There is no job with the alias "${excerpt(job)}" to run.`),
  ];
}
