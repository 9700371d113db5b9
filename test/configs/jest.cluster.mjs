import config from '../../jest.config.mjs';

export default {
  ...config,
  testMatch: ['<rootDir>/test/cluster/**/*.cluster.ts'],
  maxWorkers: 1,
  testTimeout: 180_000,
};
