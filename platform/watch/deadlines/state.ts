/** The state of the deadlines of one job or pipeline. Times are epoch milliseconds, 0 for none. */
export interface DeadlineState {
  /** Marks of the schedule, the deadline and the limit for a run at the last poll: each begins again if its mark changes. */
  schedule: string;
  deadline: string;
  tooLong: string;
  /** Due times until then were reported, or were before the schedule was watched. */
  dueAfterMs: number;
  /** The same for deadlines; without a later success, the age of the last success counts from here. */
  deadlineAfterMs: number;
  /** When the latest run began. */
  lastBegunMs: number;
  /** When the latest success ended. */
  lastSuccessMs: number;
  /** Whether it was reported that the latest success is too old. */
  isAgeReported: boolean;
  /** Failures and missed deadlines since the latest success … */
  failures: number;
  /** … and when the first of them was. */
  failingSinceMs: number;
  /** Numbers of current runs that were reported as too long, or were too long before the rule was chosen. */
  longRuns: readonly number[];
}

/** Returns the state of what is watched from a moment on: nothing earlier counts. */
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
