import type { Platform } from '../../connection/platform';
import { withSchema } from '../../graphql/schema/bySchema';
import type { CallOptions } from '../../graphql/send/endpoint';
import { createEventLoopYielder } from '../../common/time/concurrency';
import type { ProjectTree } from '../files/projectTree';
import { requireKnownVariables } from '../kinds/variable';
import type { PlanOptions } from '../options';
import { Capabilities } from '../target/schema';
import {
  findTarget,
  readSnapshot,
  readSnapshotOfNewProject,
  type Target,
  type TargetProject,
} from '../target/readTarget';
import type { Snapshot } from '../target/snapshot';
import { type Ids, type Kind, KINDS, toEntryPath } from '../tree';
import { computeFingerprint } from './fingerprint';
import { fitToTarget, PLACEHOLDER_ID } from './requests';
import { blockProtected, blockImpossible, guardDeletions, guardRights } from './guards';
import { type EntityStep, addReason, isInFiles, isEntityStep, type Step, willBeSent } from './step';
import { matchTree } from './match';
import { planPackages } from './packages';
import { type PlanContext, planEntry } from './planEntry';
import { planRenames } from './renames';
import { findRunAfter, type RunAfter } from './runAfter';
import { Selection } from './selection';

/** The changes that a deploy of the files would make. */
export interface Plan {
  project: TargetProject;
  /** In the order of the deploy. */
  steps: Step[];
  /** Steps with `renameFirstTo`, in the order of the renames. */
  renames: readonly EntityStep[];
  /** Identifies the plan in an approval. */
  fingerprint: string;
  runAfter?: RunAfter;
  snapshot: Snapshot;
  /** The IDs of existing jobs and volumes, by their keys in the files. */
  ids: Ids;
}

/**
 * Compares the files of a project with a target without changing anything:
 * 1. reads the target;
 * 2. matches and compares the entries kind by kind, each after the kinds that it refers to;
 * 3. prepares each request by the live schema, without sending it. Fields that do not fit are left out, or block their entries;
 * 4. blocks risky changes, and keeps protected and needed entries;
 * 5. computes the fingerprint by which the plan can be approved.
 * @throws InvalidInputError if an option is invalid, or names an entry that does not exist
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
  const values = planOptions.variables ?? new Map<string, string>();
  requireKnownVariables(values, tree);
  const found = await findTarget(platform, target, options);
  const snapshot =
    found.id === undefined
      ? await readSnapshotOfNewProject(platform, found.name, include, options)
      : await readSnapshot(platform, found.id, include, options);
  const project = { id: found.id, name: snapshot.name || found.name };
  // On a platform without introspection, only the requests above show which fields it lacks.
  const capabilities = await withSchema(
    platform.projects,
    (schema) => new Capabilities(schema),
    options,
  );
  const knownNames = {
    ...snapshot,
    labels: planOptions.technologyLabels ?? new Map<string, string>(),
  };
  const context: PlanContext = {
    platform,
    tree,
    project,
    snapshot,
    capabilities,
    selection,
    // A drift report includes protected entries.
    protect: driftOnly ? [] : tree.protect,
    planOptions,
    options,
    leaveOut: planOptions.leaveOut ?? [],
    knownNames,
    variables: { values, passwords: new Set([...tree.passwords, ...listPasswords(snapshot)]) },
    includesExtraneous: deleteExtraneous || driftOnly,
    availablePaths: new Set<string>(),
    leftOutPaths: new Set<string>(),
  };
  const { steps: matched, entries, ids } = matchTree(tree, snapshot, knownNames);
  for (const entry of entries) context.availablePaths.add(toEntryPath(entry));
  const steps = await planEntries(matched, ids, context);
  selection.requireMatches();
  blockProtected(steps, context.protect);
  if (!driftOnly) {
    guardDeletions(steps, entries, context);
    blockImpossible(steps.filter(isEntityStep), entries, planOptions);
    guardRights(steps, snapshot, planOptions);
  }
  const outcome = deleteExtraneous ? 'A deploy deletes it.' : 'It is kept.';
  for (const step of steps.filter(({ action }) => action === 'extraneous')) {
    addReason(step, `It is not in the files. ${outcome}`);
  }
  const renames = driftOnly ? [] : planRenames(steps, entries, planOptions);
  const sorted = sortForDeploy(steps);
  const runAfter = findRunAfter(steps, entries, planOptions);
  const { url } = platform.projects;
  const fingerprint = await computeFingerprint(tree, project, url, sorted, planOptions);
  return { project, steps: sorted, renames, fingerprint, runAfter, snapshot, ids };
}

function listPasswords({ variables }: Snapshot): string[] {
  const all = [...variables.values()].flat();
  return all.flatMap(({ name = '', isPassword }) => (isPassword ? name : []));
}

async function planEntries(
  all: Readonly<Record<Kind, Step[]>>,
  ids: Ids,
  context: PlanContext,
): Promise<Step[]> {
  const { selection, availablePaths, leftOutPaths } = context;
  const isSelected = (step: Step) =>
    step.wanted
      ? step.kind === 'project' || selection.includes(toEntryPath(step))
      : selection.isSelected(toEntryPath(step));
  const steps: Step[] = [];
  const yieldToEventLoop = createEventLoopYielder();
  for (const kind of KINDS) {
    const ofKind = all[kind].filter(isSelected);
    for (const step of ofKind) {
      await yieldToEventLoop();
      planEntry(step, context);
    }
    await fitSteps(ofKind.filter(isEntityStep), ids, context);
    for (const step of ofKind.filter(({ wanted }) => wanted)) {
      if (step.action !== 'blocked') availablePaths.add(toEntryPath(step));
      if (step.isLeftOut && !step.current) leftOutPaths.add(toEntryPath(step));
    }
    steps.push(...ofKind);
  }
  return steps;
}

/** Compares the packages of jobs, and checks by the live schema that the requests of the steps can be sent. */
async function fitSteps(
  steps: readonly EntityStep[],
  existingIds: Ids,
  context: PlanContext,
): Promise<void> {
  const { platform, tree, project, leaveOut, planOptions, options } = context;
  const jobs = steps.filter(isInFiles).filter(({ kind }) => kind === 'job');
  await planPackages(jobs, context);
  if (planOptions.driftOnly) return;
  const projectId = project.id ?? PLACEHOLDER_ID;
  const collectIds = (kind: 'job' | 'volume') =>
    new Map([
      ...tree.entries[kind].map(({ key }) => [key, PLACEHOLDER_ID] as const),
      ...existingIds[kind],
    ]);
  const ids = { job: collectIds('job'), volume: collectIds('volume') };
  const destination = { endpoint: platform.projects, projectId, ids, options };
  const yieldToEventLoop = createEventLoopYielder();
  for (const step of steps.filter(willBeSent)) {
    await yieldToEventLoop();
    await fitToTarget(step, destination, leaveOut);
  }
}

/** Puts deletions after other changes, and rights at the end because the login may lose its own. */
function sortForDeploy(steps: readonly Step[]): Step[] {
  const isExtraneous = ({ action }: Step) => action === 'extraneous';
  const isRight = ({ kind }: Step) => kind === 'right';
  const planned = steps.filter((step) => !isExtraneous(step) && !isRight(step));
  const deleted = steps.filter((step) => isExtraneous(step) && !isRight(step));
  const rights = steps.filter(isRight);
  return [...planned, ...deleted.reverse(), ...rights];
}
