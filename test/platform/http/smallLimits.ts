/** Bounds of answers that a test can reach in a second. */
jest.doMock('../../../platform/http/limits', () => ({
  ...jest.requireActual<object>('../../../platform/http/limits'),
  MAX_RESPONSE_BYTES: 1024 * 1024,
  MAX_ERROR_PAGE_BYTES: 64 * 1024,
  MAX_RESPONSE_MS: 900,
}));
