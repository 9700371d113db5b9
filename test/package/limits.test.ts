import { isSubMinuteCron, toCronExpression } from 'n8n-workflow';
import { tableRows } from '../support/markdownTable';
import { readText } from '../support/repository';
import { BOUNDS, TIME_LIMITS } from './limits';

/** The first two cells of each row of a table of docs/dev/limits.md. */
function documented(heading: string): string[][] {
  const [, section = ''] = readText('docs/dev/limits.md').split(`\n## ${heading}\n`);
  const rows = tableRows(section.split('\n## ')[0] ?? '').slice(2);
  return rows.map((cells) => cells.slice(0, 2));
}

test('the docs name the limits that the code has, with its figures', () => {
  expect(documented('Time limits')).toEqual(TIME_LIMITS);
  expect(documented('Bounds')).toEqual(BOUNDS.map(({ what, bound }) => [what, bound]));
});

describe.each(BOUNDS)('$what', ({ tests }) => {
  test.each(Object.entries(tests))('%s tries to break it', (file, titles) => {
    const source = readText(file);
    expect(titles.length).toBeGreaterThan(0);
    for (const title of titles) expect(source).toContain(`'${title}`);
  });
});

test('a minute is the shortest time between two polls of a trigger in n8n', () => {
  expect(readText('docs/load.md')).toContain('at most once a minute');
  const tooOften = toCronExpression({ mode: 'custom', cronExpression: '*/30 * * * * *' });
  expect(isSubMinuteCron(tooOften)).toBe(true);
  expect(isSubMinuteCron(toCronExpression({ mode: 'everyMinute' }))).toBe(false);
});
