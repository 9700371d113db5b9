/** Bounds of a report that a test can reach in a second. */
jest.doMock('../../platform/report/limits', () => ({
  ...jest.requireActual<object>('../../platform/report/limits'),
  MAX_REPORTED_RUNS_OF_ONE: 500,
  MAX_REPORTED_RUNS: 25_000,
}));
