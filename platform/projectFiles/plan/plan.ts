import type { Platform } from '../../connection/platform';
import { withSchema } from '../../graphql/schema/bySchema';
import type { CallOptions } from '../../graphql/send/endpoint';
import { eventLoopYielder } from '../../time/concurrency';
import { Protection } from '../files/globs';
import { requireKnownVariables, VariablePlanner } from '../kinds/variable';
import type { PlanOptions } from '../options';
import { Capabilities } from '../target/schema';
import { currentEntries } from '../target/currentEntries';
import { readTarget, snapshotOfNewProject, type Snapshot } from '../target/readTarget';
import { findTarget, type Target, type TargetProject } from '../target/target';
import {
  isEntityKind,
  KINDS,
  PART_OF,
  pathOf,
  type Current,
  type Entry,
  type Kind,
  type ProjectTree,
} from '../tree';
import { planFingerprint } from './fingerprint';
import { fitToTarget, LATER_ID } from './fit';
import { matchGrants, planGrant } from './grants';
import {
  blockProtected,
  blockRefused,
  guardDeletions,
  guardRights,
  type TargetEntry,
} from './guards';
import { blockedOrLeftOut, LeaveOut } from './leaveOut';
import { matchEntries, type Match, type Matches } from './match';
import { planNames } from './names';
import { planPackages } from './packages';
import { planEntity, type EntityContext } from './planEntity';
import { findRunAfter, type RunAfter } from './runAfter';
import { Selection } from './selection';
import {
  extraneousReason,
  isEntityStep,
  isSent,
  newStep,
  type EntityStep,
  type Ids,
  type Step,
} from './step';

/** The changes that a deploy of the files would make. */
export interface Plan {
  project: TargetProject;
  /** In the order of the deploy. */
  steps: Step[];
  /** Steps whose entity is renamed before anything else is changed, in the order of the renames. */
  renames: readonly EntityStep[];
  /** Differs if the files, the target or the options have changed. */
  fingerprint: string;
  runAfter?: RunAfter;
  /** The target as it was read. */
  snapshot: Snapshot;
  capabilities: Capabilities;
  /** The IDs of existing jobs and volumes, by the keys by which the files know them. */
  ids: Ids;
}

/**
 * Compares the files of a project with a target, and changes nothing:
 * 1. reads the target;
 * 2. matches and compares the entries kind by kind, in the order in which they refer to each other;
 * 3. writes each request by the live schema, without sending it, and leaves out or blocks what does not fit;
 * 4. blocks or keeps what the guards protect;
 * 5. identifies the result by a fingerprint, which an approval names.
 * @throws InvalidInputError for options that name entries that do not exist
 */
export async function planDeploy(
  platform: Platform,
  tree: ProjectTree,
  target: Target,
  planOptions: PlanOptions = {},
  options?: CallOptions,
): Promise<Plan> {
  const { include } = tree;
  const { deleteExtraneous = false, driftOnly = false } = planOptions;
  const selection = new Selection(planOptions.select, tree);
  // A drift report includes protected entries.
  const protection = new Protection(driftOnly ? [] : tree.protect);
  const values = planOptions.variables ?? new Map<string, string>();
  requireKnownVariables(values, tree);
  const found = await findTarget(platform, target, options);
  const snapshot =
    found.id === undefined
      ? await snapshotOfNewProject(platform, found.name, include, options)
      : await readTarget(platform, found.id, include, options);
  const project = { id: found.id, name: snapshot.name || found.name };
  // A platform without introspection has shown by now what it lacks.
  const capabilities = await withSchema(
    platform.projects,
    (schema) => new Capabilities(schema),
    options,
  );
  const context = {
    platform,
    tree,
    project,
    snapshot,
    capabilities,
    selection,
    protection,
    planOptions,
    options,
    leaveOut: new LeaveOut(planOptions.leaveOut),
    knownNames: { ...snapshot, labels: planOptions.technologies ?? new Map<string, string>() },
    variables: new VariablePlanner(values, tree, [...snapshot.variables.values()].flat()),
    includesExtraneous: deleteExtraneous || driftOnly,
    hasVariables: include.includes('variables'),
  };
  const { steps, entries, ids } = await planEntries(context);
  selection.requireMatches();
  blockProtected(steps, protection);
  let renames: EntityStep[] = [];
  if (!driftOnly) {
    const count = entries.filter(({ key, current: { kind } }) =>
      selection.includes(pathOf({ kind, key })),
    ).length;
    guardDeletions(steps, tree, { entries, count }, protection, planOptions);
    blockRefused(steps.filter(isEntityStep), entries, planOptions);
    guardRights(steps, snapshot, planOptions);
    renames = planNames(steps, entries, planOptions);
  }
  const inOrder = inOrderOfDeploy(steps);
  const runAfter = findRunAfter(steps, entries, planOptions);
  const fingerprint = await planFingerprint(tree, project, snapshot, inOrder, planOptions);
  return { project, steps: inOrder, renames, fingerprint, runAfter, snapshot, capabilities, ids };
}

