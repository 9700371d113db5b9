import { NodeOperationError } from 'n8n-workflow';
import { failureWithRuns } from '../../../../../nodes/Projects/runs/start/startedRuns';
import { JOB } from '../../../../../nodes/Projects/runs/runnable';
import { PlatformError } from '../../../../../platform/errors/errors';
import { someNode } from '../../../../support/someNode';

const node = someNode();
const refused = (hint = 'Look.') => new PlatformError('no', { hint, reach: 'answered' });

/** The starts of as many items, whose runs are `r0`, `r1` and so on. */
const startsOf = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, n) => ({
    parentId: `j${n}`,
    run: { id: `r${n}.`, status: 'QUEUED' },
    isTaken: false,
    ...more,
  }));
const failureOf = (error: unknown, starts: unknown[]) =>
  failureWithRuns(node, error, JOB, starts as never);

test.each([
  [1, 1, []],
  [20, 20, []],
  [21, 20, ['and 1 more']],
  [23, 20, ['and 3 more']],
])('of %i runs that were started, %i are named', (count, named, more) => {
  const { description, context } = failureOf(refused(), startsOf(count));
  const lines = [
    'Runs that were started:',
    ...Array.from({ length: named }, (_, n) => `r${n}. (job j${n})`),
    ...more,
  ];
  expect(description).toBe(['Look.', ...lines].join('\n'));
  expect(context.descriptionTemplate).toBe(['Look.', ...lines].join('<br>'));
});

test('items without a run, runs of others and those that the failure names are not among them', () => {
  const [first, second, third] = startsOf(3);
  const starts = [undefined, { ...first, run: undefined }, { ...second, isTaken: true }, third];
  expect(failureOf(refused(), starts).description).toBe(
    'Look.\nRuns that were started:\nr2. (job j2)',
  );
  expect(failureOf(refused('See r2.'), starts).description).toBe('See r2.');
});

test('an error of n8n without a description gets one', () => {
  const failure = failureOf(new NodeOperationError(node, 'no'), startsOf(1));
  expect(failure.description).toBe('Runs that were started:\nr0. (job j0)');
  expect(failure.context.descriptionTemplate).toBeUndefined();
});
