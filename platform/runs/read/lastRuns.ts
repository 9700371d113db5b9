import { isRun, readRun } from './run';
import { hasSucceeded } from './outcome';
import { timeMs } from './times';
import { toList } from '../../common/text/values';

/** Fields that the platform does not return are null. */
export interface LastRun {
  id: string;
  number: number | null;
  status: string;
  /** Null while the run continues. */
  succeeded: boolean | null;
  startTime: string | null;
  endTime: string | null;
}

export function lastRunIn(instances: unknown): LastRun | null {
  const newest = toList(instances).find(isRun);
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

/**
 * Whether the last run ended before a moment, or there is none. A current run, or one without times, counts as recent.
 * @param sinceMs epoch milliseconds
 */
export function hasNotRunSince(run: LastRun | null, sinceMs: number): boolean {
  if (run === null) return true;
  if (run.succeeded === null) return false;
  const ranMs = timeMs(run.endTime) ?? timeMs(run.startTime);
  return ranMs !== undefined && ranMs < sinceMs;
}
