import { globSync, readFileSync } from 'node:fs';
import config from './jest.config.mjs';

process.env.RANDOM_CASES = 'all';

/** The tests that play only some of their random cases beside the others; see test/support/cases.ts. */
const files = globSync('test/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  /support\/cases'/.test(readFileSync(new URL(file, import.meta.url), 'utf8')),
);

export default { ...config, testMatch: files.map((file) => `<rootDir>/${file}`) };
