import { type Failure, type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import { factsOf, nodeError } from '../errors/errors';
import { CancelledError } from '../../../platform/errors/errors';

/** A poll has no output to show a hint at. */
export function warnOfLostState(poll: IPollFunctions): void {
  poll.logger.warn(
    `${poll.getNode().name}: The saved state of the trigger cannot be read. The trigger starts over.`,
  );
}

const underWay = new Set<string>();

/**
 * n8n starts a poll even if the one before it is still running. The later one then ends at once without events: the earlier
 * poll or the next one returns them.
 * @param watched key of what the node watches: a poll of other settings does not wait
 */
export async function onePollAtATime<Result>(
  poll: IPollFunctions,
  watched: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const key = JSON.stringify([poll.getWorkflow().id, poll.getNode().id, watched]);
  if (underWay.has(key)) return null;
  underWay.add(key);
  try {
    return await work();
  } finally {
    underWay.delete(key);
  }
}

/**
 * Does the first poll of a trigger, which n8n does while a workflow is published.
 * @param watched key of what the node watches
 * @param ifItFails what is returned later, for the log
 * @returns null, with a warning, if the platform is down or busy: that is no reason not to publish. If the next poll fails, too,
 * it fails as any other.
 */
export async function firstPoll<Result>(
  poll: IPollFunctions,
  watched: string,
  work: () => Promise<Result>,
  ifItFails = 'Events are returned from the next poll on that succeeds.',
): Promise<Result | null> {
  const staticData = poll.getWorkflowStaticData('node');
  return await work().catch((error: Error & { failure?: Failure }) => {
    const { errorCode } = factsOf(error);
    const isDown = errorCode === 'UNREACHABLE' || errorCode === 'RATE_LIMITED';
    // Without a reason it may not pass: the address may be wrong.
    if (!isDown || !error.failure || staticData.failedAtFirst === watched) throw error;
    staticData.failedAtFirst = watched;
    poll.logger.warn(
      `${poll.getNode().name}: the first poll failed: ${error.message}. ${ifItFails}`,
    );
    return null;
  });
}

/** n8n's limit for a poll, in versions that do not return it. */
const USUAL_BUDGET_MS = 5 * 60_000;
/** The usable share of the limit: n8n still has to take over the events. */
const SHARE = 0.8;

/** The time that n8n gives one poll. */
export interface PollTime {
  /**
   * Returns a signal that fires when this share of the usable time is over.
   * @param share from 0 to 1
   */
  until(share: number): AbortSignal;
}

/**
 * Does the work of a poll, which has to end when a signal that it requested fires.
 * @param ifUnfinished advice if polls are cut off repeatedly
 * @throws NodeOperationError if the work was cut off
 */
export async function withinPollTime<Result>(
  poll: IPollFunctions,
  ifUnfinished: string,
  work: (time: PollTime) => Promise<Result>,
): Promise<Result> {
  const budgetMs = budgetOf(poll);
  const start = Date.now();
  const until = (share: number) => {
    const leftMs = start + budgetMs * SHARE * share - Date.now();
    return AbortSignal.timeout(Math.max(0, Math.round(leftMs)));
  };
  const seconds = Math.round(budgetMs / 100) / 10;
  try {
    return await work({ until });
  } catch (error) {
    // Nothing but our signals cancels a poll.
    if (!(error instanceof CancelledError)) throw nodeError(poll.getNode(), error);
    const unfinished = new NodeOperationError(
      poll.getNode(),
      `The poll did not finish within n8n’s limit of ${seconds} seconds`,
      { description: `Nothing is lost. The next poll starts at the same point. ${ifUnfinished}` },
    );
    throw Object.assign(unfinished, { failure: { cause: 'temporarily-unavailable' } });
  }
}

/** Older versions of n8n do not return it. */
function budgetOf(poll: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number {
  const budgetMs = poll.getPollBudgetMs?.() ?? Number.NaN;
  return budgetMs > 0 && budgetMs < 2 ** 31 ? budgetMs : USUAL_BUDGET_MS;
}
