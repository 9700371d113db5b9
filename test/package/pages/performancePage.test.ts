import { readFileSync, writeFileSync } from 'node:fs';
import { GROWING } from '../../bench/goals';
import { performanceFiles } from '../../bench/report/page';
import { keptResults } from '../../bench/report/results';
import { readText } from '../../support/repository';

test('the pages of performance are what docs/performance.json and the goals make of them', async () => {
  const files = await performanceFiles(keptResults());
  expect(files.size).toBe(2);
  for (const [file, text] of files) {
    if (process.env.UPDATE_DOCS) writeFileSync(file, text);
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
});

test('docs/dev/performance.md has the goals of what grows', () => {
  const page = readText('docs/dev/performance.md');
  for (const goal of [`${GROWING.seconds * 1_000} ms`, `${GROWING.grownMiB} MiB`])
    expect(page).toContain(goal);
});
