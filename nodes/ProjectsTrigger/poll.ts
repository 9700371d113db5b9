import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { PlatformClient } from '../../platform/client';
import { eventOutput } from '../../platform/runEvents/event';
import { readWatchState, storedForm } from '../../platform/runEvents/watchState';
import { watchKey } from '../../platform/runEvents/watch';
import { onePollAtATime } from '../shared/polling/onePollAtATime';
import { withinPollTime } from '../shared/polling/pollTime';
import { readEvents, readWatch } from './watch';

/** After that, older runs are left to the next poll. */
const SHARE_OF_READING = 0.8;

const IF_UNFINISHED = 'If that happens again, watch fewer jobs or pipelines.';

/** What happened since the last poll, nothing at the first one; for "Fetch Test Event" the latest event as an example. */
export async function pollRuns(
  poll: IPollFunctions,
  client: PlatformClient,
): Promise<INodeExecutionData[] | null> {
  if (poll.getMode() === 'manual') return await exampleEvent(poll, client);
  const names = readEvents(poll);
  const watch = readWatch(poll);
  return await onePollAtATime(poll, watchKey(watch), async () => {
    const staticData = poll.getWorkflowStaticData('node');
    const before = readWatchState(staticData.runs);
    const { events, state } = await withinPollTime(poll, IF_UNFINISHED, async (time) => {
      const limits = { signal: time.until(1), noPageAfter: time.until(SHARE_OF_READING) };
      return await client.runEvents.poll(watch, before, limits);
    });
    warnOnce(poll, watch.kind.noun, state.missing, before?.missing);
    // n8n notices only what is assigned at the top.
    staticData.runs = storedForm(state) as unknown as IDataObject;
    const items = events
      .filter(({ event }) => names.includes(event))
      .map((event) => ({ json: eventOutput(event, watch.kind) as IDataObject }));
    return items.length > 0 ? items : null;
  });
}

/** A poll has no place for hints but n8n's log. */
function warnOnce(
  poll: IPollFunctions,
  noun: string,
  missing: readonly string[],
  known: readonly string[] = [],
): void {
  const added = missing.filter((id) => !known.includes(id));
  if (added.length === 0) return;
  const { name } = poll.getNode();
  poll.logger.warn(
    `${name}: the platform has no ${noun} ${added.join(', ')}. The others are watched. Remove it from the node, or check the credential.`,
  );
}

/** What the trigger remembers stays as it is. */
async function exampleEvent(
  poll: IPollFunctions,
  client: PlatformClient,
): Promise<INodeExecutionData[]> {
  const names = readEvents(poll);
  const watch = readWatch(poll);
  const event = await client.runEvents.latest(watch, names);
  if (event) return [{ json: eventOutput(event, watch.kind) as IDataObject }];
  throw new NodeOperationError(poll.getNode(), 'No such event has happened yet', {
    description: `The ${watch.kind.noun}s that are watched have no run with one of these events: ${names.join(', ')}. Run one, or choose more events, then fetch again.`,
  });
}
