import type { CallOptions } from '../../graphql/send/endpoint';
import { withSchema } from '../../graphql/schema/bySchema';
import type { Platform } from '../../connection/platform';
import { eventLoopYielder } from '../../time/concurrency';
import { Capabilities } from '../target/capabilities';
import { VariableComparison } from './compareVariables';
import { planFingerprint, withRunAfter } from './fingerprint';
import { matchEntities, type Match, type Matches } from './match';
import {
  entityPath,
  GRANT_KINDS,
  grantPath,
  KINDS,
  PART_OF,
  PROJECT_PATH,
  variablePath,
  type EntityKind,
  type ProjectEntity,
  type ProjectModel,
  type Reference,
  type VariableFile,
} from '../files/model';
import type { ParsedFiles } from '../files/parseFiles';
import type { PlanOptions } from '../options';
import { guardRights, planGrants } from './planGrants';
import { planPackages } from './planPackages';
import { blockedOrLeftOut, LeaveOut } from './leaveOut';
import { planEntity, type PlanContext } from './planEntity';
import { checkRequests } from './checkRequests';
import { readTarget, snapshotOfNewProject, type ProjectSnapshot } from '../target/readTarget';
import { planRenames, type Rename } from './renames';
import { findRunAfter, type RunAfter } from './runAfter';
import {
  extraneousReason,
  type EntityStep,
  type ProjectStep,
  type Step,
  type VariableStep,
} from './steps';
import { findTarget, type Target, type TargetProject } from '../target/target';
import { deployedEntities, type DeployedEntity } from '../target/entities';
import { deployedGrants } from '../target/grants';
import { VariableValues } from '../files/variables';
import { Protection } from '../files/globs';
import { blockProtected, blockRefused, planDeletions, type TargetContents } from './safeguards';
import { Selection } from './selection';

/** What deploying the files would do, in the order in which it is done. */
export interface Plan {
  project: TargetProject;
  steps: Step[];
  /** What is renamed before that, one after the other. */
  renames: readonly Rename[];
  /** Another one where the files, the target or the options have changed. */
  fingerprint: string;
  /** Whether it is what was approved; a plan that was made without its run stands for it, too. */
  isApproved(fingerprint: string): boolean;
  /** What is run afterwards, where something is to be. */
  runAfter?: RunAfter;
  /** The target as it was read. */
  snapshot: ProjectSnapshot;
  /** When reading it began, by this machine's clock. */
  readAtMs: number;
  capabilities: Capabilities;
  /** The IDs of jobs and volumes that are there, by the keys that the files know them by. */
  ids: Record<'job' | 'volume', ReadonlyMap<string, string>>;
  /** Plans one entity once more, with what is there by now. */
  planAgain(kind: EntityKind, match: Match): EntityStep;
}

/**
 * Compares the files of a project with a target; changes nothing. Entities are matched by alias, then by name, kind by
 * kind, so that what others refer to is planned before them. Then each request of the deploy is written by the live schema
 * and not sent: what does not fit blocks its step before anything is changed. Deletions come last, in reverse order, and
 * block where they look like a mistake. The same files, target and options give the same fingerprint, whatever the order in
 * which the platform lists things: that is what an approval names. `planAgain` compares one entity with what is there
 * later, and takes for granted what it refers to.
 * @throws InvalidInputError for options that name what is not in the files
 */
