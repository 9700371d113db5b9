import { isEnumType } from 'graphql';
import type { Platform } from '../../connection/platform';
import type { CallOptions } from '../../graphql/send/endpoint';
import { excerpt } from '../../text/text';
import { textOf, valueAt } from '../../text/values';
import { protectingGlob, type Protected } from '../files/globs';
import type { ProjectTree } from '../files/projectTree';
import { withoutEmpty } from '../files/stableJson';
import { ENTITIES, GRANTS, referencesOf } from '../kinds';
import type { VariablePlanner } from '../kinds/variable';
import type { PlanOptions } from '../options';
import type { Capabilities } from '../target/schema';
import type { Snapshot } from '../target/snapshot';
import type { TargetProject } from '../target/target';
import { isEntityKind, PART_OF, pathOf, type Current, type Entry, type GrantKind } from '../tree';
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
  technologyChange,
  type KnownNames,
  type Resolved,
} from './resolve';
import type { Selection } from './selection';
import { newStep, type EntityStep, type Step, type WantedStep } from './step';

/** All that the plan of an entry may depend on. */
export interface PlanContext {
  platform: Platform;
  tree: ProjectTree;
  project: TargetProject;
  snapshot: Snapshot;
  capabilities: Capabilities;
  knownNames: KnownNames;
  selection: Selection;
  protect: readonly Protected[];
  leaveOut: LeaveOut;
  planOptions: PlanOptions;
  variables: VariablePlanner;
  /** Whether variables that the files do not have are among the changes. */
  includesExtraneous: boolean;
  /** Paths of entries that will exist after the deploy, as far as is known. */
  existing: Set<string>;
  /** Paths of new entries that are left out. */
  leftOut: Set<string>;
  options?: CallOptions;
}

/** Plans an entry of the files. */
export function planEntry(match: Match, context: PlanContext): Step {
  const { kind } = match.wanted;
  if (isEntityKind(kind)) return planEntity(match, context);
  if (kind === 'project') return planProject(match, context);
  return kind === 'variable' ? planVariable(match, context) : planGrant(match, context);
}

/**
 * Plans a volume, job, app or pipeline. A part that cannot be deployed blocks it; each reason is one sentence of the step. Packages,
 * and what the target does not accept, come later.
 */
function planEntity(match: Match, context: PlanContext): EntityStep {
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
  const { capabilities, includesExtraneous, variables, protect, leaveOut } = context;
  const scope = ENTITIES[kind].variableScope;
  if (!scope || !context.tree.include.includes('variables')) return;
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
  const isKept = protectingGlob(protect, pathOf(step), false) !== undefined;
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

function planProject(
  { wanted, current }: Match,
  { project, capabilities, leaveOut, selection }: PlanContext,
): Step {
  const { description } = selection.includes(pathOf(wanted)) ? wanted.doc : {};
  const from = textOf(current?.doc.description);
  const differs = typeof description === 'string' && description.trim() !== (from ?? '').trim();
  const changes = differs ? [{ field: 'description', from: from ?? null, to: description }] : [];
  const isNew = project.id === undefined;
  const action = isNew ? 'create' : changes.length > 0 ? 'update' : 'unchanged';
  const step = newStep({ ...wanted, name: project.name }, action, { wanted, current, changes });
  if (isNew && !capabilities.hasMutation('createProject')) {
    block(step, 'This platform cannot create projects.');
  } else if (action === 'update' && !capabilities.hasMutation('editProject')) {
    Object.assign(step, { action: 'unchanged', changes: [] });
    leaveOutOrBlock(step, ['description'], leaveOut);
  }
  return step;
}

/** Plans a variable of the project. */
function planVariable(
  { wanted, current }: Match,
  { capabilities, leaveOut, variables }: PlanContext,
): Step {
  if (capabilities.hasVariables('PROJECT')) return variables.plan(wanted, current);
  const step = newStep(wanted, 'unchanged', { wanted });
  leaveOutOrBlock(step, ['variables'], leaveOut);
  return step;
}

/** Plans an entry that the files do not have. */
export function planExtraneous(current: Current, context: PlanContext): Step {
  const { includesExtraneous, planOptions, variables } = context;
  const { kind, doc } = current;
  const step = newStep(current, 'extraneous', { current });
  if (kind === 'variable' && includesExtraneous) {
    step.changes = variables.planExtraneous(current).changes;
  }
  if (kind === 'right' || kind === 'technology') {
    step.grant = current;
    if (planOptions.deleteExtraneous && doc.role !== undefined) {
      step.changes = [{ field: 'role', from: doc.role, to: null }];
    }
  }
  return step;
}

/** Plans a right of a group or an allowed technology. */
function planGrant(
  { wanted, current }: Match,
  { snapshot: { grants }, capabilities, leaveOut, knownNames }: PlanContext,
): Step {
  const kind = wanted.kind as GrantKind;
  const resolved = GRANTS[kind].resolve(wanted, knownNames);
  const step = newStep(wanted, 'unchanged', { wanted, current });
  const setting = GRANTS[kind].settingOf(wanted);
  if ('id' in resolved) step.grant = resolved;
  if (!capabilities.typeOfProjectSetting(setting)) {
    leaveOutOrBlock(step, [PART_OF[kind]], leaveOut);
    return step;
  }
  if ('blocked' in resolved) {
    block(step, resolved.blocked);
    return step;
  }
  const ofPlatform = grants
    ?.get(kind)
    ?.find(({ id, isOfPlatform }) => isOfPlatform && id === resolved.id);
  if (ofPlatform) {
    const itsRole = textOf(ofPlatform.doc.role);
    const role = itsRole === undefined ? '' : ` as ${excerpt(itsRole)}`;
    addReason(step, `It has access to all projects${role}. A deploy does not change that.`);
    return step;
  }
  const role = textOf(wanted.doc.role);
  const before = textOf(current?.doc.role);
  const differs = role !== undefined && before !== role;
  if (current && !differs) return step;
  step.action = current ? 'update' : 'create';
  if (differs) step.changes = [{ field: 'role', from: before ?? null, to: role }];
  const type = capabilities.typeOfProjectSetting(setting, ['role']);
  const roles = isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
  if (role !== undefined && roles.length > 0 && !roles.includes(role)) {
    const why = `The target does not have the role "${excerpt(role, [], 100)}".`;
    block(step, `${why} It has: ${excerpt(roles.join(', '))}.`);
  }
  return step;
}
