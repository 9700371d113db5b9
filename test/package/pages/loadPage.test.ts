import { isSubMinuteCron, toCronExpression } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { tableRows } from '../../support/markdownTable';
import { TIME_LIMITS } from '../timeLimits';

const read = (name: string) => readFileSync(path.resolve(__dirname, '../../../docs', name), 'utf8');

test('docs/dev/limits.md names every time limit with the figure that the code has', () => {
  const [, section = ''] = read('dev/limits.md').split('\n## Time limits\n');
  expect(tableRows(section.split('\n## ')[0] ?? '').slice(2)).toEqual(TIME_LIMITS);
});

test('a minute is the shortest time between two polls of a trigger in n8n', () => {
  expect(read('load.md')).toContain('at most once a minute');
  const tooOften = toCronExpression({ mode: 'custom', cronExpression: '*/30 * * * * *' });
  expect(isSubMinuteCron(tooOften)).toBe(true);
  expect(isSubMinuteCron(toCronExpression({ mode: 'everyMinute' }))).toBe(false);
});
