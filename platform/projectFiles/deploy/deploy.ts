import { PlatformError } from '../../common/errors/errors';
import type { CallOptions } from '../../graphql/send/endpoint';
import type { Platform } from '../../connection/platform';
import type { Run } from '../../runs/read/run';
import { PlanExecution } from './apply';
import { CHANGING_ACTIONS, type DeployedAction, type DeployedChange, isFailure } from './outcomes';
import type { ProjectTree } from '../files/projectTree';
import { DEPLOY_TIMING, type DeployOptions, type DeployTiming } from '../options';
import { planDeploy } from '../plan/plan';
import {
  listPlannedChanges,
  type Summary,
  summarize,
  type SummaryWords,
} from '../plan/describePlan';
import { runAndWait, type RunParent, waitForOpenRuns } from './runs';
import { findTarget, type Target } from '../target/readTarget';
import { toRunChange } from '../plan/runAfter';
import { joinSentences, type PlannedChange } from '../plan/step';
import { runInTurn } from '../../common/time/concurrency';
import { cleanName, excerpt } from '../../common/text/text';

export interface Deployment {
  /** Empty if the project could not be created. */
  projectId: string;
  /** In the order of the plan. */
  changes: DeployedChange[];
  /** The error that stopped this deploy because another user or deploy changed the target. */
  conflict?: PlatformError;
  /** Whether an entity was renamed first, even if its other changes failed. */
  hasRenamed: boolean;
  /** The outcome of "Run After". */
  run?: { parent: RunParent } & ({ run: Run } | { failure: PlatformError });
  summary: Summary<DeployedAction>;
  fingerprint: string;
  /** The failure of the whole deploy. */
  failure?: PlatformError;
}

type WithoutFailure = Omit<Deployment, 'failure'>;

/**
 * Plans, applies the plan, and runs the job or pipeline of "Run After". A request that may have taken effect is sent again only if
 * a repetition changes nothing more.
 * @throws PlatformError if another plan was approved, or a change is blocked without `continueOnError`; nothing was changed then
 */
export async function deployProject(
  platform: Platform,
  tree: ProjectTree,
  target: Target,
  deployOptions: DeployOptions = {},
  options: CallOptions = {},
): Promise<Deployment> {
  const timing = { ...DEPLOY_TIMING, ...deployOptions.timing };
  const { deployment, parent } = await runOneDeployAtATime(
    platform,
    target,
    async (locked) => await deployNow(platform, tree, locked, deployOptions, timing, options),
    options,
    deployOptions.onWait,
  );
  const run = parent && (await runAfterDeploy(platform, parent, deployOptions, timing, options));
  const isApproved = deployOptions.approvedPlan !== undefined;
  const withRun = { ...deployment, ...(run && { run }) };
  return { ...withRun, failure: buildFailure(withRun, isApproved) };
}

async function runAfterDeploy(
  platform: Platform,
  parent: RunParent,
  deployOptions: DeployOptions,
  timing: DeployTiming,
  options: CallOptions,
): Promise<Deployment['run']> {
  try {
    const run = await runAndWait(platform, parent, deployOptions, timing, options);
    return { parent, run };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { parent, failure };
  }
}

/**
 * Waits until no other deploy of this process, with any login, changes the project. Looks up a name only after the wait, since the
 * other deploy may create the project.
 */
async function runOneDeployAtATime<T>(
  platform: Platform,
  target: Target,
  work: (locked: Target) => Promise<T>,
  { signal, ...options }: CallOptions,
  onWait?: () => void,
): Promise<T> {
  const runLocked = async (key: string, run: () => Promise<T>) =>
    await runInTurn([`deploy ${platform.projects.url.href} ${key}`], run, { signal, onWait });
  const lockProject = async (id: unknown, project: Target) =>
    await runLocked(`project ${String(id).toLowerCase()}`, async () => await work(project));
  if ('projectId' in target) return await lockProject(target.projectId, target);
  return await runLocked(`name ${target.name.trim()}`, async () => {
    const { id, name } = await findTarget(platform, target, { ...options, signal });
    if (id === undefined) return await work({ name, isNew: true });
    return await lockProject(id, { projectId: id });
  });
}

