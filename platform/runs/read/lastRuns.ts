import { isRun, readRun } from './run';
import { hasSucceeded } from './outcome';
import { parseTimeMs } from './times';
import { toList } from '../../common/text/values';

/** A field is null if the platform does not return its value. */
export interface LastRun {
  id: string;
  number: number | null;
  status: string;
  /** Null while the run continues. */
  succeeded: boolean | null;
  startTime: string | null;
  endTime: string | null;
}

/** @param newestFirst runs as the platform returns them */
export function readLastRun(newestFirst: unknown): LastRun | null {
  const newest = toList(newestFirst).find(isRun);
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
 * Returns true if the last run ended before a moment, or if no run exists. Returns false for a run that continues, and for a run
 * without times.
 * @param sinceMs epoch milliseconds
 */
export function hasNotRunSince(run: LastRun | null, sinceMs: number): boolean {
  if (run === null) return true;
  if (run.succeeded === null) return false;
  const ranMs = parseTimeMs(run.endTime) ?? parseTimeMs(run.startTime);
  return ranMs !== undefined && ranMs < sinceMs;
}
