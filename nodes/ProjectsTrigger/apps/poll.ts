import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import type { AppEvent } from '../../../platform/appEvents/detectAppEvents';
import { appWatchKey, storedApps } from '../../../platform/appEvents/watchState';
import { entityOutput } from '../../Projects/resources/entityOutput';
import { onePollAtATime, withinPollTime } from '../../shared/polling/polling';
import { noMatchingEvent, warnOfMissing } from '../missing';
import { readSavedState } from '../savedState';
import type { AppSettings } from '../triggerSettings';

/** After that, events are emitted with what is known of their apps. */
const SHARE_OF_DETAILS = 0.95;

const IF_UNFINISHED = 'If this happens again, watch fewer apps.';

/** What happened to apps since the last poll, nothing at the first one; for "Fetch Test Event" the latest event as an example. */
export async function pollApps(
  poll: IPollFunctions,
  client: PlatformClient,
  { watch, events: names }: AppSettings,
): Promise<INodeExecutionData[] | null> {
  if (poll.getMode() === 'manual') {
    const event = await client.appEvents.latest(watch, names);
    if (event) return await appEventItems(client, [event]);
    throw noMatchingEvent(poll, 'app', names);
  }
  return await onePollAtATime(poll, appWatchKey(watch), async () => {
    const staticData = poll.getWorkflowStaticData('node');
    const { apps: before } = readSavedState(poll);
    const { items, state } = await withinPollTime(poll, IF_UNFINISHED, async (time) => {
      const polled = await client.appEvents.poll(watch, before, { signal: time.until(1) });
      const events = polled.events.filter(({ event }) => names.includes(event));
      const items = await appEventItems(client, events, time.until(SHARE_OF_DETAILS));
      return { items, state: polled.state };
    });
    warnOfMissing(poll, 'app', state.missing, before?.missing);
    // n8n notices only what is assigned at the top.
    staticData.runs = storedApps(state) as unknown as IDataObject;
    return items.length > 0 ? items : null;
  });
}

/** An event is its app as "Get" gives it, with what happened in front; its status is that of the event. */
async function appEventItems(
  client: PlatformClient,
  events: readonly AppEvent[],
  signal?: AbortSignal,
): Promise<INodeExecutionData[]> {
  if (events.length === 0) return [];
  const whole = await client.appEvents.readApps(events, { signal });
  const labelled = await client.withTechnologyLabels([...whole.values()], { signal });
  const apps = new Map([...whole.keys()].map((id, at) => [id, labelled[at]]));
  return events.map(({ event, record, watched }) => {
    const { id, name = id } = watched.app;
    const { projectId, projectName } = watched;
    const known = { id, name, project: { id: projectId, name: projectName } };
    const { status, reason = null, executionId = null, atMs } = record;
    return {
      json: {
        event,
        changedAt: new Date(atMs).toISOString(),
        ...entityOutput(client, 'app', { ...known, ...apps.get(id) }),
        status,
        statusReason: reason,
        executionId,
      },
    };
  });
}
