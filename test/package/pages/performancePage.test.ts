import { readFileSync, writeFileSync } from 'node:fs';
import { performanceFiles } from '../../bench/report/page';
import { keptResults } from '../../bench/report/results';

test('the pages of performance are what docs/performance.json and the goals make of them', async () => {
  const files = await performanceFiles(keptResults());
  expect(files.size).toBe(2);
  for (const [file, text] of files) {
    if (process.env.UPDATE_DOCS) writeFileSync(file, text);
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
});
