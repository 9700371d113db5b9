import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { RunKind } from '../kinds';
import { readParents } from './parents';
import { isRun, readRun } from './run';
import { selectShortRun } from './selection';
import { hasSucceeded } from './outcome';
import { timeMs } from './times';
import { entriesOf, fieldsOf } from '../../text/values';

/** The newest run of a job or pipeline. Fields that the platform does not return are null. */
export interface LastRun {
  id: string;
  number: number | null;
  status: string;
  /** Null while it continues. */
  succeeded: boolean | null;
  startTime: string | null;
  endTime: string | null;
}

/** Returns the newest run in a platform's list; null if there is none. */
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

/** Reads the newest run of each job or pipeline, 100 in a request; null for one that never ran or no longer exists. */
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
 * Whether there was no run since then: none at all, or the last one ended before. A current run, or one without times, counts as
 * recent.
 * @param sinceMs epoch milliseconds
 */
export function hasNotRunSince(run: LastRun | null, sinceMs: number): boolean {
  if (run === null) return true;
  if (run.succeeded === null) return false;
  const ranMs = timeMs(run.endTime) ?? timeMs(run.startTime);
  return ranMs !== undefined && ranMs < sinceMs;
}
