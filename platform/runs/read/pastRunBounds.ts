export const MAX_PAST_RUNS_OF_ONE = 10_000;
/** Of all together. Beyond it, only one page is read of each job or pipeline that is left. */
export const MAX_PAST_RUNS = 500_000;
