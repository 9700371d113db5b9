// What n8n's engine logs of failures that tests cause on purpose.
process.env.N8N_LOG_LEVEL = 'silent';

/** Tests are TypeScript, stripped of types by swc; the type check itself is part of `gulp build`. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022' } }] },
  globalSetup: '<rootDir>/test/support/packedPackage.ts',
  testTimeout: 30_000,
};
