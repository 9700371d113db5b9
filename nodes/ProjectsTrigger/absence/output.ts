import type { IDataObject } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import type { AbsenceEventDetails } from '../../../platform/runEvents/eventDetails';
import type { AbsenceEvent } from '../../../platform/runEvents/absence/rules';
import type { RunKind } from '../../../platform/runs/kinds';
import { entityOutput } from '../../Projects/resources/entityOutput';
import { runOutput } from '../../Projects/runs/read/runOutput';

/** The JSON of an item, and when it happened, in epoch milliseconds. */
export interface TimedItem {
  atMs: number;
  json: IDataObject;
}

/** An event about absence is its job or pipeline as "Get" gives it, with what is late in front. */
export async function absenceItems(
  client: PlatformClient,
  kind: RunKind,
  events: readonly AbsenceEvent[],
  { signal }: { signal?: AbortSignal } = {},
): Promise<TimedItem[]> {
  const details = await client.runEvents.readAbsenceDetails(kind, events, { signal });
  const entities = await labeledEntities(client, details, signal);
  const whole = await withRuns(client, kind, events, signal);
  return whole.map((event) => {
    const { parent, atMs } = event;
    const known = details.get(parent.id);
    const { projectId, projectName } = parent;
    return {
      atMs,
      json: {
        event: event.event,
        [kind.parentName]: parent.name,
        ...(projectName !== undefined && { projectName }),
        [kind.parentId]: parent.id,
        ...(projectId !== undefined && { projectId }),
        ...timesOf(event),
        ...eventFields(client, kind, event),
        ...entityOutput(client, kind.noun, {
          id: parent.id,
          name: parent.name,
          ...(projectId !== undefined && { projectId }),
          ...entities.get(parent.id),
          lastRun: known?.lastRun ?? null,
          lastSuccess: lastSuccess(event, known?.lastSuccess),
        }),
      },
    };
  });
}

/** The jobs or pipelines by their IDs, with the labels of their technologies as "Get" has them. */
async function labeledEntities(
  client: PlatformClient,
  details: ReadonlyMap<string, AbsenceEventDetails>,
  signal: AbortSignal | undefined,
): Promise<Map<string, object>> {
  const entities = [...details.values()].map(({ entity }) => entity);
  const withLabels = await client.withTechnologyLabels(entities, { signal });
  return new Map([...details.keys()].map((id, at) => [id, withLabels[at] ?? {}]));
}

function timesOf({ dueAtMs, detectedAtMs, missed }: AbsenceEvent): IDataObject {
  return { dueAt: isoTime(dueAtMs), detectedAt: isoTime(detectedAtMs), missed };
}

/** With the run that takes too long, or has succeeded, as "Get" returns it. */
async function withRuns(
  client: PlatformClient,
  kind: RunKind,
  events: readonly AbsenceEvent[],
  signal: AbortSignal | undefined,
): Promise<AbsenceEvent[]> {
  const seen = events.flatMap(({ run, parent }) => (run ? [{ run, parent }] : []));
  const whole = await client.runEvents.readWholeRuns(kind, seen, { signal });
  return events.map((event) => (event.run ? { ...event, run: whole.shift() } : event));
}

function eventFields(
  client: PlatformClient,
  kind: RunKind,
  { event, run, usualMs, failures, sinceMs }: AbsenceEvent,
): IDataObject {
  const shown = run && { run: runOutput(client, kind, run) };
  if (event === 'recovered') return { ...shown, failures, since: isoTime(sinceMs) };
  const usualSeconds = usualMs === undefined ? null : usualMs / 1000;
  return event === 'runTooLong' ? { ...shown, usualSeconds } : {};
}

/** Where it is further back than the runs that were read, its time alone is known. */
function lastSuccess(
  { lastSuccessMs }: AbsenceEvent,
  read: object | null | undefined,
): object | null {
  if (read) return read;
  return lastSuccessMs === undefined ? null : { endTime: isoTime(lastSuccessMs) };
}

function isoTime(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
