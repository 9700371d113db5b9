import type { IDataObject } from 'n8n-workflow';
import type { PlatformClient } from '../../platform/client';
import type { RunKind } from '../../platform/runs/kinds';
import type { Run } from '../../platform/runs/read/run';
import type { DeadlineEvent } from '../../platform/watch/deadlines/rules';
import { buildEntityOutput } from '../Projects/resources/entityOutput';
import { buildRunOutput } from '../Projects/runs/read/runOutput';
import { loadPlatform } from '../shared/client/loadPlatform';
import { without } from '../../platform/common/text/names';
import { buildEventTexts } from './eventText';
import type { TimedItem } from './runItems';
import type { TriggerSettings } from './triggerSettings';

/** Builds an item per event. It has the fields of the event, then the job or pipeline as "Get" returns it. */
export async function buildDeadlineEventItems(
  client: PlatformClient,
  kind: RunKind,
  { timezone }: TriggerSettings,
  events: readonly DeadlineEvent[],
  signal?: AbortSignal,
): Promise<TimedItem[]> {
  const { readParentDetails, readWholeRuns } = await loadPlatform();
  const texts = await buildEventTexts(timezone);
  const details = await readParentDetails(client.endpoint, kind, events, { signal });
  const entities = [...details.values()].map(({ entity }) => entity);
  const labeledEntities = await client.withTechnologyLabels(entities, { signal });
  const entityById = new Map([...details.keys()].map((id, index) => [id, labeledEntities[index]]));
  const eventsWithRun = events.flatMap(({ run, parent }) => (run ? [{ run, parent }] : []));
  const wholeRuns = await readWholeRuns(client.endpoint, kind, eventsWithRun, { signal });
  return events.map((event) => {
    const { parent, atMs, dueAtMs, detectedAtMs, missed, lastSuccessMs } = event;
    const { projectId, projectName } = parent;
    const run = event.run && wholeRuns.shift();
    const parentDetails = details.get(parent.id);
    // If the last success is older than the runs that were read, only its time is known.
    const olderSuccess = lastSuccessMs === undefined ? null : { endTime: toIsoTime(lastSuccessMs) };
    const entity = buildEntityOutput(client, kind.noun, {
      id: parent.id,
      name: parent.name,
      ...(projectId !== undefined && { projectId }),
      ...entityById.get(parent.id),
      lastRun: parentDetails?.lastRun ?? null,
      lastSuccess: parentDetails?.lastSuccess ?? olderSuccess,
    });
    return {
      atMs,
      json: {
        event: event.event,
        text: texts.describeDeadlineEvent(event, entity),
        [kind.parentNameField]: parent.name,
        ...(projectName !== undefined && { projectName }),
        [kind.parentIdField]: parent.id,
        ...(projectId !== undefined && { projectId }),
        dueAt: toIsoTime(dueAtMs),
        detectedAt: toIsoTime(detectedAtMs),
        missed,
        ...buildEventFields(client, kind, event, run),
        ...without(entity, 'id', 'name'),
      },
    };
  });
}

function buildEventFields(
  client: PlatformClient,
  kind: RunKind,
  { event, usualMs, failures, sinceMs }: DeadlineEvent,
  run: Run | undefined,
): IDataObject {
  const runFields = run && { runId: run.id, run: buildRunOutput(client, kind, run) };
  if (event === 'recovered') return { ...runFields, failures, since: toIsoTime(sinceMs) };
  const usualSeconds = usualMs === undefined ? null : usualMs / 1000;
  return event === 'runTooLong' ? { ...runFields, usualSeconds } : {};
}

function toIsoTime(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
