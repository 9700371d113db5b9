import config from '../../jest.config.mjs';

/** The packed package behind real proxies, limits and servers. With FIELD=short: what takes minutes is left out. */
export default {
  ...config,
  testMatch: ['<rootDir>/test/field/**/*.field.ts'],
  // Limits of rate are about time: few beside one another.
  maxWorkers: 2,
  testTimeout: 300_000,
};
