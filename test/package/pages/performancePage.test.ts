import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { GROWING } from '../../bench/goals';
import { performanceFiles } from '../../bench/report/page';
import { keptResults } from '../../bench/report/results';
import { readText, ROOT } from '../../support/repository';

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

const MAX_COMMITS = 300;

test(`the figures are of code that at most ${MAX_COMMITS} commits have changed since`, () => {
  const measured = ['platform', 'nodes', 'test/bench'];
  const args = ['rev-list', '--count', `${keptResults().commit}..HEAD`, '--', ...measured];
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  // An archive and a shallow clone have no history.
  if (status === 0) expect(Number(stdout)).toBeLessThanOrEqual(MAX_COMMITS);
});
