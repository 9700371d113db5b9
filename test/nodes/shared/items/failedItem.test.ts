import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { nodeError } from '../../../../nodes/shared/errors/errors';
import { failedItemForOutput, firstIndexOf } from '../../../../nodes/shared/items/failedItem';
import { PlatformError } from '../../../../platform/errors/errors';
import { someNode } from '../../../support/someNode';

const node = someNode();
const cause = new PlatformError('no job', { hint: '', reach: 'answered', code: 'NOT_FOUND' });
const failure = nodeError(node, cause);

/** An item that failed, as it leaves a node. */
function leaving(onError: INode['onError'] = 'continueRegularOutput', isRetried = false) {
  const execution = {
    getNode: () => ({ ...node, onError }),
    getInputData: () => [{ json: {} }, { json: { row: 1, jobId: 'of the input' } }],
  } as unknown as IExecuteFunctions;
  const json = { jobId: '7', errorCode: 'of the thing', error: 'of the thing' };
  const item = { json, error: failure, pairedItem: { item: 1 } };
  return failedItemForOutput(execution, item, isRetried);
}

const COMPLETE = { jobId: '7', error: 'no job', errorCode: 'NOT_FOUND' };

// `failedItems.test.ts` tries the same in n8n's engine of today.
test('a failed item is completed by the first thing that n8n writes into it', () => {
  const item = leaving('continueErrorOutput');
  expect(item.json).not.toHaveProperty('error');
  expect(item.pairedItem).toBe(1);
  item.json = { error: 'no job' };
  expect(item.json).toMatchObject({ row: 1, ...COMPLETE });
  expect(item.pairedItem).toEqual({ item: 1 });
});

test('n8n until 1.122, which takes the error off an item, completes it, too', () => {
  const item = leaving();
  item.error = undefined;
  expect({ ...item }).toMatchObject({ json: COMPLETE, pairedItem: { item: 1 } });
  expect(item.json).not.toHaveProperty('row');
});

test('anything else that is written stays', () => {
  const item = leaving();
  item.json = { error: 'no job', more: 1 };
  expect(item.json).toEqual({ error: 'no job', more: 1 });
});

test('if the node as a whole failed, the error is in the item: Retry On Fail looks for it', () => {
  expect(leaving('continueRegularOutput', true).json).toMatchObject(COMPLETE);
});

test('of several items that one comes from, the first one counts', () => {
  const several = [{ item: 5 }, { item: 6 }];
  expect([undefined, 3, { item: 4 }, several, []].map(firstIndexOf)).toEqual([0, 3, 4, 5, 0]);
});
