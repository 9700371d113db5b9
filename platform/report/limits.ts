/** A report reads this many runs of one job or pipeline … */
export const MAX_REPORTED_RUNS_OF_ONE = 10_000;
/** … and this many of all together. After that it reads only the newest ones of each job or pipeline that is left. */
export const MAX_REPORTED_RUNS = 500_000;
/** The page of a report shows this many jobs, pipelines and apps, and says how many more there are. */
export const MAX_ENTRIES_OF_PAGE = 300;
/** The picture of a pipeline run shows this many jobs. */
export const MAX_TIMELINE_JOBS = 500;
