import { PlatformError } from '../../common/errors/errors';
import type { CallOptions } from '../../graphql/send/endpoint';
import type { Platform } from '../../connection/platform';
import type { Run } from '../../runs/read/run';
import { DeployRun } from './apply';
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
import { oneAtATime } from '../../common/time/concurrency';
import { cleanName, excerpt } from '../../common/text/text';

export interface Deployment {
  projectId: string;
  /** In the order of the plan. */
  changes: DeployedChange[];
  /** The error that stopped this deploy because another user or deploy changed the target. */
  conflict?: PlatformError;
  /** Whether an entity was renamed first, even if its other changes failed. */
  hasRenamed: boolean;
  /** The run of "Run After", once it has ended. */
  run?: { parent: RunParent } & ({ run: Run } | { failure: PlatformError });
  summary: Summary<DeployedAction>;
  /** Of the plan that was carried out. */
  fingerprint: string;
  /** The failure of the deploy as a whole. */
  failure?: PlatformError;
}

type WithoutFailure = Omit<Deployment, 'failure'>;

/**
 * Plans, applies the plan, and runs the job or pipeline of "Run After". No request is sent twice if it may have taken effect.
 * @throws PlatformError before anything is changed, if another plan was approved or something is blocked
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
    async (found) => await deployNow(platform, tree, found, deployOptions, timing, options),
    options,
    deployOptions.onWait,
  );
  const run = parent && (await runParent(platform, parent, deployOptions, timing, options));
  const isApproved = deployOptions.approvedPlan !== undefined;
  const ended = { ...deployment, ...(run && { run }) };
  return { ...ended, failure: buildFailure(ended, isApproved) };
}

async function runParent(
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
 * Waits until no other deploy of this process, with any login, changes the project. It looks for a name only after that, since
 * the other deploy may create the project.
 */
async function runOneDeployAtATime<Result>(
  platform: Platform,
  target: Target,
  work: (found: Target) => Promise<Result>,
  { signal, ...options }: CallOptions,
  onWait?: () => void,
): Promise<Result> {
  const lock = async (what: string, then: () => Promise<Result>) =>
    await oneAtATime([`deploy ${platform.projects.url.href} ${what}`], then, { signal, onWait });
  const lockProject = async (id: unknown, found: Target) =>
    await lock(`project ${String(id).toLowerCase()}`, async () => await work(found));
  if ('projectId' in target) return await lockProject(target.projectId, target);
  return await lock(`name ${target.name.trim()}`, async () => {
    const { id, name } = await findTarget(platform, target, { ...options, signal });
    if (id === undefined) return await work({ name, isNew: true });
    return await lockProject(id, { projectId: id });
  });
}

/** @returns the parent of the run to start, if everything is in place */
async function deployNow(
  platform: Platform,
  tree: ProjectTree,
  target: Target,
  deployOptions: DeployOptions,
  timing: DeployTiming,
  options: CallOptions,
): Promise<{ deployment: WithoutFailure; parent?: RunParent }> {
  const { approvedPlan, continueOnError = false } = deployOptions;
  const makePlan = async () => {
    const made = await planDeploy(platform, tree, target, deployOptions, options);
    if (approvedPlan !== undefined && approvedPlan !== made.fingerprint) {
      throw new PlatformError('The approved plan is not the current plan', {
        hint: 'The files, the target, or the options have changed since the approval. Nothing was changed. Run the plan again, and have the new plan approved.',
        code: 'NOT_ALLOWED',
      });
    }
    const blocked = listPlannedChanges(made).filter(({ action }) => action === 'blocked');
    if (blocked.length > 0 && !continueOnError) throw buildBlockedError(blocked);
    return made;
  };
  let plan = await makePlan();
  // The target may change while runs end, which may take an hour.
  const wait = { ...timing, deadlineMs: Date.now() + timing.runsTimeoutMs };
  while (await waitForOpenRuns(platform, plan, deployOptions, wait, options)) {
    plan = await makePlan();
  }
  const run = new DeployRun(platform, plan, deployOptions, timing, options);
  const { changes, conflict } = await run.execute();
  const { projectId, hasRenamed } = run;
  const { runAfter, fingerprint } = plan;
  const isComplete = changes.every(({ action }) => action !== 'failed' && action !== 'blocked');
  let parent: RunParent | undefined;
  if (runAfter && runAfter.blocked === undefined && isComplete) {
    const { kind, key, name, step } = runAfter;
    const id = runAfter.id ?? (step && run.findId(step));
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
    summary: summarize({ project, runAfter: parent && runAfter }, changes, DEPLOYED),
    fingerprint,
    conflict,
    hasRenamed,
  };
  return { deployment, parent };
}

const DEPLOYED: SummaryWords<DeployedAction> = {
  actions: ['created', 'updated', 'deleted', 'unchanged', 'blocked', 'failed'],
  byWeight: ['failed', 'blocked', 'created', 'updated', 'deleted'],
};

const MAX_NAMED = 10;

function buildBlockedError(blocked: readonly PlannedChange[]): PlatformError {
  const count = blocked.length;
  const named = blocked
    .slice(0, MAX_NAMED)
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
          ? `To deploy without what the target does not support, set "Leave Out If Not Supported" to: ${unsupported.join(', ')}.`
          : '',
      ),
    },
  );
}

const MAX_NAMED_FAILURES = 5;

/**
 * Returns the failure of a deploy as a whole. The next try continues, unless a plan was approved: once it has changed anything,
 * there is another plan, so each try reports the same failure. Blocked changes are no failure: their items say why.
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
      hint: `${hint} ${isUntouched ? 'Nothing was changed.' : `All in all: ${summary.reason}`}`,
      ...outcome,
      code,
    });
  }
  if (failed.length > 0) {
    return new PlatformError(`${failed.length} of ${changes.length} changes were not deployed`, {
      hint: [
        ...failed.slice(0, MAX_NAMED_FAILURES).map(describeFailure),
        ...(failed.length > MAX_NAMED_FAILURES
          ? [`And ${failed.length - MAX_NAMED_FAILURES} more.`]
          : []),
        isApproved && !isUntouched
          ? 'What is already in place is not changed. Run the plan again, and have the rest approved.'
          : 'Correct what the platform refused, if anything. Then deploy again: what is already in place is not changed.',
      ].join(' '),
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
