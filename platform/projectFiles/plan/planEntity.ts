import { excerpt } from '../../text/text';
import { textOf, valueAt } from '../../text/values';
import type { Protection } from '../files/globs';
import { withoutEmpty } from '../files/stableJson';
import type { Capabilities } from '../target/schema';
import { ENTITIES, referencesOf } from '../kinds';
import type { VariablePlanner } from '../kinds/variable';
import { pathOf, type Current, type Entry, type EntityKind } from '../tree';
import { compareEntity } from './compare';
import {
  addReason,
  block,
  leaveOutOrBlock,
  leaveOutOrBlockEntity,
  type LeaveOut,
} from './decisions';
import type { Match } from './match';
import {
  resolveContext,
  resolveDockerCredentials,
  resolveTechnology,
  type KnownNames,
  type Resolved,
} from './resolve';
import { newStep, type EntityStep, type WantedStep } from './step';

/** The other entities, as far as the plan of one needs them. */
export interface EntityContext {
  capabilities: Capabilities;
  knownNames: KnownNames;
  variables: VariablePlanner;
  /** Whether variables that the files do not have are among the changes. */
  includesExtraneous: boolean;
  /** Whether the files describe variables. */
  hasVariables: boolean;
  leaveOut: LeaveOut;
  protection: Protection;
  /** Paths of entries that will exist after the deploy, as far as is known. */
  existing: Set<string>;
  /** Paths of new entries that are left out. */
  leftOut: Set<string>;
}

/** Plans a volume, job, app or pipeline. Packages and what the target does not accept come later. */
export function planEntity(match: Match, context: EntityContext): EntityStep {
  const { wanted, current, candidateCount } = match;
  const kind = wanted.kind as EntityKind;
  const step = newStep(wanted, current ? 'unchanged' : 'create', { wanted, current }) as WantedStep;
  if (candidateCount !== undefined) {
    step.hasNameConflict = true;
    const why = `The target has ${candidateCount} entries named "${excerpt(wanted.name)}".`;
    block(step, `${why} Use different names or aliases for them.`);
    return step;
  }
  const { leaveOut, capabilities } = context;
  const leftOut = referencesOf(wanted).find((one) => context.leftOut.has(pathOf(one)));
  const why = !capabilities.lists(kind)
    ? `This platform does not list its ${kind}s, so a deploy cannot compare them.`
    : leftOut && `The ${leftOut.kind} "${excerpt(leftOut.key)}" is left out.`;
  if (why !== undefined) {
    leaveOutOrBlockEntity(step, why, leaveOut);
    return step;
  }
  const blocked = resolveNames(step, match, context);
  const { variableScope } = ENTITIES[kind];
  const lacksVariables = variableScope && !capabilities.hasVariables(variableScope);
  if (context.hasVariables && lacksVariables && wanted.variables.length > 0) {
    leaveOutOrBlock(step, ['variables'], leaveOut);
  }
  planVariables(step, match, context);
  for (const { action, name, reason = '' } of step.variables) {
    if (action === 'blocked') blocked.push(`Variable "${excerpt(name)}": ${reason}`);
  }
  compareEntity(step);
  addReason(step, notComparedReason(wanted, current));
  if (kind === 'job' && !current) {
    const category = textOf(wanted.doc.category);
    if (category === undefined) blocked.push('The files do not contain its category.');
    else addReason(step, unknownCategoryReason(category, context.knownNames));
  }
  blocked.push(...missingReferences(match, context));
  if (blocked.length > 0) block(step, blocked.join(' '));
  return step;
}

/** A platform may have categories that it does not list, so an unknown one does not block. */
function unknownCategoryReason(
  category: string,
  { jobCategories = [] }: KnownNames,
): string | undefined {
  if (jobCategories.length === 0 || jobCategories.includes(category)) return undefined;
  const known = excerpt(jobCategories.join(', '));
  return `The target lists no job category "${excerpt(category, [], 100)}". It lists: ${known}.`;
}

/** Names fields of the files that the platform does not return; undefined if there are none. */
export function notComparedReason(
  { doc }: Pick<Entry, 'doc'>,
  current: Current | undefined,
): string | undefined {
  const unread = (current?.notReturned ?? []).filter(
    (path) => withoutEmpty(valueAt(doc, path)) !== undefined,
  );
  if (unread.length === 0) return undefined;
  return `The target does not return ${unread.join(', ')}, so it is not compared.`;
}

function planVariables(step: EntityStep, { wanted, current }: Match, context: EntityContext): void {
  const { kind, key } = step;
  const { capabilities, hasVariables, includesExtraneous, variables, protection } = context;
  const scope = ENTITIES[kind].variableScope;
  if (!hasVariables || !scope || !capabilities.hasVariables(scope)) return;
  const currentByName = new Map((current?.variables ?? []).map((one) => [one.name, one]));
  const compared = wanted.variables.map((variable) =>
    variables.plan(variable, currentByName.get(variable.name), key),
  );
  const names = new Set(wanted.variables.map(({ name }) => name));
  const extraneous = [...currentByName.values()].filter(({ name }) => !names.has(name));
  const isKept = protection.deletionGlob(pathOf(step)) !== undefined;
  if (isKept && includesExtraneous && extraneous.length > 0) {
    addReason(step, 'It is protected. Variables that are not in the files are kept.');
  }
  for (const { action, name, reason } of compared) {
    if (action === 'blocked' || reason === undefined) continue;
    addReason(step, `Variable "${excerpt(name)}": ${reason}`);
  }
  const deleted =
    includesExtraneous && !isKept
      ? extraneous.map((variable) => variables.planExtraneous(variable, key))
      : [];
  step.variables = [...compared, ...deleted].filter(({ action }) => action !== 'unchanged');
}

/** Sets the IDs of the technology, the context and the Docker credential. @returns why they cannot be used */
function resolveNames(
  step: EntityStep,
  { wanted: { doc }, current }: Match,
  { knownNames }: EntityContext,
): string[] {
  const { kind } = step;
  if (!ENTITIES[kind].hasTechnology) return [];
  const blocked: string[] = [];
  const take = <T>(resolved: Resolved<T>): T | undefined => {
    if ('found' in resolved) return resolved.found;
    blocked.push(resolved.blocked);
    return undefined;
  };
  const technology = take(resolveTechnology(doc, current, knownNames));
  step.technologyId = technology?.id;
  if (current && blocked.length > 0) step.hasNameConflict = true;
  if (kind === 'app' && blocked.length === 0) {
    step.contextId = take(resolveContext(doc, technology));
  }
  step.dockerCredentialsId = take(resolveDockerCredentials(doc, knownNames));
  return blocked;
}

/** Returns what a pipeline or app refers to and will not exist. */
function missingReferences({ wanted, current }: Match, { existing }: EntityContext): string[] {
  const references = referencesOf(wanted);
  const isEmpty = wanted.kind === 'pipeline' && references.length === 0 && !current;
  return [
    ...(isEmpty ? ['A pipeline needs at least one job.'] : []),
    ...references
      .filter((one) => !existing.has(pathOf(one)))
      .map(({ kind: what, key }) =>
        what === 'job'
          ? `There is no job with the alias "${excerpt(key)}" to run.`
          : `There is no volume "${excerpt(key)}" to link.`,
      ),
  ];
}
