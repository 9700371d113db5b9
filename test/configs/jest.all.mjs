import config from '../../jest.config.mjs';

/** All tests, and whole those of which `npm test` plays a sample (test/support/cases.ts). */
process.env.TEST_CASES = 'all';
export default config;
