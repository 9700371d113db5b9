import type { IExecuteFunctions } from 'n8n-workflow';
import {
  outputOf,
  resultOf,
  unreadResult,
  type FileResult,
} from '../../../nodes/ConfFiles/resources/folder.output';
import { factsOf, nodeError } from '../../../nodes/shared/errors/errors';
import { PlatformError, type Reach } from '../../../platform/errors/errors';
import { someNode } from '../../support/someNode';

const node = someNode({ name: 'Sync' });
const executionWith = (continues: boolean) =>
  ({ continueOnFail: () => continues }) as IExecuteFunctions;

const failureWith = (message: string, reach: Reach = 'answered') =>
  new PlatformError(message, { hint: 'Look.', reach });
const failed = (path: string, message: string): FileResult =>
  resultOf(node, { path, action: 'failed', failure: failureWith(message) } as never);
const done = (path: string, action: 'uploaded' | 'unchanged' | 'deleted'): FileResult =>
  resultOf(node, { path, action } as never);
const filesThatFailed = (count: number) =>
  Array.from({ length: count }, (_, n) => failed(`/f${n}`, 'no'));

/** What the node tells where it stops on errors. */
function summaryOf(wanted: FileResult[], extraneous: FileResult[] = []) {
  try {
    outputOf(executionWith(false), wanted, extraneous);
  } catch (error) {
    return error as PlatformError;
  }
  throw new Error('It did not throw');
}

const END = 'If you run the sync again, only missing files are sent.';
const FIVE = '/f0: no. /f1: no. /f2: no. /f3: no. /f4: no.';

test.each([
  [1, '/f0: no.'],
  [5, FIVE],
  [6, `${FIVE} And 1 more.`],
  [8, `${FIVE} And 3 more.`],
])('of %i files that failed, five are named', (count, named) => {
  const { message, hint } = summaryOf([...filesThatFailed(count), done('/a', 'uploaded')]);
  expect(message).toBe(`${count} of ${count + 1} files failed`);
  expect(hint).toBe(`${named} The other files: 1 uploaded, 0 unchanged, 0 deleted. ${END}`);
});

test('what became of the others is counted, of extraneous files as well', () => {
  const wanted = [done('/a', 'uploaded'), done('/b', 'unchanged'), done('/c', 'unchanged')];
  const { message, hint } = summaryOf(wanted, [done('/d', 'deleted'), failed('/e', 'no')]);
  expect(message).toBe('1 of 5 files failed');
  expect(hint).toBe(`/e: no. The other files: 1 uploaded, 2 unchanged, 1 deleted. ${END}`);
});

test.each([
  ['/a', 'The platform has no /a', 'The platform has no /a.'],
  ['/a', 'x'.repeat(400), `/a: ${'x'.repeat(300)}.`],
  [`/${'y'.repeat(300)}`, 'no', `/${'y'.repeat(199)}: no.`],
])('a reason names its file once, and is short', (path, message, told) => {
  expect(summaryOf([failed(path, message)]).hint).toMatch(told);
});

test('where nothing failed, each file is an item; extraneous ones are paired with all', () => {
  const wanted = [done('/a', 'uploaded'), done('/b', 'unchanged')];
  const items = outputOf(executionWith(false), wanted, [done('/c', 'deleted')]);
  expect(items).toEqual([
    { json: { path: '/a', action: 'uploaded' }, pairedItem: { item: 0 } },
    { json: { path: '/b', action: 'unchanged' }, pairedItem: { item: 1 } },
    { json: { path: '/c', action: 'deleted' }, pairedItem: [{ item: 0 }, { item: 1 }] },
  ]);
});

test('where the node continues, a file that failed is an item whose message names it once', () => {
  const unread = unreadResult('/c', nodeError(node, failureWith('not read')));
  const wanted = [failed('/a', 'no'), failed('/b', 'The platform has no /b'), unread];
  const items = outputOf(executionWith(true), wanted, []);
  expect(items.map(({ json, error, pairedItem }) => [json, error?.message, pairedItem])).toEqual([
    [{ path: '/a', action: 'failed' }, '/a: no', { item: 0 }],
    [{ path: '/b', action: 'failed' }, 'The platform has no /b', { item: 1 }],
    [{ path: '/c', action: 'failed' }, '/c: not read', { item: 2 }],
  ]);
});

test.each([
  ['never', 'none', false],
  ['answered', 'none', false],
  ['unknown', 'none', true],
  ['never', 'unknown', true],
] as const)(
  'a request that got so far: %s (effect of the one before: %s) may have changed the file: %s',
  (reach, before, mayHaveHappened) => {
    const failure = failureWith('no', reach);
    failure.effectBefore = before;
    const result = resultOf(node, { path: '/a', action: 'failed', failure } as never, 3);
    expect(factsOf(result.failure)).toMatchObject({ mayHaveHappened });
    expect(result.failure?.context.itemIndex).toBe(3);
  },
);
