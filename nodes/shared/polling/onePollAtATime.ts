import type { IPollFunctions } from 'n8n-workflow';

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
