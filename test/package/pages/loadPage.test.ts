import { isSubMinuteCron, toCronExpression } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { tableRows } from '../../support/markdownTable';
import { TIME_LIMITS } from '../timeLimits';

const read = (name: string) => readFileSync(path.resolve(__dirname, '../../../docs', name), 'utf8');
const page = read('load.md');

function rowsBelow(heading: string, text: string): string[][] {
  const [, section = ''] = text.split(`\n## ${heading}\n`);
  return tableRows(section.split('\n## ')[0] ?? '').slice(2);
}

test('docs/dev/limits.md names every time limit with the figure that the code has', () => {
  expect(rowsBelow('Time limits', read('dev/limits.md'))).toEqual(TIME_LIMITS);
});

test('docs/load.md names those that a user can change', () => {
  const changeable = TIME_LIMITS.filter(([, , change]) => change !== '');
  expect(changeable.length).toBeGreaterThan(4);
  expect(rowsBelow('Time limits', page)).toEqual(changeable);
});

test('a minute is the shortest time between two polls of a trigger in n8n', () => {
  expect(page).toContain('at most once a minute');
  const tooOften = toCronExpression({ mode: 'custom', cronExpression: '*/30 * * * * *' });
  expect(isSubMinuteCron(tooOften)).toBe(true);
  expect(isSubMinuteCron(toCronExpression({ mode: 'everyMinute' }))).toBe(false);
});
