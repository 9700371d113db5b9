import { globSync, readFileSync } from 'node:fs';
import config from './jest.config.mjs';

process.env.TEST_CASES = 'all';

/** The tests of which `npm test` plays a sample, in whole; see test/support/cases.ts. */
const files = globSync('test/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  /support\/cases'/.test(readFileSync(new URL(file, import.meta.url), 'utf8')),
);

export default { ...config, testMatch: files.map((file) => `<rootDir>/${file}`) };
