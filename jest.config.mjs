import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

// n8n's engine would log failures that tests cause on purpose.
process.env.N8N_LOG_LEVEL = 'silent';
// n8n also runs with this. Otherwise, graphql checks each type for another copy of itself, which takes most of a test's time.
process.env.NODE_ENV = 'production';
// n8n's engine keeps settings and binary data below this folder, not in the user's home.
process.env.N8N_USER_FOLDER = fileURLToPath(new URL('.local/jest', import.meta.url));

/** esbuild removes the types, and `gulp build` checks them. */
export default {
  // Configurations in test/configs extend this one.
  rootDir: import.meta.dirname,
  testEnvironment: '<rootDir>/test/support/jest/environment.cjs',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  transform: {
    '^.+\\.ts$': '<rootDir>/test/support/jest/transform.cjs',
    '/node_modules/.+\\.[cm]?js$': '<rootDir>/test/support/jest/library.cjs',
  },
  transformIgnorePatterns: ['/node_modules/(@jest|jest)'],
  // Most tests spend their time waiting.
  maxWorkers: Math.min(Math.round(2.5 * availableParallelism()), 8),
  maxConcurrency: 10,
  globalSetup: '<rootDir>/test/support/packedPackage.ts',
  // A busy machine is slow. Tests about time set their own limit.
  testTimeout: 90_000,
};
