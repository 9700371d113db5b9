import type { PlatformClient } from '../../platform/client';
import type { AppEvent } from '../../platform/watch/apps/detectAppEvents';
import { entityOutput } from '../Projects/resources/entityOutput';
import { loadPlatform } from '../shared/client/loadPlatform';
import type { TimedItem } from './runItems';

/** Returns each event as its app as "Get" returns it, after the name of the event, with the status of that moment. */
export async function appEventItems(
  client: PlatformClient,
  events: readonly AppEvent[],
  signal?: AbortSignal,
): Promise<TimedItem[]> {
  if (events.length === 0) return [];
  const { readAppsOfEvents } = await loadPlatform();
  const whole = await readAppsOfEvents(client.endpoint, events, { signal });
  const labeled = await client.withTechnologyLabels([...whole.values()], { signal });
  const apps = new Map([...whole.keys()].map((id, at) => [id, labeled[at]]));
  return events.map(({ event, record, watched }) => {
    const { id, app, projectId, projectName } = watched;
    const known = { id, name: app.name ?? id, project: { id: projectId, name: projectName } };
    const { status, reason = null, executionId = null, atMs } = record;
    return {
      atMs,
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
