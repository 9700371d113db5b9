import config from '../../jest.config.mjs';

/** The packed package against the cluster that `npm run test:cluster` was given. */
export default {
  ...config,
  testMatch: ['<rootDir>/test/cluster/**/*.cluster.ts'],
  maxWorkers: 1,
  testTimeout: 180_000,
};
