import { isEnumType } from 'graphql';
import type { Platform } from '../../connection/platform';
import type { CallOptions } from '../../graphql/send/endpoint';
import { cleanName, excerpt } from '../../common/text/text';
import { toText, valueAt } from '../../common/text/values';
import { type ProtectRule, findProtectingGlob } from '../files/globs';
import type { ProjectTree } from '../files/projectTree';
import { removeEmpty } from '../files/stableJson';
import { ENTITIES, GRANTS, findReferences } from '../kinds';
import { planVariable, type VariableValues } from '../kinds/variable';
import type { PlanOptions } from '../options';
import {
  compareTechnology,
  type KnownNames,
  resolveContext,
  type Resolved,
  resolveDockerCredentials,
  resolveTechnology,
} from './resolve';
import type { Capabilities } from '../target/schema';
import type { Snapshot } from '../target/snapshot';
import type { TargetProject } from '../target/readTarget';
import {
  type CurrentEntry,
  type Entry,
  type GrantKind,
  isEntityKind,
  PART_OF,
  toEntryPath,
} from '../tree';
import { compareEntity } from './compare';
import {
  addReason,
  block,
  leaveOutOrBlock,
  leaveOutOrBlockEntity,
  type Step,
  type WantedStep,
} from './step';
import { matchVariables } from './match';
import type { Selection } from './selection';

export interface PlanContext {
  platform: Platform;
  tree: ProjectTree;
  project: TargetProject;
  snapshot: Snapshot;
  capabilities: Capabilities;
  knownNames: KnownNames;
  selection: Selection;
  protect: readonly ProtectRule[];
  leaveOut: readonly string[];
  planOptions: PlanOptions;
  variables: VariableValues;
  /** Whether the changes include variables that only the target has. */
  includesExtraneous: boolean;
  /** Paths of entries on the target, and of entries in the files that are planned so far and not blocked. */
  availablePaths: Set<string>;
  /** Paths of entries that the target does not have and that are left out. */
  leftOutPaths: Set<string>;
  options?: CallOptions;
}

export function planEntry(step: Step, context: PlanContext): void {
  const { kind } = step;
  if (kind === 'project') planProject(step, context);
  else if (kind === 'variable') planProjectVariable(step, context);
  else if (!isEntityKind(kind)) planGrant(step, kind, context);
  else if (step.wanted) planEntity(step as WantedStep, context);
}

/**
 * Plans a volume, job, app or pipeline. Each cause that blocks the step is added to `step.reason`. `planPackages` and
 * `fitToTarget` must be called afterward.
 */
function planEntity(step: WantedStep, context: PlanContext): void {
  if (step.isAmbiguous) return;
  const { kind, wanted, current } = step;
  const { capabilities, knownNames, leaveOut, leftOutPaths, availablePaths } = context;
  const references = findReferences(wanted);
  const leftOut = references.find((reference) => leftOutPaths.has(toEntryPath(reference)));
  if (!capabilities.canList(kind)) {
    const why = `This platform does not list its ${kind}s, so a deploy cannot compare them.`;
    return leaveOutOrBlockEntity(step, why, leaveOut);
  }
  if (leftOut) {
    const why = `The ${leftOut.kind} "${excerpt(leftOut.key)}" is left out.`;
    return leaveOutOrBlockEntity(step, why, leaveOut);
  }
  if (ENTITIES[kind].hasTechnology) resolveNamesOrBlock(step, knownNames);
  planVariables(step, context);
  compareEntity(step);
  addReason(step, explainNotCompared(wanted, current));
  if (kind === 'job' && !current) checkCategory(step, knownNames);
  if (kind === 'pipeline' && !current && references.length === 0) {
    block(step, 'A pipeline needs at least one job.');
  }
  const missing = references.filter((reference) => !availablePaths.has(toEntryPath(reference)));
  for (const reference of missing) {
    const name = excerpt(reference.key);
    block(
      step,
      reference.kind === 'job'
        ? `There is no job with the alias "${name}" to run.`
        : `There is no volume "${name}" to link.`,
    );
  }
}

/**
 * Finds the technology, context and Docker credential that the files name. No platform can change the technology of an existing
 * entity, so a different technology in the files blocks the step.
 */
function resolveNamesOrBlock(step: WantedStep, knownNames: KnownNames): void {
  const { kind, wanted, current } = step;
  const technology = current
    ? knownNames.technologies.get(current.technologyId?.toLowerCase() ?? '')
    : takeOrBlock(step, resolveTechnology(wanted, knownNames));
  step.technologyId = technology?.id;
  step.technologyChange = current && compareTechnology(wanted, technology, knownNames);
  if (step.technologyChange) {
    const { field, from, to } = step.technologyChange;
    const [before, after] = [from, to].map((name) => `"${excerpt(toText(name) ?? '')}"`);
    const subject =
      field === 'technology.label' ? 'Its technology' : 'The repository of its technology';
    const why = `${subject} on the target is ${before} and cannot be changed to ${after}.`;
    block(step, `${why} Delete the ${kind} there first.`);
  }
  if (kind === 'app' && step.action !== 'blocked') {
    step.contextId = takeOrBlock(step, resolveContext(wanted.doc, technology));
  }
  step.dockerCredentialsId = takeOrBlock(step, resolveDockerCredentials(wanted.doc, knownNames));
}

function takeOrBlock<T>(step: WantedStep, resolved: Resolved<T>): T | undefined {
  if ('found' in resolved) return resolved.found;
  block(step, resolved.blocked);
  return undefined;
}

