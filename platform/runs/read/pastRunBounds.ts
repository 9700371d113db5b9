/** This many past runs of one job are read at a time … */
export const MAX_PAST_RUNS_OF_ONE = 10_000;
/** … and this many of all together. After that, only the newest ones of each job or pipeline that is left are read. */
export const MAX_PAST_RUNS = 500_000;
