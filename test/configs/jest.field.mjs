import config from '../../jest.config.mjs';

/** With `FIELD=short`, tests that take minutes are skipped. */
export default {
  ...config,
  testMatch: ['<rootDir>/test/field/**/*.field.ts'],
  // Tests of rate limits need a machine that is not busy.
  maxWorkers: 2,
  testTimeout: 300_000,
};