interface PlanContext extends Omit<EntityContext, 'willExist' | 'isLeftOut'> {
  platform: Platform;
  tree: ProjectTree;
  project: TargetProject;
  snapshot: Snapshot;
  selection: Selection;
  planOptions: PlanOptions;
  options?: CallOptions;
}

async function planEntries(
  context: PlanContext,
): Promise<{ steps: Step[]; entries: TargetEntry[]; ids: Ids }> {
  const { tree, snapshot, selection } = context;
  const steps: Step[] = [];
  const entries: TargetEntry[] = [];
  const keys: Partial<Record<Kind, Map<string, string>>> = {};
  const existing = new Set<string>();
  const leftOut = new Set<string>();
  const references = {
    willExist: (reference: Parameters<typeof pathOf>[0]) => existing.has(pathOf(reference)),
    isLeftOut: (reference: Parameters<typeof pathOf>[0]) => leftOut.has(pathOf(reference)),
  };
  const planContext = { ...context, ...references };
  const yieldToEventLoop = eventLoopYielder();
  for (const kind of KINDS) {
    const isIncluded = kind === 'project' || tree.include.includes(PART_OF[kind]);
    const wanted = isIncluded ? tree.entries[kind] : [];
    const current = currentEntries(kind, snapshot, keys);
    const { matches, others } =
      kind === 'technology' || kind === 'right'
        ? matchGrants(wanted, current, context.knownNames)
        : matchEntries(wanted, current);
    const ofKind = keysAfterMatching(wanted, { matches, others });
    keys[kind] = ofKind;
    for (const key of ofKind.values()) existing.add(pathOf({ kind, key }));
    if (kind !== 'project') {
      entries.push(...current.map((one) => ({ key: ofKind.get(one.id) ?? one.key, current: one })));
    }
    if (!isIncluded) continue;
    const planned: Step[] = [];
    for (const match of matches) {
      if (kind !== 'project' && !selection.includes(pathOf(match.wanted))) continue;
      await yieldToEventLoop();
      planned.push(planEntry(match, planContext));
    }
    if (isEntityKind(kind)) await fitSteps(planned, idsByKey(keys, tree), context);
    for (const step of planned) {
      const path = pathOf(step);
      if (step.action !== 'blocked') existing.add(path);
      if (step.isLeftOut && !step.current) leftOut.add(path);
    }
    steps.push(...planned);
    const extraneous = others.filter((entry) => selection.isSelected(pathOf(entry)));
    steps.push(...extraneous.map((entry) => planExtraneous(entry, context)));
  }
  return { steps, entries, ids: idsByKey(keys) };
}

function planEntry(match: Match, context: PlanContext & EntityContext): Step {
  const { kind } = match.wanted;
  if (isEntityKind(kind)) return planEntity(match, context);
  if (kind === 'project') return planProject(match, context);
  return kind === 'variable' ? planVariable(match, context) : planGrant(match, context);
}

/** Decides about packages, and writes the requests. */
async function fitSteps(
  steps: readonly Step[],
  ids: Ids,
  { platform, tree, project, capabilities, leaveOut, planOptions, options }: PlanContext,
): Promise<void> {
  const jobs = steps.filter(({ kind }) => kind === 'job');
  await planPackages(platform, tree, jobs, capabilities, planOptions, options);
  if (planOptions.driftOnly) return;
  const projectId = project.id ?? LATER_ID;
  const destination = { endpoint: platform.projects, projectId, capabilities, ids, options };
  const yieldToEventLoop = eventLoopYielder();
  for (const step of steps.filter(isSent)) {
    await yieldToEventLoop();
    await fitToTarget(step, destination, leaveOut);
  }
}

