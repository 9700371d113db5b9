import type { PlatformError } from '../../errors/errors';
import type { CallOptions } from '../../graphql/send/endpoint';
import type { Platform } from '../../connection/platform';
import type { Run } from '../../runs/read/run';
import { DeployRun } from './deployRun';
import { isFailure, type DeployedAction, type DeployedChange } from './outcomes';
import type { ParsedFiles } from '../files/parseFiles';
import { DEPLOY_TIMING, type DeployTiming } from '../deployTiming';
import type { DeployOptions } from '../options';
import { planDeploy, type Plan } from '../plan/plan';
import { plannedChanges } from '../output/describePlan';
import { planChanged, changesAreBlocked } from './refusals';
import { waitForRunsUnderWay, runAfterwards, type RunParent } from './runs';
import { summaryOf, type Summary, type SummaryWords } from '../output/summary';
import { oneDeployAtATime } from './oneDeployAtATime';
import type { Target } from '../target/target';

export interface Deployment {
  projectId: string;
  /** In the order of the plan. */
  changes: DeployedChange[];
  /** What somebody else did to the target, where that stopped the deploy. */
  conflict?: PlatformError;
  /** The run afterwards, once it has ended. */
  run?: { parent: RunParent } & ({ run: Run } | { failure: PlatformError });
  summary: Summary<DeployedAction>;
  /** Of the plan that was carried out. */
  fingerprint: string;
}

/**
 * Brings a project to the state that files describe. Nothing is sent twice where it may have taken effect: what a
 * response does not tell is looked at, and what is missing afterwards is the next deploy's work, which takes up
 * whatever this one has made.
 * @throws PlatformError before anything is changed: where another plan was approved, or something is blocked
 */
export async function deployProject(
  platform: Platform,
  parsed: ParsedFiles,
  target: Target,
  deployOptions: DeployOptions = {},
  options: CallOptions = {},
): Promise<Deployment> {
  const timing = { ...DEPLOY_TIMING, ...deployOptions.timing };
  const { deployment, parent } = await oneDeployAtATime(
    platform,
    target,
    async (found) => await deployNow(platform, parsed, found, deployOptions, timing, options),
    options,
    deployOptions.onWait,
  );
  if (!parent) return deployment;
  try {
    const ended = await runAfterwards(platform, parent, deployOptions, timing, options);
    return { ...deployment, run: { parent, run: ended } };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { ...deployment, run: { parent, failure } };
  }
}

/** Plans and carries out. @returns what to run afterwards as well, where everything is in place */
async function deployNow(
  platform: Platform,
  parsed: ParsedFiles,
  target: Target,
  deployOptions: DeployOptions,
  timing: DeployTiming,
  options: CallOptions,
): Promise<{ deployment: Deployment; parent?: RunParent }> {
  const plan = await planDeploy(platform, parsed, target, deployOptions, options);
  const { approvedPlan, isPartly = false } = deployOptions;
  if (approvedPlan !== undefined && !plan.isApproved(approvedPlan)) throw planChanged();
  const blocked = plannedChanges(plan).filter(({ action }) => action === 'blocked');
  if (blocked.length > 0 && !isPartly) throw changesAreBlocked(blocked);
  await waitForRunsUnderWay(platform, plan, deployOptions, timing, options);
  const run = new DeployRun(platform, plan, deployOptions, timing, options);
  const changes = await run.execute();
  const { projectId, conflict } = run;
  const allChanges = [...changes, ...blockedRun(plan)];
  const deployment = {
    projectId,
    changes: allChanges,
    summary: summaryOfDeploy(plan, projectId, allChanges),
    fingerprint: plan.fingerprint,
    ...(conflict && { conflict }),
  };
  const isComplete = allChanges.every(({ action }) => action !== 'failed' && action !== 'blocked');
  return { deployment, ...(isComplete && { parent: parentOf(plan, run.idOf) }) };
}

function parentOf({ runAfter }: Plan, idOf: DeployRun['idOf']): RunParent | undefined {
  if (!runAfter || 'blocked' in runAfter) return undefined;
  const { kind, key, name, step } = runAfter;
  const id = idOf(step);
  return id === undefined ? undefined : { kind, id, alias: key, name };
}

/** A run that is blocked is told beside the changes. */
function blockedRun({ runAfter }: Plan): DeployedChange[] {
  if (!runAfter || !('blocked' in runAfter)) return [];
  const { key, blocked } = runAfter;
  return [{ kind: 'run', name: key, action: 'blocked', changes: [], reason: blocked }];
}

const DEPLOYED: SummaryWords<DeployedAction> = {
  words: {
    created: 'created',
    updated: 'updated',
    deleted: 'deleted',
    unchanged: 'unchanged',
    blocked: 'blocked',
    failed: 'failed',
  },
  byWeight: ['failed', 'blocked', 'created', 'updated', 'deleted'],
};

function summaryOfDeploy(
  { project, snapshot, runAfter }: Plan,
  projectId: string,
  changes: readonly DeployedChange[],
): Summary<DeployedAction> {
  const place = { name: snapshot.name || project.name, id: projectId || undefined };
  return summaryOf(place, changes, DEPLOYED, runAfter);
}
