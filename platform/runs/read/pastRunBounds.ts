/** Limits the runs that are read of one job or pipeline. */
export const MAX_PAST_RUNS_OF_ONE = 10_000;
/** Limits the runs of all jobs and pipelines together. When it is reached, only one page is read of each of the others. */
export const MAX_PAST_RUNS = 500_000;
