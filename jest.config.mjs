import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

// What n8n's engine logs of failures that tests cause on purpose.
process.env.N8N_LOG_LEVEL = 'silent';
// As n8n runs. Otherwise graphql looks at each type for one of another copy of itself, which takes most of a test's time.
process.env.NODE_ENV = 'production';
// n8n's engine keeps settings and binary data below this folder, not in the user's home.
process.env.N8N_USER_FOLDER = fileURLToPath(new URL('.local/jest', import.meta.url));

/** Tests are TypeScript, stripped of types by esbuild, as the package is; types are checked by `gulp build`. */
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
  // Most tests wait more than they work.
  maxWorkers: Math.min(Math.round(2.5 * availableParallelism()), 8),
  maxConcurrency: 10,
  globalSetup: '<rootDir>/test/support/packedPackage.ts',
  // For a machine that others keep busy; a test that is about time says how much itself.
  testTimeout: 90_000,
};
