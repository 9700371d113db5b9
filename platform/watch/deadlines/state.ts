/** The state of the deadlines of one job or pipeline. Times are epoch milliseconds, 0 for none. */
export interface DeadlineState {
  /** Hashes of the schedule and of two rules at the last poll. If one changes, its part begins again. */
  schedule: string;
  deadline: string;
  tooLong: string;
  /** Due times up to here are settled: reported, or older than the watch. */
  dueAfterMs: number;
  /** The same for deadlines. Without a later success, the age of the last success counts from here. */
  deadlineAfterMs: number;
  lastBegunMs: number;
  lastSuccessMs: number;
  isAgeReported: boolean;
  /** Number of failures and missed deadlines since the latest success … */
  failures: number;
  /** … and the time of the first of them. */
  failingSinceMs: number;
  /** Numbers of current runs that were reported as too long, or were already too long when the rule was chosen. */
  longRuns: readonly number[];
}

export function deadlineStateSince(ms: number): DeadlineState {
  return {
    schedule: '',
    deadline: '',
    tooLong: '',
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
