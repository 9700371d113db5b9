import type { PlatformClient } from '../../platform/client';
import type { AppEvent } from '../../platform/watch/apps/detectAppEvents';
import { buildEntityOutput } from '../Projects/resources/entityOutput';
import { loadPlatform } from '../shared/client/loadPlatform';
import { buildEventTexts } from './eventText';
import type { TimedItem } from './runItems';

/** Each item is the app as "Get" returns it, with the name of the event first and the status at the event. */
export async function buildAppEventItems(
  client: PlatformClient,
  timezone: string,
  events: readonly AppEvent[],
  signal?: AbortSignal,
): Promise<TimedItem[]> {
  if (events.length === 0) return [];
  const { readAppsOfEvents } = await loadPlatform();
  const texts = await buildEventTexts(timezone);
  const whole = await readAppsOfEvents(client.endpoint, events, { signal });
  const labeled = await client.withTechnologyLabels([...whole.values()], { signal });
  const apps = new Map([...whole.keys()].map((id, at) => [id, labeled[at]]));
  return events.map((event) => {
    const { record, watched } = event;
    const { id, app, projectId, projectName } = watched;
    const known = { id, name: app.name ?? id, project: { id: projectId, name: projectName } };
    const { status, reason = null, executionId = null, atMs } = record;
    const {
      id: appId,
      name,
      ...others
    } = buildEntityOutput(client, 'app', { ...known, ...apps.get(id) });
    return {
      atMs,
      json: {
        event: event.event,
        text: texts.ofApp(event, others),
        appId,
        appName: name,
        changedAt: new Date(atMs).toISOString(),
        ...others,
        status,
        statusReason: reason,
        executionId,
      },
    };
  });
}
