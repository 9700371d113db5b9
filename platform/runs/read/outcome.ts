import { timeMs } from './times';
import { excerpt } from '../../common/text/text';

/** How a run ended. */
export const OUTCOME_NAMES = ['succeeded', 'failed', 'stopped', 'skipped'] as const;

export type RunOutcome = (typeof OUTCOME_NAMES)[number];

/** The meaning of statuses beyond those that are known here, in capitals. */
export type FinalStatuses = ReadonlyMap<string, RunOutcome>;

/** The part of a run that shows whether and how it has ended. */
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

/** The platform does not track the run, for a moment or for good. */
export const UNTRACKED_STATUS = 'UNKNOWN';
/** A run that stays untracked this long, seen at two polls at least, counts as failed; it may continue anyway. */
export const MAX_UNTRACKED_MS = 60_000;

const WAITING: ReadonlySet<string> = new Set(['AWAITING', 'REQUESTED', 'QUEUED']);
const WORKING: ReadonlySet<string> = new Set(['RUNNING', 'KILLING']);
const NO_OTHERS: FinalStatuses = new Map();

/**
 * Returns how a run ended; undefined while it continues. A run has ended if it has a final status, or an end time and a status
 * that is not known here. Words that are neither known nor among `finalStatuses` count as failed: nothing shows that such a run
 * succeeded. A run that is RUNNING has not ended, whatever its end time: platforms do not write both in one step.
 */
export function outcomeOf(
  { status, endTime }: RunState,
  finalStatuses: FinalStatuses = NO_OTHERS,
): RunOutcome | undefined {
  const known = OUTCOMES.get(status) ?? finalStatuses.get(status.toUpperCase());
  return known ?? (hasEndTime(endTime) && !isKnownStatus(status) ? 'failed' : undefined);
}

/** Some platforms write the year 1 or the start of 1970 if there is no time. */
function hasEndTime(endTime: unknown): boolean {
  return (timeMs(endTime) ?? 0) > 0;
}

/** Whether the meaning of a status is documented here: others are shown by their own names. */
export function isKnownStatus(status: string): boolean {
  return OUTCOMES.has(status) || WAITING.has(status) || WORKING.has(status);
}

/** Whether a run waits for its turn; platforms may give it a start time anyway. */
export function isWaiting(run: RunState): boolean {
  return WAITING.has(run.status) && outcomeOf(run) === undefined;
}

/** Returns null while a run continues; false if it failed, was stopped or was skipped. */
export function hasSucceeded(run: RunState, finalStatuses?: FinalStatuses): boolean | null {
  const outcome = outcomeOf(run, finalStatuses);
  return outcome === undefined ? null : outcome === 'succeeded';
}

/** Returns the outcome in a word, or in lower case the status of a run that continues or whose status is not known here. */
export function stateText({ status }: RunState): string {
  return OUTCOMES.get(status) ?? status.toLowerCase();
}

/** Returns `failed`, `was stopped`, or `ended as CRASHED` for a status that is not known here. */
export function describeOutcome(outcome: RunOutcome, status: string): string {
  if (!OUTCOMES.has(status) && outcome === 'failed') return `ended as ${excerpt(status)}`;
  return outcome === 'stopped' || outcome === 'skipped' ? `was ${outcome}` : outcome;
}
