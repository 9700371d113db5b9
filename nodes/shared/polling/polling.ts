import { type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import { nodeError } from '../errors/errors';
import { CancelledError } from '../../../platform/errors/errors';

/** A poll has no output to show a hint at. */
export function warnOfLostState(poll: IPollFunctions): void {
  poll.logger.warn(
    `${poll.getNode().name}: The saved state of the trigger cannot be read. The trigger starts over.`,
  );
}

const underWay = new Set<string>();

/**
 * n8n starts a poll even where the one before it has not ended. The later one ends at once, with nothing: what it
 * would find, the earlier one or the next one does.
 * @param watched what the node watches; a node that was changed to watch something else does not wait
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

/** What n8n gives a poll where it does not say. */
const USUAL_BUDGET_MS = 5 * 60_000;
/** So much of it may be used: n8n still has to be given what was found. */
const SHARE = 0.8;

/** The time that n8n gives one poll. */
export interface PollTime {
  /**
   * Fires when so much of the usable time is over.
   * @param share of the time, from 0 to 1
   */
  until(share: number): AbortSignal;
}

/**
 * Does the work of a poll, which ends by itself when the signals that it asks for fire.
 * @param ifUnfinished what to do where polls are cut off again and again
 * @throws an error that says so where the work was cut off
 */
export async function withinPollTime<Result>(
  poll: IPollFunctions,
  ifUnfinished: string,
  work: (time: PollTime) => Promise<Result>,
): Promise<Result> {
  const budgetMs = budgetOf(poll);
  const timers: NodeJS.Timeout[] = [];
  const start = Date.now();
  const until = (share: number) => {
    const controller = new AbortController();
    const leftMs = start + budgetMs * SHARE * share - Date.now();
    timers.push(setTimeout(() => controller.abort(), Math.max(0, leftMs)));
    return controller.signal;
  };
  const seconds = Math.round(budgetMs / 100) / 10;
  try {
    return await work({ until });
  } catch (error) {
    // Nothing but our signals cancels a poll.
    if (!(error instanceof CancelledError)) throw nodeError(poll.getNode(), error);
    throw new NodeOperationError(
      poll.getNode(),
      `The poll did not finish within n8n’s limit of ${seconds} seconds`,
      { description: `Nothing is lost. The next poll starts at the same point. ${ifUnfinished}` },
    );
  } finally {
    timers.forEach(clearTimeout);
  }
}

/** Older versions of n8n do not tell. */
function budgetOf(poll: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number {
  const told = poll.getPollBudgetMs?.() ?? Number.NaN;
  return told > 0 && told < 2 ** 31 ? told : USUAL_BUDGET_MS;
}
