import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { nodeError, withFacts } from '../../../../nodes/shared/errors/errors';
import {
  failedItem,
  firstIndexOf,
  failedItemForOutput,
} from '../../../../nodes/shared/items/failedItem';
import { PlatformError } from '../../../../platform/errors/errors';
import { someNode } from '../../../support/someNode';

const node = someNode();
const FIELDS = { errorDescription: 'Look.', errorCode: 'NOT_FOUND', mayHaveHappened: false };

function left({
  onError = 'continueRegularOutput',
  isRetried = false,
  known = {},
}: { onError?: INode['onError']; isRetried?: boolean; known?: IDataObject } = {}) {
  const execution = {
    getNode: () => ({ ...node, onError }),
    getInputData: () => [{ json: { row: 0 } }, { json: { row: 1, jobId: 'of the input' } }],
  } as unknown as IExecuteFunctions;
  const details = { hint: 'Look.', reach: 'answered', code: 'NOT_FOUND' } as const;
  const failure = nodeError(node as INode, new PlatformError('There is no job', details));
  withFacts(failure, { known: { name: 'of the failure' } });
  const failed = failedItem(failure, { item: 1 }, { jobId: '7', name: 'of the item', ...known });
  const item = failedItemForOutput(execution, { ...failed, error: failure }, isRetried);
  return { item, failure };
}

const THING = { jobId: '7', name: 'of the failure' };

test('a failed item has no field "error" before n8n has seen it: Retry On Fail looks at that', () => {
  expect(left().item.json).toEqual({ ...THING, ...FIELDS });
});

test('where the node as a whole failed, it has: the node is to be run again', () => {
  expect(left({ isRetried: true }).item.json).toEqual({
    ...THING,
    error: 'There is no job',
    ...FIELDS,
  });
});

test('it is paired by a number until n8n writes into it: n8n would copy it otherwise', () => {
  const { item, failure } = left();
  expect([item.pairedItem, item.error]).toEqual([1, failure]);
});

test('the message alone, which n8n writes in its place, gives it all its fields', () => {
  const { item, failure } = left();
  item.json = { error: 'There is no job' };
  expect({ ...item }).toEqual({
    json: { ...THING, error: 'There is no job', ...FIELDS },
    error: failure,
    pairedItem: { item: 1 },
  });
});

test('anything else that is written stays', () => {
  const { item } = left();
  item.json = { error: 'There is no job', more: 1 };
  expect(item.json).toEqual({ error: 'There is no job', more: 1 });
  item.json = { error: 'x' };
  expect(item.json).toEqual({ error: 'x' });
});

test('where n8n takes the error off, the fields are complete as well', () => {
  const { item } = left();
  item.error = undefined;
  expect({ ...item }).toEqual({
    json: { ...THING, error: 'There is no job', ...FIELDS },
    error: undefined,
    pairedItem: { item: 1 },
  });
});

test('on the error branch, the fields of the input come with it, below what is known', () => {
  const { item } = left({ onError: 'continueErrorOutput' });
  item.json = { error: 'There is no job' };
  expect(item.json).toEqual({ row: 1, ...THING, error: 'There is no job', ...FIELDS });
});

test('what the thing calls an error code does not hide the failure', () => {
  const { item } = left({ known: { errorCode: 'of the thing', error: 'of the thing' } });
  item.json = { error: 'There is no job' };
  expect(item.json).toMatchObject({ error: 'There is no job', errorCode: 'NOT_FOUND' });
});

test.each([
  [undefined, 0],
  [3, 3],
  [{ item: 4 }, 4],
  [[{ item: 5 }, { item: 6 }], 5],
  [[], 0],
])('of %j the first item is %i', (pairedItem, index) => {
  expect(firstIndexOf(pairedItem)).toBe(index);
});
