import { type Failure, type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import { getFacts, buildNodeError, addFacts } from '../errors/errors';
import { CancelledError } from '../../../platform/common/errors/errors';

/** Logs a warning, because a poll has no output at which n8n could show a hint. */
export function warnOfLostState(poll: IPollFunctions): void {
  poll.logger.warn(
    `${poll.getNode().name}: The saved state of the trigger cannot be read. The trigger starts over.`,
  );
}

const runningPolls = new Set<string>();

/**
 * Runs a poll, unless a poll of the same node for the same entities is still running. n8n does not prevent such polls. The later
 * poll then ends at once without events, and the running poll or the next one returns them.
 * @param watched key of the watched entities
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

/** Failures of polls that lose no events. */
const losslessFailures = new WeakSet<object>();

/** Marks the failure of a poll as losing no events: a state is saved, so the next poll returns the events since then. */
export function markLossless<Thrown>(failure: Thrown): Thrown {
  if (typeof failure === 'object' && failure !== null) losslessFailures.add(failure);
  return failure;
}

/**
 * Runs a poll, and explains its errors. n8n also polls when a workflow is published and when n8n starts. If the platform is then
 * down or busy, and a state is saved, this only logs a warning, because the next poll continues from the state. Without a state,
 * the poll fails, so that n8n does not publish the workflow: n8n's durable scheduler saves no state after a poll without events, so
 * each poll would be the first one.
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
    const isHarmless = isActivation && losslessFailures.has(failure) && isTemporaryFailure(failure);
    if (!isHarmless) throw failure;
    poll.logger.warn(
      `${poll.getNode().name}: the first poll failed: ${failure.message}. The next poll that succeeds returns the events since then.`,
    );
    return null;
  }
}

/**
 * Returns true if n8n polls because a workflow is published or n8n starts. Later polls have the same context. Each poll of n8n's
 * durable scheduler has its own context, but less time.
 */
function isActivationPoll(poll: IPollFunctions): boolean {
  const isFirst = !usedContexts.has(poll);
  usedContexts.add(poll);
  return isFirst && poll.getMode() !== 'manual' && readBudgetMs(poll) === DEFAULT_BUDGET_MS;
}

/** Returns true if a poll failed for a temporary reason. An error without `failure` may be permanent, such as a wrong address. */
export function isTemporaryFailure(failure: unknown): boolean {
  const { errorCode } = getFacts(failure);
  const hasCause = (failure as { failure?: Failure }).failure !== undefined;
  return hasCause && (errorCode === 'UNREACHABLE' || errorCode === 'RATE_LIMITED');
}

/** n8n's limit for a poll outside its durable scheduler. */
const DEFAULT_BUDGET_MS = 5 * 60_000;
/** The share of the limit that a poll may use. The rest is for n8n to process the events. */
const USABLE_SHARE = 0.8;

/** The time that n8n gives one poll. */
export interface PollTime {
  /** @param share of the usable time after which the signal fires, from 0 to 1 */
  until(share: number): AbortSignal;
}

/**
 * Runs work that has to end when a signal from `until` fires.
 * @param advice text for users whose polls are cut off repeatedly
 * @throws NodeOperationError if the work was cut off
 */
export async function runWithinPollTime<Result>(
  poll: IPollFunctions,
  advice: string,
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
    // Only the signals of this function cancel a poll.
    if (!(error instanceof CancelledError)) throw buildNodeError(poll.getNode(), error);
    const timeoutError = new NodeOperationError(
      poll.getNode(),
      `The poll takes too long: n8n’s limit is ${seconds} seconds`,
      { description: `The next poll continues from the last saved state. ${advice}` },
    );
    Object.assign(timeoutError, { failure: { cause: 'temporarily-unavailable' } });
    throw addFacts(timeoutError, { errorCode: 'UNREACHABLE' });
  }
}

/** Returns the default for older versions of n8n, which do not return the limit. */
function readBudgetMs(poll: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number {
  const budgetMs = poll.getPollBudgetMs?.() ?? Number.NaN;
  return budgetMs > 0 && budgetMs < 2 ** 31 ? budgetMs : DEFAULT_BUDGET_MS;
}
