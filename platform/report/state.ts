import { isWaiting } from '../runs/read/outcome';
import { computeDurationMs, type PastRun } from '../runs/read/pastRuns';
import { findUsualDurationMs } from '../runs/read/durations';
import type { MissedRuns } from './missed';

/** The most urgent state comes first. */
export const STATES_NEEDING_ATTENTION = ['failing', 'late', 'unreliable', 'slow'] as const;
export const STATES = [...STATES_NEEDING_ATTENTION, 'running', 'unknown', 'ok', 'idle'] as const;

export type ReportState = (typeof STATES)[number];

export function needsAttention({ state }: Reason): boolean {
  return (STATES_NEEDING_ATTENTION as readonly string[]).includes(state);
}

/** A job with a larger share of failed and missed runs is unreliable. */
const MAX_FAILED_SHARE = 0.1;
/** A job with more missed runs is unreliable, whatever their share. */
const MAX_MISSED = 2;

/** A run is slow if it takes more than this many times the usual duration, and more than `SLOW_EXTRA_MS` over it. */
const SLOW_FACTOR = 2;
const SLOW_EXTRA_MS = 5_000;

/** A state of a job or pipeline, with the facts that explain it. */
export type Reason =
  | { state: 'failing'; run: PastRun; details?: string }
  | { state: 'late'; dueMs: number }
  | { state: 'unreliable'; failed: number; ended: number; missed: number }
  | { state: 'slow'; run: PastRun; tookMs: number; usualMs: number }
  | { state: 'running'; run: PastRun; forMs: number }
  | { state: 'unknown'; scheduleProblem: string }
  | { state: 'ok' | 'idle' };

export interface RunHistory {
  /** The runs that began in the period, newest first. */
  inPeriod: readonly PastRun[];
  /** The runs in and before the period, newest first. */
  all: readonly PastRun[];
  /** Undefined if nothing is scheduled, or the schedule cannot be read. */
  missed: MissedRuns | undefined;
  scheduleProblem: string | null;
  nowMs: number;
}

/** Returns the first state of `STATES` that applies, with its reason. */
export function findReason(history: RunHistory): Reason {
  const { inPeriod, all, missed, scheduleProblem, nowMs } = history;
  const latest = inPeriod.find(({ outcome }) => outcome === 'succeeded' || outcome === 'failed');
  if (latest?.outcome === 'failed') return { state: 'failing', run: latest };
  if (missed?.lateDueMs !== undefined) return { state: 'late', dueMs: missed.lateDueMs };

  const failed = inPeriod.filter(({ outcome }) => outcome === 'failed').length;
  const ended = inPeriod.filter(({ outcome }) => outcome && outcome !== 'skipped').length;
  const missedCount = missed?.dueMs.length ?? 0;
  if (missedCount > MAX_MISSED || failed + missedCount > (ended + missedCount) * MAX_FAILED_SHARE)
    return { state: 'unreliable', failed, ended, missed: missedCount };

  const slow = findSlowRun(inPeriod, all, nowMs);
  if (slow) return { state: 'slow', ...slow };
  const running = all.find(({ outcome }) => outcome === undefined);
  if (running) return { state: 'running', run: running, forMs: nowMs - running.beginMs };
  // Runs may have been missed, so the state is neither "ok" nor "idle".
  if (scheduleProblem !== null) return { state: 'unknown', scheduleProblem };
  return { state: inPeriod.length > 0 ? 'ok' : 'idle' };
}

/** Checks the newest run that is running or has succeeded. */
function findSlowRun(inPeriod: readonly PastRun[], all: readonly PastRun[], nowMs: number) {
  const run = inPeriod.find((candidate) =>
    candidate.outcome === undefined ? !isWaiting(candidate) : candidate.outcome === 'succeeded',
  );
  if (!run) return undefined;
  const usualMs = findUsualDurationMs(run, all);
  const tookMs = computeDurationMs(run) ?? nowMs - run.beginMs;
  const isSlow =
    usualMs !== undefined && tookMs > usualMs * SLOW_FACTOR && tookMs > usualMs + SLOW_EXTRA_MS;
  return isSlow ? { run, tookMs, usualMs } : undefined;
}
