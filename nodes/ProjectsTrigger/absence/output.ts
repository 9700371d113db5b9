import type { IDataObject } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import type { OccasionDetails } from '../../../platform/runEvents/absence/details';
import type { Occasion } from '../../../platform/runEvents/absence/occasion';
import type { RunKind } from '../../../platform/runs/kinds';
import type { Run } from '../../../platform/runs/read/run';
import { entityOutput } from '../../Projects/resources/entityOutput';
import { runOutput } from '../../Projects/runs/read/output';

/** The JSON of an item, and when what it tells was, by the platform's clock in epoch milliseconds. */
export interface Told {
  atMs: number;
  json: IDataObject;
}

/** An occasion is its job or pipeline as "Get" gives it, with what is late in front. */
export async function toldOccasions(
  client: PlatformClient,
  kind: RunKind,
  occasions: readonly Occasion[],
  { signal }: { signal?: AbortSignal } = {},
): Promise<Told[]> {
  const details = await client.runEvents.detailsOf(kind, occasions, { signal });
  const entities = await labelled(client, details, signal);
  const runs = await wholeRuns(client, kind, occasions, signal);
  return occasions.map((occasion) => {
    const { parent, atMs } = occasion;
    const known = details.get(parent.id);
    const { projectId, projectName } = parent;
    return {
      atMs,
      json: {
        event: occasion.event,
        [kind.parentName]: parent.name,
        ...(projectName !== undefined && { projectName }),
        [kind.parentId]: parent.id,
        ...(projectId !== undefined && { projectId }),
        ...timesOf(occasion),
        ...ofEvent(kind, occasion, runs.get(occasion)),
        id: parent.id,
        name: parent.name,
        ...entityOutput(client, entities.get(parent.id) ?? {}),
        lastRun: (known?.lastRun ?? null) as unknown as IDataObject,
        lastSuccess: lastSuccess(occasion, known?.lastSuccess) as unknown as IDataObject,
      },
    };
  });
}

/** The jobs or pipelines by their IDs, with the labels of their technologies as "Get" has them. */
async function labelled(
  client: PlatformClient,
  details: ReadonlyMap<string, OccasionDetails>,
  signal: AbortSignal | undefined,
): Promise<Map<string, object>> {
  const entities = [...details.values()].map(({ entity }) => entity);
  const withLabels = await client.withTechnologyLabels(entities, { signal });
  return new Map([...details.keys()].map((id, at) => [id, withLabels[at] ?? {}]));
}

function timesOf({ dueAtMs, detectedAtMs, missed }: Occasion): IDataObject {
  return { dueAt: isoTime(dueAtMs), detectedAt: isoTime(detectedAtMs), missed };
}

/** The run that takes too long, or has succeeded, as "Get" gives it. */
async function wholeRuns(
  client: PlatformClient,
  kind: RunKind,
  occasions: readonly Occasion[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<Occasion, Run>> {
  const withRun = occasions.flatMap((occasion) => {
    const { run, parent, atMs } = occasion;
    return run ? [{ occasion, seen: { event: 'runStarted', run, parent, atMs } as const }] : [];
  });
  const seen = withRun.map((each) => each.seen);
  const whole = await client.runEvents.withWholeRuns(kind, seen, { signal });
  return new Map(
    withRun.map(({ occasion, seen: { run } }, index) => [occasion, whole[index]?.run ?? run]),
  );
}

function ofEvent(
  kind: RunKind,
  { event, usualMs, failures, sinceMs }: Occasion,
  run: Run | undefined,
): IDataObject {
  const shown = run && { run: runOutput(kind, run) };
  if (event === 'recovered') return { ...shown, failures, since: isoTime(sinceMs) };
  const usualSeconds = usualMs === undefined ? null : usualMs / 1000;
  return event === 'runTooLong' ? { ...shown, usualSeconds } : {};
}

/** Where it is further back than the runs that were looked at, its time alone is known. */
function lastSuccess({ lastSuccessMs }: Occasion, read: object | null | undefined): object | null {
  if (read) return read;
  return lastSuccessMs === undefined ? null : { endTime: isoTime(lastSuccessMs) };
}

function isoTime(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
