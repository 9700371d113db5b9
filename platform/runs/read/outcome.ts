/** How a run came to its end. */
export type RunOutcome = 'succeeded' | 'failed' | 'stopped' | 'skipped';

const OUTCOMES: ReadonlyMap<string, RunOutcome> = new Map([
  ['SUCCEEDED', 'succeeded'],
  ['FAILED', 'failed'],
  ['ERROR', 'failed'],
  ['KILLED', 'stopped'],
  ['SKIPPED', 'skipped'],
]);

/** How a run with this status ended; undefined while it goes on, as for a status that is not known here. */
export function outcomeOf(status: string): RunOutcome | undefined {
  return OUTCOMES.get(status);
}

const WAITING: ReadonlySet<string> = new Set(['AWAITING', 'REQUESTED', 'QUEUED']);

/** Whether a run with this status waits for its turn; platforms may give it a start time all the same. */
export function isWaiting(status: string): boolean {
  return WAITING.has(status);
}

/** Null while a run with this status goes on; false for one that failed, was stopped or was skipped. */
export function hasSucceeded(status: string): boolean | null {
  const outcome = outcomeOf(status);
  return outcome === undefined ? null : outcome === 'succeeded';
}

/** As `failed` or `was stopped`. */
export function describeOutcome(outcome: RunOutcome): string {
  return outcome === 'stopped' || outcome === 'skipped' ? `was ${outcome}` : outcome;
}