/** Returns the IDs of existing jobs and volumes. @param tree adds a placeholder for those that a deploy creates */
function idsByKey(keys: Partial<Record<Kind, Map<string, string>>>, tree?: ProjectTree): Ids {
  const idsOf = (kind: 'job' | 'volume') => {
    const created = tree?.entries[kind].map(({ key }): [string, string] => [key, LATER_ID]) ?? [];
    const existing = [...(keys[kind] ?? [])].map(([id, key]): [string, string] => [key, id]);
    return new Map([...created, ...existing]);
  };
  return { job: idsOf('job'), volume: idsOf('volume') };
}

/** Returns the keys of entries on the target by their IDs. Entries that the files do not have keep theirs. */
function keysAfterMatching(
  wanted: readonly Entry[],
  { matches, others }: Matches,
): Map<string, string> {
  const taken = new Set(wanted.map(({ key }) => key));
  return new Map([
    ...matches.flatMap(({ wanted: { key }, current }): Array<[string, string]> =>
      current ? [[current.id, key]] : [],
    ),
    ...others.map(({ id, key }): [string, string] => [id, taken.has(key) ? `${key} (other)` : key]),
  ]);
}

function planProject(
  { wanted, current }: Match,
  { project, capabilities, leaveOut, selection }: PlanContext,
): Step {
  const { description } = selection.includes(pathOf(wanted)) ? wanted.doc : {};
  const step = newStep({ ...wanted, name: project.name }, 'unchanged', { wanted, current });
  const isNew = project.id === undefined;
  if (isNew && !capabilities.hasMutation('createProject')) {
    return { ...step, action: 'blocked', reason: 'This platform cannot create projects.' };
  }
  const before = current?.doc.description;
  const [from, to] = [before, description].map((text) => (typeof text === 'string' ? text : null));
  const differs = to !== null && to !== undefined && to.trim() !== from?.trim();
  if (!differs) return { ...step, action: isNew ? 'create' : 'unchanged' };
  if (!isNew && !capabilities.hasMutation('editProject')) {
    return { ...step, ...blockedOrLeftOut('description', leaveOut) };
  }
  const change = { field: 'description', from, to };
  return { ...step, action: isNew ? 'create' : 'update', changes: [change] };
}

/** Plans a variable of the project. */
function planVariable(
  { wanted, current }: Match,
  { capabilities, leaveOut, variables }: PlanContext,
): Step {
  if (capabilities.hasVariables('PROJECT')) return variables.plan(wanted, current);
  return newStep(wanted, 'unchanged', { wanted, ...blockedOrLeftOut('variables', leaveOut) });
}

function planExtraneous(current: Current, context: PlanContext): Step {
  const { includesExtraneous, planOptions, variables } = context;
  const { kind, id, doc } = current;
  const { deleteExtraneous = false } = planOptions;
  const reason = extraneousReason(deleteExtraneous);
  const step = newStep(current, 'extraneous', { current, reason });
  if (kind === 'variable') {
    const { changes } = variables.planExtraneous(current);
    return { ...step, changes: includesExtraneous ? changes : [] };
  }
  if (isEntityKind(kind)) return step;
  const isShown = deleteExtraneous && doc.role !== undefined;
  const changes = isShown ? [{ field: 'role', from: doc.role, to: null }] : [];
  return { ...step, changes, grant: { key: id, value: null } };
}

/** Deletions come last, and after them the rights: they may be those of the login. */
function inOrderOfDeploy(all: readonly Step[]): Step[] {
  const isExtraneous = ({ action }: Step) => action === 'extraneous';
  const steps = all.filter(({ kind }) => kind !== 'right');
  const rights = all.filter(({ kind }) => kind === 'right');
  return [
    ...steps.filter((step) => !isExtraneous(step)),
    ...steps.filter(isExtraneous).reverse(),
    ...rights.filter((step) => !isExtraneous(step)),
    ...rights.filter(isExtraneous),
  ];
}
