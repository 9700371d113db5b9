import { textOf, valueAt } from '../../text/values';
import { excerpt } from '../../text/text';
import { GRAPH, type Capabilities } from '../target/capabilities';
import { isPartial, leafChanges, type FieldChange } from './compare';
import type { VariableChange, VariableComparison } from './compareVariables';
import { rowIn, type Graph } from '../files/graph';
import type { Protection } from '../files/globs';
import { entityPath, PART_OF, referencesOf, type EntityKind, type Reference } from '../files/model';
import type { Match } from './match';
import { unsupportedReason, leftOutReason, type LeaveOut } from './leaveOut';
import {
  resolveContext,
  resolveDockerCredentials,
  resolveTechnology,
  type KnownNames,
  type Resolved,
} from './resolve';
import type { EntityStep } from './steps';
import { checkSupport, hasNothingToRun, type Support } from './support';

/** What planning one entity needs to know of all others. */
export interface PlanContext {
  capabilities: Capabilities;
  knownNames: KnownNames;
  variables: VariableComparison;
  /** Whether variables that the files do not name are among the changes. */
  includesExtraneous: boolean;
  /** Whether variables are among what the files tell. */
  hasVariables: boolean;
  /** Whether a job or volume will be there. */
  willExist(reference: Reference): boolean;
  /** Whether a job or volume that the files name is left out. */
  isLeftOut(reference: Reference): boolean;
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
    const reason = `The target has ${match.candidateCount} entries named "${excerpt(wanted.name)}". Use different names or aliases for them.`;
    return { ...step, action: 'blocked', isOtherEntity: true, reason };
  }
  const resolved = resolveNames(kind, { wanted, present }, context);
  blocked.push(...resolved.blocked);
  if (resolved.isOtherEntity) step.isOtherEntity = true;
  for (const { field, change } of support.changed) {
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
  blocked.push(...missingParts(step, context));
  const isChange = step.changes.length > 0;
  if (present === undefined || isChange) {
    step.action = present ? 'update' : 'create';
    if (!hasMutationsFor(kind, step, capabilities)) {
      const why = `This platform cannot ${present ? 'change' : 'create'} ${kind}s.`;
      return blockOrLeaveOut(step, why, context);
    }
  }
  const why = whyUnsupported(step, support, context);
  if (why !== undefined) return blockOrLeaveOut(step, why, context);
  if (unsupported.length > 0) {
    blocked.push(unsupportedReason(unsupported));
    step.unsupported = unsupported;
  }
  if (leftOut.length > 0) {
    reasons.push(leftOutReason(leftOut));
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

/** Why the target does not support an entity at all; undefined if it does. */
function whyUnsupported(
  { kind, wanted, present }: EntityStep,
  support: Support,
  { capabilities, isLeftOut }: PlanContext,
): string | undefined {
  if (!capabilities.hasKind(kind)) {
    return `This platform does not list its ${kind}s, so a deploy cannot compare them.`;
  }
  if ((kind === 'job' || kind === 'app') && !present && hasNothingToRun(support)) {
    return `This platform does not return what its ${kind}s run.`;
  }
  const graph = valueAt(wanted?.file, GRAPH) as Graph | undefined;
  if (graph && !capabilities.hasGraphs && rowIn(graph) === undefined) {
    return 'This platform has no graphs. The jobs of a pipeline run one after the other.';
  }
  if (support.ofGraph.length > 0) {
    return `The target does not support its graph: ${support.ofGraph.join(', ')}.`;
  }
  const gone = referencesOf(kind, wanted?.file).find(isLeftOut);
  return gone && `The ${gone.kind} "${excerpt(gone.key)}" is left out.`;
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
  if (!hasVariables || kind === 'volume' || !capabilities.hasVariablesOf(kind)) return [];
  const { key } = wanted;
  const { compared, extraneous } = variables.compare(wanted.variables, present?.variables, key);
  const isKept = protection.deletionGlob(entityPath(kind, key)) !== undefined;
  if (isKept && includesExtraneous && extraneous.length > 0) {
    reasons.push('It is protected. Variables that are not in the files are kept.');
  }
  for (const { action, name, reason } of compared) {
    if (action === 'blocked' || reason === undefined) continue;
    reasons.push(`Variable "${excerpt(name)}": ${reason}`);
  }
  const deleted = includesExtraneous && !isKept ? extraneous : [];
  return [...compared, ...deleted].filter(({ action }) => action !== 'unchanged');
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
function missingParts({ kind, wanted, present }: EntityStep, { willExist }: PlanContext): string[] {
  const references = referencesOf(kind, wanted?.file);
  const isEmpty = kind === 'pipeline' && references.length === 0 && !present;
  return [
    ...(isEmpty ? ['A pipeline needs at least one job.'] : []),
    ...references
      .filter((one) => !willExist(one))
      .map(({ kind: what, key }) =>
        what === 'job'
          ? `There is no job with the alias "${excerpt(key)}" to run.`
          : `There is no volume "${excerpt(key)}" to link.`,
      ),
  ];
}
