import { parseTimeMs } from './times';
import { excerpt } from '../../common/text/text';

export const OUTCOME_NAMES = ['succeeded', 'failed', 'stopped', 'skipped'] as const;

export type RunOutcome = (typeof OUTCOME_NAMES)[number];

/** Maps statuses in capital letters to their meaning. */
export type FinalStatuses = ReadonlyMap<string, RunOutcome>;

export interface RunState {
  status: string;
  endTime?: unknown;
}

const OUTCOMES: FinalStatuses = new Map([
  ['SUCCEEDED', 'succeeded'],
  ['FAILED', 'failed'],
  ['ERROR', 'failed'],
  ['KILLED', 'stopped'],
  ['SKIPPED', 'skipped'],
]);

/** The status of a run that the platform does not track, for a moment or forever. */
export const UNTRACKED_STATUS = 'UNKNOWN';
/** In a wait, a run that is untracked this long, at two polls or more, counts as failed, although it may continue. */
export const MAX_UNTRACKED_MS = 60_000;

const WAITING: ReadonlySet<string> = new Set(['AWAITING', 'REQUESTED', 'QUEUED']);
const WORKING: ReadonlySet<string> = new Set(['RUNNING', 'KILLING']);

/**
 * Returns how a run ended; undefined while it continues. A run has ended if it has a final status. If it has an end time and an
 * unknown status, it counts as failed. A run that is RUNNING has not ended, even with an end time, because platforms do not write the
 * status and the end time at once.
 */
export function findOutcome(
  { status, endTime }: RunState,
  finalStatuses?: FinalStatuses,
): RunOutcome | undefined {
  const byStatus = OUTCOMES.get(status) ?? finalStatuses?.get(status.toUpperCase());
  return byStatus ?? (hasEndTime(endTime) && !isKnownStatus(status) ? 'failed' : undefined);
}

/** Some platforms write the year 1 or the start of 1970 for a run that has no end time. */
function hasEndTime(endTime: unknown): boolean {
  return (parseTimeMs(endTime) ?? 0) > 0;
}

export function isKnownStatus(status: string): boolean {
  return OUTCOMES.has(status) || WAITING.has(status) || WORKING.has(status);
}

/** Decides by the status, because a waiting run may already have a start time. */
export function isWaiting({ status }: RunState): boolean {
  return WAITING.has(status);
}

/** Returns null while a run continues. */
export function hasSucceeded(run: RunState, finalStatuses?: FinalStatuses): boolean | null {
  const outcome = findOutcome(run, finalStatuses);
  return outcome === undefined ? null : outcome === 'succeeded';
}

/** Returns the outcome, or the status in lower case if the run continues or the status is unknown. */
export function describeState({ status }: RunState): string {
  return OUTCOMES.get(status) ?? status.toLowerCase();
}

/** Returns, for example, `failed` or `was stopped`, or `ended as CRASHED` if an unknown status counts as failed. */
export function describeOutcome(outcome: RunOutcome, status: string): string {
  if (!OUTCOMES.has(status) && outcome === 'failed') return `ended as ${excerpt(status)}`;
  return outcome === 'stopped' || outcome === 'skipped' ? `was ${outcome}` : outcome;
}
