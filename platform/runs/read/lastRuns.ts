import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { RunKind } from '../kinds';
import { readParents, requireRunsOfParents } from './parents';
import { isRun, readRun } from './run';
import { selectShortRun } from './selection';
import { hasSucceeded } from './outcome';
import { timeMs } from './times';
import { entriesOf, fieldsOf } from '../../text/values';

/** The newest run of a job or pipeline; what the platform does not tell is null. */
export interface LastRun {
  id: string;
  number: number | null;
  status: string;
  /** Null while it goes on. */
  succeeded: boolean | null;
  startTime: string | null;
  endTime: string | null;
}

/** The newest run in a platform's list of them; null where there is none. */
export function lastRunIn(instances: unknown): LastRun | null {
  const newest = entriesOf(instances).find(isRun);
  if (newest === undefined) return null;
  const { id, number, status, startTime, endTime } = readRun(newest, 'instances');
  return {
    id,
    number: number ?? null,
    status,
    succeeded: hasSucceeded({ status, endTime }),
    startTime: startTime ?? null,
    endTime: endTime ?? null,
  };
}

/** Makes sure that the platform returns runs of its jobs or pipelines. @throws UnsupportedError where it does not */
export async function requireLastRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  options: CallOptions = {},
): Promise<void> {
  await requireRunsOfParents(endpoint, kind, selectShortRun, options);
}

/** The newest run of each job or pipeline, asked for 100 in a request; null for one that never ran, or is gone. */
export async function lastRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentIds: readonly string[],
  options: CallOptions = {},
): Promise<Map<string, LastRun | null>> {
  const selection = { ofRun: selectShortRun, newest: 1 };
  const read = await readParents(endpoint, kind, { ids: parentIds }, selection, options);
  return new Map(parentIds.map((id) => [id, lastRunIn(fieldsOf(read.get(id)).instances)]));
}

/**
 * Whether there was no run since a moment: none at all, or the last one ended before it. A run that goes on, or that does
 * not tell when it ran, counts as one since.
 * @param sinceMs epoch milliseconds
 */
export function hasNotRunSince(run: LastRun | null, sinceMs: number): boolean {
  if (run === null) return true;
  if (run.succeeded === null) return false;
  const ranMs = timeMs(run.endTime) ?? timeMs(run.startTime);
  return ranMs !== undefined && ranMs < sinceMs;
}
