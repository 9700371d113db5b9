import { ownValue } from '../../text/names';
import { fieldsOf } from '../../text/values';

/**
 * What is known of a job or pipeline whose absence is watched. Times are epoch milliseconds of whole seconds, 0 for none. It
 * is made of what the platform's runs tell, and of what was reported: who goes on from an older one reports nothing twice.
 */
export interface AbsenceState {
  /** Tells one schedule from another; empty for none; one that cannot be read begins with `!`. */
  schedule: string;
  /** What was due until then is settled: it was reported, or was due before this was watched. */
  dueAfterMs: number;
  /** The same for deadlines; an age counts from here where there is no later success. */
  deadlineAfterMs: number;
  /** When the latest run began. */
  lastBegunMs: number;
  /** When the latest success ended. */
  lastSuccessMs: number;
  /** Whether it was reported that the latest success is too old. */
  isAgeReported: boolean;
  /** Failures, misses and deadlines since the latest success … */
  failures: number;
  /** … and when the first of them was. */
  failingSinceMs: number;
  /** Numbers of runs under way of which it was reported that they take too long. */
  longRuns: readonly number[];
}

/** That of what is watched from a moment on: nothing is known, and nothing before counts. */
export function absenceStateSince(ms: number): AbsenceState {
  return {
    schedule: '',
    dueAfterMs: ms,
    deadlineAfterMs: ms,
    lastBegunMs: 0,
    lastSuccessMs: 0,
    isAgeReported: false,
    failures: 0,
    failingSinceMs: 0,
    longRuns: [],
  };
}

export function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}

/** @returns undefined if what was stored is no state */
export function readAbsence(stored: unknown): AbsenceState | undefined {
  const read = fieldsOf(stored);
  const isRead = Object.entries(absenceStateSince(0)).every(([name, value]) => {
    const found = ownValue(read, name);
    return Array.isArray(value) ? isNumbers(found) : typeof found === typeof value;
  });
  return isRead ? (read as unknown as AbsenceState) : undefined;
}

function isNumbers(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'number');
}
