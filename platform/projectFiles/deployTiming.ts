/** How long a deploy waits for what. */
export interface DeployTiming {
  /** Where a response was lost: the pauses before each look for what it may have made, in milliseconds. */
  lookupDelaysMs: readonly number[];
  /** For a new project to be ready. */
  readyWithinMs: number;
  /** Between two looks at something that is waited for. */
  pollIntervalMs: number;
  /** For runs under way to end, and for the run afterwards. */
  runsWithinMs: number;
}

export const DEPLOY_TIMING: DeployTiming = {
  lookupDelaysMs: [0, 500, 2_000],
  readyWithinMs: 5 * 60_000,
  pollIntervalMs: 1_000,
  runsWithinMs: 60 * 60_000,
};
