import { type Failure, type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import { getFacts, buildNodeError, addFacts } from '../errors/errors';
import { CancelledError } from '../../../platform/common/errors/errors';

/** A poll has no output to show a hint at. */
export function warnOfLostState(poll: IPollFunctions): void {
  poll.logger.warn(
    `${poll.getNode().name}: The saved state of the trigger cannot be read. The trigger starts over.`,
  );
}

const runningPolls = new Set<string>();

/**
 * n8n starts a poll even if the one before it is still running. The later one then ends at once without events: the earlier
 * poll or the next one returns them.
 * @param watched key of what the node watches: a poll of other settings does not wait
 */
export async function runOnePollAtATime<Result>(
  poll: IPollFunctions,
  watched: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const key = JSON.stringify([poll.getWorkflow().id, poll.getNode().id, watched]);
  if (runningPolls.has(key)) return null;
  runningPolls.add(key);
  try {
    return await work();
  } finally {
    runningPolls.delete(key);
  }
}

const usedContexts = new WeakSet<IPollFunctions>();

/** Failures of polls that have a saved state. */
const resumableFailures = new WeakSet<object>();

/** Marks the failure of a poll whose state is saved, so that the next poll returns what happened since then. */
export function markResumable<Thrown>(failure: Thrown): Thrown {
  if (typeof failure === 'object' && failure !== null) resumableFailures.add(failure);
  return failure;
}

/**
 * Does a poll. If n8n does it because a workflow is published or n8n starts, a platform that is down or busy is only a warning, if
 * a state is saved that the next poll starts from. Without a state, n8n must not publish: its durable scheduler saves none after a
 * poll without events, so each poll would be the first one.
 */
export async function runPoll<Result>(
  poll: IPollFunctions,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const isActivation = isActivationPoll(poll);
  try {
    return await work();
  } catch (error) {
    const failure = buildNodeError(poll.getNode(), error);
    const isHarmless = isActivation && resumableFailures.has(failure) && isPlatformDown(failure);
    if (!isHarmless) throw failure;
    poll.logger.warn(
      `${poll.getNode().name}: the first poll failed: ${failure.message}. The next poll that succeeds returns the events since then.`,
    );
    return null;
  }
}

/**
 * Whether n8n does this poll because a workflow is published or n8n starts. The polls that follow have the same context; those of
 * n8n's durable scheduler have one of their own, but less time.
 */
function isActivationPoll(poll: IPollFunctions): boolean {
  const isFirst = !usedContexts.has(poll);
  usedContexts.add(poll);
  return isFirst && poll.getMode() !== 'manual' && readBudgetMs(poll) === DEFAULT_BUDGET_MS;
}

/** Whether a poll failed for a reason that may pass. Without `failure` it may not: the address may be wrong. */
export function isPlatformDown(failure: unknown): boolean {
  const { errorCode } = getFacts(failure);
  const hasReason = (failure as { failure?: Failure }).failure !== undefined;
  return hasReason && (errorCode === 'UNREACHABLE' || errorCode === 'RATE_LIMITED');
}

/** n8n's limit for a poll outside its durable scheduler. */
const DEFAULT_BUDGET_MS = 5 * 60_000;
/** The usable share of the limit: n8n still has to take over the events. */
const USABLE_SHARE = 0.8;

/** The time that n8n gives one poll. */
export interface PollTime {
  /** @param share of the usable time after which the signal fires, from 0 to 1 */
  until(share: number): AbortSignal;
}

/**
 * The work has to end when a signal that it requested fires.
 * @param ifUnfinished advice if polls are cut off repeatedly
 * @throws NodeOperationError if the work was cut off
 */
export async function runWithinPollTime<Result>(
  poll: IPollFunctions,
  ifUnfinished: string,
  work: (time: PollTime) => Promise<Result>,
): Promise<Result> {
  const budgetMs = readBudgetMs(poll);
  const start = Date.now();
  const until = (share: number) => {
    const leftMs = start + budgetMs * USABLE_SHARE * share - Date.now();
    return AbortSignal.timeout(Math.max(0, Math.round(leftMs)));
  };
  const seconds = Math.round(budgetMs / 100) / 10;
  try {
    return await work({ until });
  } catch (error) {
    // Nothing but our signals cancels a poll.
    if (!(error instanceof CancelledError)) throw buildNodeError(poll.getNode(), error);
    const unfinished = new NodeOperationError(
      poll.getNode(),
      `The poll did not finish within n8n’s limit of ${seconds} seconds`,
      { description: `Nothing is lost. The next poll starts at the same point. ${ifUnfinished}` },
    );
    Object.assign(unfinished, { failure: { cause: 'temporarily-unavailable' } });
    throw addFacts(unfinished, { errorCode: 'UNREACHABLE' });
  }
}

/** Older versions of n8n do not return it. */
function readBudgetMs(poll: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number {
  const budgetMs = poll.getPollBudgetMs?.() ?? Number.NaN;
  return budgetMs > 0 && budgetMs < 2 ** 31 ? budgetMs : DEFAULT_BUDGET_MS;
}
