import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

// Otherwise, n8n's engine would log failures that tests cause on purpose.
process.env.N8N_LOG_LEVEL = 'silent';
// n8n also runs in production mode. In other modes, graphql looks for other copies of itself at each type check, which takes most of the time of a test.
process.env.NODE_ENV = 'production';
// n8n's engine stores settings and binary data below this folder instead of the user's home folder.
process.env.N8N_USER_FOLDER = fileURLToPath(new URL('.local/jest', import.meta.url));
// Otherwise, the first two workers could create this file at the same time, and one could read it half written.
const n8nConfig = new URL('.local/jest/.n8n/config', import.meta.url);
if (!existsSync(n8nConfig)) {
  mkdirSync(new URL('.', n8nConfig), { recursive: true });
  writeFileSync(n8nConfig, JSON.stringify({ encryptionKey: 'for tests' }), { mode: 0o600 });
}

/** Jest does not check types: esbuild only removes them. `gulp build` checks them. */
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
  maxWorkers: Math.min(4 * availableParallelism(), 8),
  maxConcurrency: 10,
  globalSetup: '<rootDir>/test/support/packedPackage.ts',
  // The limit is high for busy machines. Tests about time set their own limit.
  testTimeout: 90_000,
};
