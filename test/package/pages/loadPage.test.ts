import { GlobalConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import { isSubMinuteCron, toCronExpression } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { tableRows } from '../../support/markdownTable';
import { TIME_LIMITS } from '../timeLimits';

const page = readFileSync(path.resolve(__dirname, '../../../docs/load.md'), 'utf8');

function rowsBelow(heading: string): string[][] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  return tableRows(section.split('\n## ')[0] ?? '').slice(2);
}

test('docs/load.md names every time limit with the figure that the code has', () => {
  expect(rowsBelow('Time limits')).toEqual(TIME_LIMITS);
});

describe('limits of n8n', () => {
  const limitOf = (setting: string) =>
    rowsBelow('Limits of n8n').find((row) => row[2]?.includes(setting))?.[1];

  test('are those of the n8n that the tests run on', () => {
    const { executions, generic, scheduler } = Container.get(GlobalConfig);
    const noneIfNegative = (limit: number) => (limit < 0 ? 'none' : String(limit));
    expect({
      timeout: limitOf('EXECUTIONS_TIMEOUT`,'),
      maxTimeout: limitOf('EXECUTIONS_TIMEOUT_MAX'),
      poll: limitOf('N8N_SCHEDULER_POLL_TIMEOUT'),
      shutdown: limitOf('N8N_GRACEFUL_SHUTDOWN_TIMEOUT'),
      atOnce: limitOf('N8N_CONCURRENCY_PRODUCTION_LIMIT'),
      age: limitOf('EXECUTIONS_DATA_MAX_AGE'),
      count: limitOf('EXECUTIONS_DATA_PRUNE_MAX_COUNT'),
    }).toEqual({
      timeout: noneIfNegative(executions.timeout),
      maxTimeout: `${executions.maxTimeout} s`,
      poll: `${scheduler.pollTimeoutSeconds} s`,
      shutdown: `${generic.gracefulShutdownTimeout} s`,
      atOnce: noneIfNegative(executions.concurrency.productionLimit),
      age: `${executions.pruneDataMaxAge} h`,
      count: executions.pruneDataMaxCount.toLocaleString('en'),
    });
  });

  test('a minute is the shortest time between two polls', () => {
    const tooOften = toCronExpression({ mode: 'custom', cronExpression: '*/30 * * * * *' });
    expect(isSubMinuteCron(tooOften)).toBe(true);
    expect(isSubMinuteCron(toCronExpression({ mode: 'everyMinute' }))).toBe(false);
    const [, limit] =
      rowsBelow('Limits of n8n').find(([what]) => what?.includes('two polls')) ?? [];
    expect(limit).toBe('60 s');
  });
});
