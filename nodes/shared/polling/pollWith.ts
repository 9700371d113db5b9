import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { nodeError } from '../errors';

export interface Poller {
  /** What happened since the last poll; it may change the node's static data. */
  newEvents(context: IPollFunctions): Promise<INodeExecutionData[]>;
  /** The latest event as an example, for "Fetch Test Event". */
  exampleEvent(context: IPollFunctions): Promise<INodeExecutionData[]>;
}

/** n8n does not wait for a poll before it starts the next one of the same node. */
const polling = new Set<string>();

/** Polls once. A poll that finds another one of its node under way leaves the work to it. */
export async function pollWith(
  context: IPollFunctions,
  { newEvents, exampleEvent }: Poller,
): Promise<INodeExecutionData[][] | null> {
  const node = context.getNode();
  try {
    if (context.getMode() === 'manual') return [await exampleEvent(context)];
    const key = `${context.getWorkflow().id} ${node.id}`;
    if (polling.has(key)) return null;
    polling.add(key);
    try {
      const items = await newEvents(context);
      return items.length > 0 ? [items] : null;
    } finally {
      polling.delete(key);
    }
  } catch (error) {
    throw nodeError(node, error);
  }
}
