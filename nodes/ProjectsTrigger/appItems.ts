import type { PlatformClient } from '../../platform/client';
import type { AppEvent } from '../../platform/watch/apps/detectAppEvents';
import { buildEntityOutput } from '../Projects/resources/entityOutput';
import { loadPlatform } from '../shared/client/loadPlatform';
import { buildEventTexts } from './eventText';
import type { TimedItem } from './runItems';

/** Builds an item per event. It has the name of the event, then most fields of "Get", with the app's status at the event. */
export async function buildAppEventItems(
  client: PlatformClient,
  timezone: string,
  events: readonly AppEvent[],
  signal?: AbortSignal,
): Promise<TimedItem[]> {
  if (events.length === 0) return [];
  const { readAppsOfEvents } = await loadPlatform();
  const texts = await buildEventTexts(timezone);
  const appById = await readAppsOfEvents(client.endpoint, events, { signal });
  const labeledApps = await client.withTechnologyLabels([...appById.values()], { signal });
  const labeledById = new Map([...appById.keys()].map((id, index) => [id, labeledApps[index]]));
  return events.map((event) => {
    const { record, watchedApp } = event;
    const { id, app, projectId, projectName } = watchedApp;
    const fallback = { id, name: app.name ?? id, project: { id: projectId, name: projectName } };
    const { status, reason = null, executionId = null, atMs } = record;
    const entity = { ...fallback, ...labeledById.get(id) };
    const { id: appId, name, ...others } = buildEntityOutput(client, 'app', entity);
    return {
      atMs,
      json: {
        event: event.event,
        text: texts.describeAppEvent(event, others),
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
