import { isWaiting } from '../runs/read/outcome';
import { RUNS_FOR_USUAL, usualDuration } from '../statistics/usual';
import type { MissedSchedules } from './missed';
import { durationMs, type PastRun } from './pastRun';

/** What needs attention first. */
export const STATES = [
  'failing',
  'late',
  'unreliable',
  'slow',
  'unknown',
  'running',
  'ok',
  'idle',
] as const;

export type ReportState = (typeof STATES)[number];

const NEEDS_ATTENTION: ReadonlySet<ReportState> = new Set(STATES.slice(0, 4));

export function needsAttention(state: ReportState): boolean {
  return NEEDS_ATTENTION.has(state);
}

/** From which share of failures and missed runs on something is unreliable … */
const MAX_BAD_SHARE = 0.1;
/** … and from how many missed runs on, however many came. */
const MAX_MISSED = 2;

/** A run is slow from so many times the usual on … */
const SLOW_TIMES = 2;
/** … and from so much more. */
const SLOW_MORE_MS = 5_000;

/** A run that takes or took much longer than those before it. Milliseconds. */
interface SlowRun {
  run: PastRun;
  tookMs: number;
  usualMs: number;
}

/** Why a job or pipeline is in its state. */
export type Reason =
  | { state: 'failing'; run: PastRun }
  | { state: 'late'; dueMs: number }
  | { state: 'unreliable'; failed: number; ended: number; missed: number }
  | ({ state: 'slow' } & SlowRun)
  | { state: 'unknown'; problem: string }
  | { state: 'running'; run: PastRun }
  | { state: 'ok' | 'idle' };

/**
 * The first of these that holds: the last run that came to an end by itself failed; the last run that was due has not come;
 * too many runs of the period failed or did not come; the latest run is slow; one is under way; there was none; all is well.
 * Without a run and with a schedule that cannot be read, nobody knows.
 * @param inPeriod the runs that began in the period, newest first
 * @param all also those before, newest first
 */
export function reasonFor(
  inPeriod: readonly PastRun[],
  all: readonly PastRun[],
  missed: Pick<MissedSchedules, 'count' | 'openSinceMs'> | undefined,
  nowMs: number,
  scheduleProblem: string | null = null,
): Reason {
  const lastEnded = inPeriod.find(({ outcome }) => outcome === 'succeeded' || outcome === 'failed');
  if (lastEnded?.outcome === 'failed') return { state: 'failing', run: lastEnded };
  if (missed?.openSinceMs !== undefined) return { state: 'late', dueMs: missed.openSinceMs };
  const failed = inPeriod.filter(({ outcome }) => outcome === 'failed').length;
  const ended = inPeriod.filter(({ outcome }) => outcome && outcome !== 'skipped').length;
  const count = missed?.count ?? 0;
  if (count > MAX_MISSED || failed + count > (ended + count) * MAX_BAD_SHARE)
    return { state: 'unreliable', failed, ended, missed: count };
  const slow = slowRun(inPeriod, all, nowMs);
  if (slow) return { state: 'slow', ...slow };
  const running = all.find(({ outcome }) => outcome === undefined);
  if (running) return { state: 'running', run: running };
  if (inPeriod.length > 0) return { state: 'ok' };
  return scheduleProblem === null
    ? { state: 'idle' }
    : { state: 'unknown', problem: scheduleProblem };
}

/** The newest that is at work or succeeded, if it is slow: time in the queue does not count. */
function slowRun(
  inPeriod: readonly PastRun[],
  all: readonly PastRun[],
  nowMs: number,
): SlowRun | undefined {
  const run = inPeriod.find((one) =>
    one.outcome === undefined ? !isWaiting(one) : one.outcome === 'succeeded',
  );
  if (!run) return undefined;
  const usualMs = usualBefore(run, all);
  const tookMs = durationMs(run) ?? nowMs - run.beginMs;
  const isSlow =
    usualMs !== undefined && tookMs > usualMs * SLOW_TIMES && tookMs > usualMs + SLOW_MORE_MS;
  return isSlow ? { run, tookMs, usualMs } : undefined;
}

/** How long the runs before one usually took, in milliseconds; undefined if too few succeeded. */
export function usualBefore(run: PastRun, all: readonly PastRun[]): number | undefined {
  const before = all
    .filter(({ outcome, beginMs }) => outcome === 'succeeded' && beginMs < run.beginMs)
    .slice(0, RUNS_FOR_USUAL)
    .flatMap((other) => durationMs(other) ?? []);
  return usualDuration(before);
}