function planVariables(step: WantedStep, context: PlanContext): void {
  const { kind, key, wanted, current } = step;
  const { capabilities, includesExtraneous, variables, protect, leaveOut } = context;
  const scope = ENTITIES[kind].variableScope;
  if (!scope || !context.tree.include.includes('variables')) return;
  if (!capabilities.hasVariables(scope)) {
    if (wanted.variables.length > 0) leaveOutOrBlock(step, ['variables'], leaveOut);
    return;
  }
  const all = matchVariables(wanted.variables, current?.variables ?? []);
  const isProtected = findProtectingGlob(protect, toEntryPath(step), 'delete') !== undefined;
  if (isProtected && includesExtraneous && all.some(({ action }) => action === 'extraneous')) {
    addReason(step, 'It is protected. Variables that are not in the files are kept.');
  }
  const planned = all.filter(
    (variable) => variable.wanted !== undefined || (includesExtraneous && !isProtected),
  );
  for (const variable of planned) {
    planVariable(variable, variables, key);
    const { action, name, reason } = variable;
    if (reason === undefined) continue;
    const sentence = `Variable "${excerpt(name)}": ${reason}`;
    if (action === 'blocked') block(step, sentence);
    else addReason(step, sentence);
  }
  step.variables = planned.filter(({ action }) => action !== 'unchanged');
}

/** Blocks a job without a category. An unknown category gets only a remark, since platforms may not list all categories. */
function checkCategory(step: WantedStep, { jobCategories }: KnownNames): void {
  const category = toText(step.wanted.doc.category);
  if (category === undefined) block(step, 'The files do not contain its category.');
  else if (jobCategories.length > 0 && !jobCategories.includes(category)) {
    const listed = excerpt(jobCategories.join(', '));
    const why = `The target lists no job category "${cleanName(category)}".`;
    addReason(step, `${why} It lists: ${listed}.`);
  }
}

/** Returns a sentence that lists the fields that the files contain but the platform does not return. */
export function explainNotCompared(
  { doc }: Pick<Entry, 'doc'>,
  current: CurrentEntry | undefined,
): string | undefined {
  const paths = (current?.notReturned ?? []).filter(
    (path) => removeEmpty(valueAt(doc, path)) !== undefined,
  );
  if (paths.length === 0) return undefined;
  return `Not compared, because the target does not return it: ${paths.join(', ')}.`;
}

function planProject(
  step: Step,
  { project, capabilities, leaveOut, selection }: PlanContext,
): void {
  const { wanted, current } = step;
  step.name = project.name;
  const to = selection.includes(toEntryPath(step)) ? wanted?.doc.description : undefined;
  const from = toText(current?.doc.description);
  const differs = typeof to === 'string' && to.trim() !== (from ?? '').trim();
  if (!current && !capabilities.hasMutation('createProject')) {
    block(step, 'This platform cannot create projects.');
  } else if (current && differs && !capabilities.hasMutation('editProject')) {
    return leaveOutOrBlock(step, ['description'], leaveOut);
  }
  if (!differs) return;
  step.changes = [{ field: 'description', from: from ?? null, to }];
  if (current) step.action = 'update';
}

function planProjectVariable(
  step: Step,
  { capabilities, leaveOut, variables, includesExtraneous }: PlanContext,
): void {
  if (!capabilities.hasVariables('PROJECT')) {
    step.action = 'unchanged';
    leaveOutOrBlock(step, ['variables'], leaveOut);
  } else if (step.wanted || includesExtraneous) planVariable(step, variables);
}

function planGrant(
  step: Step,
  kind: GrantKind,
  { snapshot: { grants }, capabilities, leaveOut, knownNames, planOptions }: PlanContext,
): void {
  const { wanted, current } = step;
  const before = toText(current?.doc.role);
  if (!wanted) {
    step.grant = current;
    const isShown = planOptions.deleteExtraneous && before !== undefined;
    if (isShown) step.changes = [{ field: 'role', from: before, to: null }];
    return;
  }
  const resolved = GRANTS[kind].resolve(wanted, knownNames);
  const setting = GRANTS[kind].findSetting(wanted);
  if (!capabilities.findProjectSettingType(setting)) {
    step.action = 'unchanged';
    return leaveOutOrBlock(step, [PART_OF[kind]], leaveOut);
  }
  if ('blocked' in resolved) return block(step, resolved.blocked);
  step.grant = resolved;
  const forAllProjects = grants
    ?.get(kind)
    ?.find(({ id, isForAllProjects }) => isForAllProjects && id === resolved.id);
  if (forAllProjects) {
    const platformRole = toText(forAllProjects.doc.role);
    const roleText = platformRole === undefined ? '' : ` as ${excerpt(platformRole)}`;
    step.action = 'unchanged';
    return addReason(
      step,
      `It has access to all projects${roleText}. A deploy does not change that.`,
    );
  }
  const role = toText(wanted.doc.role);
  if (role === undefined || before === role) return;
  if (current) step.action = 'update';
  step.changes = [{ field: 'role', from: before ?? null, to: role }];
  const type = capabilities.findProjectSettingType(setting, ['role']);
  const roles = isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
  if (roles.length > 0 && !roles.includes(role)) {
    const why = `The target does not have the role "${cleanName(role)}".`;
    block(step, `${why} It has: ${excerpt(roles.join(', '))}.`);
  }
}
