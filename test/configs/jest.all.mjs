import config from '../../jest.config.mjs';

/** Runs all cases instead of a sample (test/support/cases.ts). */
process.env.TEST_CASES = 'all';
export default config;
