/** Bounds of past runs that a test can reach in a second. */
jest.doMock('../../platform/runs/read/pastRunBounds', () => ({
  MAX_PAST_RUNS_OF_ONE: 500,
  MAX_PAST_RUNS: 25_000,
}));
