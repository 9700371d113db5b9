import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { nodeError } from '../errors';

export interface PollLimits {
  /** Fires shortly before n8n abandons the poll. */
  signal?: AbortSignal;
  /** Epoch milliseconds after which nothing more is begun; infinite where n8n sets no limit. */
  untilMs: number;
}

/** Shares of the time that n8n gives a poll. */
const BEGIN_NOTHING_AFTER = 0.7;
const GIVE_UP_AFTER = 0.95;

/** Does the work of a poll within the time that n8n gives it; older versions of n8n give none. */
export async function withinPollBudget<Result>(
  poll: IPollFunctions,
  work: (limits: PollLimits) => Promise<Result>,
): Promise<Result> {
  const budgetMs = budgetOf(poll);
  if (budgetMs === undefined) return await work({ untilMs: Infinity });
  const signal = AbortSignal.timeout(Math.round(budgetMs * GIVE_UP_AFTER));
  try {
    return await work({ signal, untilMs: Date.now() + budgetMs * BEGIN_NOTHING_AFTER });
  } catch (error) {
    if (!signal.aborted) throw nodeError(poll.getNode(), error);
    throw new NodeOperationError(poll.getNode(), 'The platform answers too slowly for a poll', {
      description: `n8n gives a poll ${Math.round(budgetMs / 1000)} s. The next poll continues where the last complete one ended.`,
    });
  }
}

function budgetOf(poll: IPollFunctions): number | undefined {
  const { getPollBudgetMs } = poll as Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>;
  const budgetMs = getPollBudgetMs?.call(poll);
  return budgetMs !== undefined && Number.isFinite(budgetMs) && budgetMs > 0 ? budgetMs : undefined;
}
