import { globSync, readFileSync } from 'node:fs';
import config from './jest.config.mjs';

process.env.TEST_CASES = 'all';

/** The tests of which `npm test` plays a sample, in whole: those that import test/support/cases.ts, or what imports it. */
const files = globSync('test/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  /support\/cases'|\/testGeneration'/.test(readFileSync(new URL(file, import.meta.url), 'utf8')),
);

export default { ...config, testMatch: files.map((file) => `<rootDir>/${file}`) };
