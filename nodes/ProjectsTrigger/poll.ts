import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { PlatformClient } from '../../platform/client';
import type { RunEvent } from '../../platform/runEvents/event';
import { readWatchState, storedForm } from '../../platform/runEvents/watchState';
import { watchKey } from '../../platform/runEvents/watch';
import { logOutput } from '../Projects/runs/logOutput';
import { runOutput } from '../Projects/runs/output';
import { onePollAtATime } from '../shared/polling/onePollAtATime';
import { withinPollTime } from '../shared/polling/pollTime';
import { readWatching, type Watching } from './watch';

/** After that, older runs are left to the next poll. */
const SHARE_OF_READING = 0.8;
/** After that, events are told with what is known of their runs. */
const SHARE_OF_DETAILS = 0.9;
/** After that, logs of failed runs are left out. */
const SHARE_OF_LOGS = 0.95;
/** The logs of more failed runs in one poll are left out. */
const MOST_LOGS = 200;

const IF_UNFINISHED = 'If that happens again, watch fewer jobs or pipelines.';

/** What happened since the last poll, nothing at the first one; for "Fetch Test Event" the latest event as an example. */
export async function pollRuns(
  poll: IPollFunctions,
  client: PlatformClient,
): Promise<INodeExecutionData[] | null> {
  if (poll.getMode() === 'manual') return await exampleEvent(poll, client);
  const watching = readWatching(poll);
  const { watch, events: names } = watching;
  return await onePollAtATime(poll, watchKey(watch), async () => {
    const staticData = poll.getWorkflowStaticData('node');
    const before = readWatchState(staticData.runs);
    const { items, state } = await withinPollTime(poll, IF_UNFINISHED, async (time) => {
      const limits = { signal: time.until(1), noPageAfter: time.until(SHARE_OF_READING) };
      const polled = await client.runEvents.poll(watch, before, limits);
      const events = polled.events.filter(({ event }) => names.includes(event));
      const times = { signal: time.until(SHARE_OF_DETAILS), giveUp: time.until(SHARE_OF_LOGS) };
      return { items: await itemsOf(client, watching, events, times), state: polled.state };
    });
    warnOnce(poll, watch.kind.noun, state.missing, before?.missing);
    // n8n notices only what is assigned at the top.
    staticData.runs = storedForm(state) as unknown as IDataObject;
    return items.length > 0 ? items : null;
  });
}

interface Times {
  /** When it fires, events are told with what is known of their runs. */
  signal?: AbortSignal;
  /** When it fires, logs are left out. */
  giveUp?: AbortSignal;
}

/** An event is its run as "Get" gives it, with what happened in front; a failed run has the end of its log, where wanted. */
async function itemsOf(
  client: PlatformClient,
  { watch: { kind }, logLines }: Watching,
  events: readonly RunEvent[],
  { signal, giveUp }: Times = {},
): Promise<INodeExecutionData[]> {
  const whole = await client.runEvents.withWholeRuns(kind, events, { signal });
  const failed = logLines > 0 ? whole.filter(({ event }) => event === 'runFailed') : [];
  const runs = kind.noun === 'job' ? client.jobRuns : client.pipelineRuns;
  const explained = failed.slice(0, MOST_LOGS);
  const logs = await runs.explainingLogs(
    explained.map(({ run }) => run),
    logLines,
    { giveUp },
  );
  const outputOfLog = new Map<RunEvent, IDataObject>([
    ...failed.map((event) => [event, LEFT_OUT] as const),
    ...explained.map((event, index) => [event, logOutput(logs[index])] as const),
  ]);
  return whole.map((event) => ({
    json: { event: event.event, ...runOutput(kind, event.run), ...outputOfLog.get(event) },
  }));
}

const LEFT_OUT = {
  lastLogLines: [],
  logError: `The log was not read: more than ${MOST_LOGS} runs failed at once`,
};

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
  const watching = readWatching(poll);
  const { watch, events: names } = watching;
  const event = await client.runEvents.latest(watch, names);
  if (event) return await itemsOf(client, watching, [event]);
  throw new NodeOperationError(poll.getNode(), 'No such event has happened yet', {
    description: `The ${watch.kind.noun}s that are watched have no run with one of these events: ${names.join(', ')}. Run one, or choose more events, then fetch again.`,
  });
}
