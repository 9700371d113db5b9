import config from '../../jest.config.mjs';

/** `FIELD=short` leaves out tests that take minutes. */
export default {
  ...config,
  testMatch: ['<rootDir>/test/field/**/*.field.ts'],
  // Tests of rate limits need a machine that is not busy.
  maxWorkers: 2,
  testTimeout: 300_000,
};
