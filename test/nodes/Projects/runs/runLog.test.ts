import type { IExecuteFunctions } from 'n8n-workflow';
import { RunLog } from '../../../../nodes/Projects/runs/start/startedRuns';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** n8n's log, an entry for each time that it is called. */
function logged() {
  const entries: string[] = [];
  const execution = {
    getNode: () => ({ name: 'Run' }),
    getExecutionId: () => '7',
    logger: { info: (entry: string) => void entries.push(entry) },
  };
  const log = new RunLog(execution as unknown as IExecuteFunctions);
  return { log, sizes: () => entries.map((entry) => entry.split('\n').length), entries };
}

test('the first start is written at once, those within 50 ms together', () => {
  const { log, sizes, entries } = logged();
  for (let item = 0; item < 4; item++) log.add(`Started run ${item}`, item);
  expect(entries).toEqual(['Run: Started run 0 (execution 7, item 0)']);
  jest.advanceTimersByTime(49);
  expect(sizes()).toEqual([1]);
  jest.advanceTimersByTime(1);
  expect(sizes()).toEqual([1, 3]);
});

test('a hundred are written without a wait', () => {
  const { log, sizes } = logged();
  for (let item = 0; item < 250; item++) log.add('Started', item);
  expect(sizes()).toEqual([1, 100, 100]);
  log.write();
  expect(sizes()).toEqual([1, 100, 100, 49]);
});

test('after a while in which nothing starts, the next one is written at once again', () => {
  const { log, sizes } = logged();
  log.add('Started', 0);
  jest.advanceTimersByTime(1000);
  log.add('Started', 1);
  expect(sizes()).toEqual([1, 1]);
});

test('where nothing is left, nothing is written, and no timer holds the process', () => {
  const { log, sizes } = logged();
  log.write();
  expect(sizes()).toEqual([]);
  log.add('Started', 0);
  jest.advanceTimersByTime(50);
  expect(jest.getTimerCount()).toBe(0);
});