/** @returns the deployment, and the job or pipeline to run if all changes succeeded */
async function deployNow(
  platform: Platform,
  tree: ProjectTree,
  target: Target,
  deployOptions: DeployOptions,
  timing: DeployTiming,
  options: CallOptions,
): Promise<{ deployment: WithoutFailure; parent?: RunParent }> {
  const { approvedPlan, continueOnError = false } = deployOptions;
  const makeDeployablePlan = async () => {
    const newPlan = await planDeploy(platform, tree, target, deployOptions, options);
    if (approvedPlan !== undefined && approvedPlan !== newPlan.fingerprint) {
      throw new PlatformError('The approved plan is not the current plan', {
        hint: 'The files, the target, or the options have changed since the approval. Nothing was changed. Run the plan again, and have the new plan approved.',
        code: 'NOT_ALLOWED',
      });
    }
    const blocked = listPlannedChanges(newPlan).filter(({ action }) => action === 'blocked');
    if (blocked.length > 0 && !continueOnError) throw buildBlockedError(blocked);
    return newPlan;
  };
  let plan = await makeDeployablePlan();
  // The target may change during the wait for runs, which may take an hour, so the plan is made again.
  const wait = { ...timing, deadlineMs: Date.now() + timing.runsTimeoutMs };
  while (await waitForOpenRuns(platform, plan, deployOptions, wait, options)) {
    plan = await makeDeployablePlan();
  }
  const execution = new PlanExecution(platform, plan, deployOptions, timing, options);
  const { changes, conflict } = await execution.execute();
  const { projectId, hasRenamed } = execution;
  const { runAfter, fingerprint } = plan;
  const isComplete = changes.every(({ action }) => action !== 'failed' && action !== 'blocked');
  let parent: RunParent | undefined;
  if (runAfter && runAfter.blocked === undefined && isComplete) {
    const { kind, key, name, step } = runAfter;
    const id = runAfter.id ?? (step && execution.findId(step));
    if (id !== undefined) parent = { kind, id, key, name };
  }
  if (runAfter && !parent) {
    const why = runAfter.blocked ?? 'It did not run because other changes were not deployed.';
    changes.push({ ...toRunChange(runAfter), action: 'blocked', reason: why });
  }
  const project = { ...plan.project, id: projectId || undefined };
  const deployment = {
    projectId,
    changes,
    summary: summarize({ project, runAfter: parent && runAfter }, changes, DEPLOYED_WORDS),
    fingerprint,
    conflict,
    hasRenamed,
  };
  return { deployment, parent };
}

const DEPLOYED_WORDS: SummaryWords<DeployedAction> = {
  actions: ['created', 'updated', 'deleted', 'unchanged', 'blocked', 'failed'],
  byPriority: ['failed', 'blocked', 'created', 'updated', 'deleted'],
};

const MAX_BLOCKED_IN_MESSAGE = 10;

function buildBlockedError(blocked: readonly PlannedChange[]): PlatformError {
  const count = blocked.length;
  const named = blocked
    .slice(0, MAX_BLOCKED_IN_MESSAGE)
    .map(({ kind, name, reason = '' }) => `The ${kind} "${cleanName(name)}": ${reason}`);
  const more = count - named.length;
  const unsupported = [...new Set(blocked.flatMap((change) => change.unsupported ?? []))].sort();
  return new PlatformError(
    `${count} change${count === 1 ? '' : 's'} cannot be deployed; nothing was changed`,
    {
      hint: joinSentences(
        ...named,
        more > 0 ? `And ${more} more: "Plan" lists them.` : '',
        unsupported.length > 0
          ? `To leave out the parts that the target does not support, set "Leave Out If Not Supported" to: ${unsupported.join(', ')}.`
          : '',
      ),
    },
  );
}

const MAX_FAILURES_IN_MESSAGE = 5;

/**
 * Builds the error of a failed deploy; undefined if it succeeded. Blocked changes are no failure, since their items say why. A
 * retry continues the deploy. After a part of an approved plan was deployed, the rest is another plan, so a retry only fails again.
 */
export function buildFailure(
  { changes, run, conflict, hasRenamed, summary }: WithoutFailure,
  isApproved: boolean,
): PlatformError | undefined {
  const failed = changes.filter(({ failure }) => failure);
  const isUntouched =
    !hasRenamed &&
    changes.every(({ action }) => !CHANGING_ACTIONS.has(action)) &&
    failed.every(({ failure }) => failure?.effect === 'none');
  const outcome = { effect: isUntouched ? 'none' : 'made', isRepeatable: !isApproved } as const;
  if (conflict) {
    const { message, hint, code } = conflict;
    return new PlatformError(message, {
      hint: `${hint} ${isUntouched ? 'Nothing was changed.' : `Result: ${summary.reason}`}`,
      ...outcome,
      code,
    });
  }
  if (failed.length > 0) {
    const more = failed.length - MAX_FAILURES_IN_MESSAGE;
    return new PlatformError(`${failed.length} of ${changes.length} changes were not deployed`, {
      hint: joinSentences(
        ...failed.slice(0, MAX_FAILURES_IN_MESSAGE).map(describeFailure),
        more > 0 ? `And ${more} more.` : '',
        isApproved && !isUntouched
          ? 'Changes that succeeded are not made again. Run the plan again, and have the remaining changes approved.'
          : 'If the platform refused a change, correct it. Then deploy again. Changes that succeeded are not made again.',
      ),
      ...outcome,
    });
  }
  if (!run || !('failure' in run)) return undefined;
  const { failure } = run;
  if (!isApproved) return failure;
  const { message, hint } = failure;
  return new PlatformError(message, { hint: `${hint} Everything was deployed.`, effect: 'made' });
}

function describeFailure({ kind, name, failure, reason }: DeployedChange): string {
  const { message = '', hint = '' } = failure ?? {};
  const why = excerpt((reason ?? message).replace(/\.$/, ''), [], 300);
  const text = `The ${kind} "${cleanName(name)}": ${why}.`;
  return `${text} ${excerpt(hint, [], 200)}`.trim();
}