export async function planDeploy(
  platform: Platform,
  parsed: ParsedFiles,
  target: Target,
  planOptions: PlanOptions = {},
  options?: CallOptions,
): Promise<Plan> {
  const { model } = parsed;
  const leaveOut = new LeaveOut(planOptions.leaveOut);
  const { deleteExtraneous = false, driftOnly = false } = planOptions;
  const selection = new Selection(planOptions.select, model);
  // A drift report includes protected entries.
  const protection = new Protection(driftOnly ? [] : model.protect);
  const values = new VariableValues(planOptions.variables);
  values.requireKnown(model);
  const found = await findTarget(platform, target, options);
  const readAtMs = Date.now();
  const { include } = model;
  const snapshot =
    found.id === undefined
      ? await snapshotOfNewProject(platform, found.name, include, options)
      : await readTarget(platform, found.id, include, options);
  const project = { id: found.id, name: snapshot.name || found.name };
  const capabilities = await withSchema(
    platform.projects,
    (schema) => new Capabilities(schema),
    options,
  );
  const context = {
    model,
    snapshot,
    capabilities,
    leaveOut,
    knownNames: { ...snapshot, labels: planOptions.technologies ?? new Map<string, string>() },
    variables: new VariableComparison(values, parsed, snapshot),
    deleteExtraneous,
    includesExtraneous: deleteExtraneous || driftOnly,
    hasVariables: model.include.includes('variables'),
    selection,
    protection,
  };
  const { steps: entities, present, ids } = await planEntities(context);
  const steps: Step[] = [
    projectStep(project, context),
    ...planGrants('technology', context),
    ...(context.hasVariables ? variableSteps(context) : []),
    ...entities,
    ...planGrants('right', context),
  ];
  selection.requireMatches();
  await planPackages(platform, parsed, entities, capabilities, planOptions, options);
  blockProtected(steps, protection);
  if (!driftOnly) {
    const { projects: endpoint } = platform;
    await checkRequests(entities, { endpoint, capabilities, options, ids, projectId: project.id });
    const contents = targetContentsOf(present, context);
    planDeletions(steps, model, contents, protection, planOptions);
    blockRefused(entities, contents, planOptions);
    guardRights(steps, snapshot, planOptions);
  }
  const renames = driftOnly ? [] : planRenames(steps, present, planOptions);
  const inOrder = inOrderOfDeploy(steps);
  const runAfter = findRunAfter(entities, present, planOptions);
  const ofChanges = await planFingerprint(parsed, project, snapshot, inOrder, planOptions);
  const fingerprint = withRunAfter(ofChanges, runAfter && planOptions.runAfter);
  const willExist = () => true;
  const planAgain = (kind: EntityKind, match: Match) =>
    planEntity(kind, match, { ...context, willExist, isLeftOut: () => false });
  const isApproved = (given: string) => given === fingerprint || given === ofChanges;
  const what = { project, steps: inOrder, renames, runAfter, snapshot, readAtMs };
  return { ...what, capabilities, ids, fingerprint, isApproved, planAgain };
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

function projectStep(
  { id, name }: TargetProject,
  { model, snapshot, capabilities, leaveOut, selection }: ProjectContext,
): ProjectStep {
  const { description } = selection.includes(PROJECT_PATH) ? model : {};
  const step = { kind: 'project' as const, name, changes: [] };
  const isNew = id === undefined;
  if (isNew && !capabilities.hasMutation('createProject')) {
    return { ...step, action: 'blocked', reason: 'This platform cannot create projects.' };
  }
  const differs = description !== undefined && description.trim() !== snapshot.description?.trim();
  if (!differs) return { ...step, action: isNew ? 'create' : 'unchanged' };
  if (!isNew && !capabilities.hasMutation('editProject')) {
    return { ...step, ...blockedOrLeftOut('description', leaveOut) };
  }
  const change = { field: 'description', from: snapshot.description ?? null, to: description };
  return { ...step, action: isNew ? 'create' : 'update', changes: [change], description };
}

interface ProjectContext extends Omit<PlanContext, 'willExist' | 'isLeftOut'> {
  model: ProjectModel;
  snapshot: ProjectSnapshot;
  deleteExtraneous: boolean;
  selection: Selection;
}

function variableSteps(context: ProjectContext): VariableStep[] {
  const { model, snapshot, variables, deleteExtraneous, selection } = context;
  const isWanted = ({ name }: Pick<VariableFile, 'name'>) => selection.includes(variablePath(name));
  if (!context.capabilities.hasVariablesOf('project')) {
    return model.variables.filter(isWanted).map(({ name }) => {
      const outcome = blockedOrLeftOut('variables', context.leaveOut);
      return { kind: 'variable', name, changes: [], ...outcome };
    });
  }
  const there = snapshot.variables.get(snapshot.id);
  const { compared, extraneous } = variables.compare(model.variables, there);
  return [
    ...compared.filter(isWanted).map((change) => ({ kind: 'variable', ...change }) as VariableStep),
    ...extraneous
      .filter(({ name }) => selection.isSelected(variablePath(name)))
      .map(({ name, changes }): VariableStep => ({
        kind: 'variable',
        name,
        action: 'extraneous',
        changes: context.includesExtraneous ? changes : [],
        reason: extraneousReason(deleteExtraneous),
      })),
  ];
}

async function planEntities(
  context: ProjectContext,
): Promise<{ steps: EntityStep[]; present: TargetEntity[]; ids: Plan['ids'] }> {
  const { model, snapshot, selection, deleteExtraneous } = context;
  const steps: EntityStep[] = [];
  const all: TargetEntity[] = [];
  const keys: Partial<Record<EntityKind, Map<string, string>>> = {};
  const existing = new Set<string>();
  const leftOut = new Set<string>();
  const references = {
    willExist: ({ kind, key }: Reference) => existing.has(entityPath(kind, key)),
    isLeftOut: ({ kind, key }: Reference) => leftOut.has(entityPath(kind, key)),
  };
  const yieldToEventLoop = eventLoopYielder();
  // What others refer to comes before them.
  for (const kind of KINDS) {
    const isIncluded = model.include.includes(PART_OF[kind]);
    const wanted = isIncluded ? model.entities[kind] : [];
    const present = deployedEntities(kind, snapshot, keys);
    const { matches, others } = matchEntities(wanted, present);
    const ofKind = keysAfterMatching(wanted, { matches, others });
    keys[kind] = ofKind;
    for (const key of ofKind.values()) existing.add(entityPath(kind, key));
    all.push(
      ...present.map((entity) => ({ kind, key: ofKind.get(entity.id) ?? entity.key, entity })),
    );
    if (!isIncluded) continue;
    for (const match of matches) {
      const path = entityPath(kind, match.wanted.key);
      if (!selection.includes(path)) continue;
      await yieldToEventLoop();
      const step = planEntity(kind, match, { ...context, ...references });
      steps.push(step);
      if (step.action !== 'blocked') existing.add(path);
      if (step.isLeftOut && !step.present) leftOut.add(path);
    }
    const extraneous = others.filter(({ key }) => selection.isSelected(entityPath(kind, key)));
    steps.push(...extraneous.map((deployed) => extraneousStep(kind, deployed, deleteExtraneous)));
  }
  const idsOf = (kind: EntityKind) =>
    new Map([...(keys[kind] ?? [])].map(([id, key]) => [key, id]));
  return { steps, present: all, ids: { job: idsOf('job'), volume: idsOf('volume') } };
}

type TargetEntity = TargetContents['entities'][number];

function targetContentsOf(
  entities: readonly TargetEntity[],
  { snapshot, selection }: ProjectContext,
): TargetContents {
  const paths = [
    ...entities.map(({ kind, key }) => entityPath(kind, key)),
    ...(snapshot.variables.get(snapshot.id) ?? []).map(({ name }) => variablePath(name)),
    ...GRANT_KINDS.flatMap((kind) =>
      deployedGrants(kind, snapshot).map(({ name }) => grantPath(kind, name)),
    ),
  ];
  return { entities, count: paths.filter((path) => selection.includes(path)).length };
}

/** What entities on the target are called by the files: what these do not name keeps its own key, beside theirs. */
function keysAfterMatching(
  wanted: readonly ProjectEntity[],
  { matches, others }: Matches,
): Map<string, string> {
  const taken = new Set(wanted.map(({ key }) => key));
  return new Map([
    ...matches.flatMap(({ wanted: { key }, present }): Array<[string, string]> =>
      present ? [[present.id, key]] : [],
    ),
    ...others.map(({ id, key }): [string, string] => [id, taken.has(key) ? `${key} (other)` : key]),
  ]);
}

function extraneousStep(
  kind: EntityKind,
  present: DeployedEntity,
  deleteExtraneous: boolean,
): EntityStep {
  const { key, name } = present;
  return {
    kind,
    name,
    ...(kind !== 'volume' && { alias: key }),
    key,
    action: 'extraneous',
    changes: [],
    reason: extraneousReason(deleteExtraneous),
    present,
    fields: [],
    variables: [],
  };
}
