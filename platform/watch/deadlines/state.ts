/** The state of the deadlines of one job or pipeline. Times are epoch milliseconds. The time 0 means none. */
export interface DeadlineState {
  /** Hash of the schedule at the last poll. If a hash changes, its check begins again. */
  scheduleHash: string;
  /** Hash of the rule for successes. */
  deadlineHash: string;
  /** Hash of the rule for durations. */
  tooLongHash: string;
  /** Due times up to this time are not checked again. */
  dueAfterMs: number;
  /** Deadlines up to this time are not checked again. If the last success was too old at this time, its age counts from here. */
  deadlineAfterMs: number;
  lastBegunMs: number;
  lastSuccessMs: number;
  isAgeReported: boolean;
  /** Number of failures and missed deadlines since the latest success. */
  failures: number;
  /** Time of the first of these failures. */
  failingSinceMs: number;
  /** Numbers of current runs that were reported as too long, or that were already too long when the rule was chosen. */
  longRuns: readonly number[];
}

export function buildDeadlineState(ms: number): DeadlineState {
  return {
    scheduleHash: '',
    deadlineHash: '',
    tooLongHash: '',
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
