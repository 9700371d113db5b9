/** Bounds of a report that a test can reach in a second. */
jest.doMock('../../platform/http/limits', () => ({
  ...jest.requireActual<object>('../../platform/http/limits'),
  MAX_REPORTED_RUNS_OF_ONE: 500,
  MAX_REPORTED_RUNS: 25_000,
}));
