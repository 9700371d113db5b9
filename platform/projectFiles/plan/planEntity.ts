import { excerpt } from '../../text/text';
import { textOf, valueAt } from '../../text/values';
import { withoutEmpty } from '../files/stableJson';
import { ENTITIES, referencesOf } from '../kinds';
import { pathOf, type Current, type Entry } from '../tree';
import { compareEntity } from './compare';
import type { PlanContext } from './context';
import { addReason, block, leaveOutOrBlock, leaveOutOrBlockEntity } from './decisions';
import type { Match } from './match';
import {
  resolveContext,
  resolveDockerCredentials,
  resolveTechnology,
  technologyChange,
  type Resolved,
} from './resolve';
import { newStep, type EntityStep, type WantedStep } from './step';

/**
 * Plans a volume, job, app or pipeline. What cannot be deployed blocks it; each reason is one sentence of the step. Packages,
 * and what the target does not accept, come later.
 */
export function planEntity(match: Match, context: PlanContext): EntityStep {
  const { wanted, current, candidateCount } = match;
  const { leaveOut } = context;
  const step = newStep(wanted, current ? 'unchanged' : 'create', { wanted, current }) as WantedStep;
  if (candidateCount !== undefined) {
    step.isAmbiguous = true;
    const why = `The target has ${candidateCount} entries named "${excerpt(wanted.name)}".`;
    block(step, `${why} Use different names or aliases for them.`);
    return step;
  }
  const why = unsupportedReason(step, context);
  if (why !== undefined) {
    leaveOutOrBlockEntity(step, why, leaveOut);
    return step;
  }
  resolveIds(step, context);
  planVariables(step, context);
  compareEntity(step);
  addReason(step, notComparedReason(wanted, current));
  if (step.kind === 'job' && !current) checkCategory(step, context);
  for (const missing of missingReferences(match, context)) block(step, missing);
  return step;
}

/** Returns why the target cannot have the entity at all. */
function unsupportedReason(
  { kind, wanted }: WantedStep,
  { capabilities, leftOut }: PlanContext,
): string | undefined {
  if (!capabilities.lists(kind)) {
    return `This platform does not list its ${kind}s, so a deploy cannot compare them.`;
  }
  const other = referencesOf(wanted).find((one) => leftOut.has(pathOf(one)));
  return other && `The ${other.kind} "${excerpt(other.key)}" is left out.`;
}

/** Sets the IDs of the technology, the context and the Docker credential. Blocks another technology: it cannot be changed. */
function resolveIds(step: WantedStep, { knownNames }: PlanContext): void {
  const { kind, wanted, current } = step;
  if (!ENTITIES[kind].hasTechnology) return;
  const take = <T>(resolved: Resolved<T>): T | undefined => {
    if ('found' in resolved) return resolved.found;
    block(step, resolved.blocked);
    return undefined;
  };
  const technology = current
    ? knownNames.technologies.get(current.technologyId?.toLowerCase() ?? '')
    : take(resolveTechnology(wanted, knownNames));
  step.technologyId = technology?.id;
  step.technologyChange = current && technologyChange(wanted, technology, knownNames);
  if (step.technologyChange) {
    const { field, from, to } = step.technologyChange;
    const [before, after] = [from, to].map((name) => `"${excerpt(textOf(name) ?? '')}"`);
    const what =
      field === 'technology.label' ? 'Its technology' : 'The repository of its technology';
    const why = `${what} on the target is ${before} and cannot be changed to ${after}.`;
    block(step, `${why} Delete the ${kind} there first.`);
  }
  if (kind === 'app' && step.action !== 'blocked') {
    step.contextId = take(resolveContext(wanted.doc, technology));
  }
  step.dockerCredentialsId = take(resolveDockerCredentials(wanted.doc, knownNames));
}

/** Plans the variables of an entity. Those that cannot be set block it. */
function planVariables(step: WantedStep, context: PlanContext): void {
  const { kind, key, wanted, current } = step;
  const { capabilities, includesExtraneous, variables, protection, leaveOut } = context;
  const scope = ENTITIES[kind].variableScope;
  if (!context.hasVariables || !scope) return;
  if (!capabilities.hasVariables(scope)) {
    if (wanted.variables.length > 0) leaveOutOrBlock(step, ['variables'], leaveOut);
    return;
  }
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
    if (reason === undefined) continue;
    const sentence = `Variable "${excerpt(name)}": ${reason}`;
    if (action === 'blocked') block(step, sentence);
    else addReason(step, sentence);
  }
  const deleted =
    includesExtraneous && !isKept
      ? extraneous.map((variable) => variables.planExtraneous(variable, key))
      : [];
  step.variables = [...compared, ...deleted].filter(({ action }) => action !== 'unchanged');
}

/** A platform may have categories that it does not list, so an unknown one does not block. */
function checkCategory(
  step: WantedStep,
  { knownNames: { jobCategories = [] } }: PlanContext,
): void {
  const category = textOf(step.wanted.doc.category);
  if (category === undefined) block(step, 'The files do not contain its category.');
  else if (jobCategories.length > 0 && !jobCategories.includes(category)) {
    const known = excerpt(jobCategories.join(', '));
    const why = `The target lists no job category "${excerpt(category, [], 100)}".`;
    addReason(step, `${why} It lists: ${known}.`);
  }
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

/** Returns what a pipeline or app refers to and will not exist. */
function missingReferences({ wanted, current }: Match, { existing }: PlanContext): string[] {
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
