import type { IExecuteFunctions } from 'n8n-workflow';
import { nodeError } from '../../../../nodes/shared/errors/errors';
import { failedItemForOutput, firstInputIndex } from '../../../../nodes/shared/items/failedItem';
import { PlatformError } from '../../../../platform/common/errors/errors';
import { someNode } from '../../../support/someNode';

const node = someNode();
const cause = new PlatformError('no job', { hint: '', code: 'NOT_FOUND' });
const failure = nodeError(node, cause);

/** An item that failed, as it leaves a node. */
function leaving() {
  const execution = {
    getNode: () => ({ ...node, onError: 'continueRegularOutput' }),
    getInputData: () => [{ json: {} }, { json: { row: 1, jobId: 'of the input' } }],
  } as unknown as IExecuteFunctions;
  const json = { jobId: '7', errorCode: 'of the thing', error: 'of the thing' };
  const item = { json, error: failure, pairedItem: { item: 1 } };
  return failedItemForOutput(execution, item, false);
}

// In n8n's engine of today: `failedItems.test.ts`.
test('n8n until 1.122, which takes the error off an item, completes it, too', () => {
  const item = leaving();
  item.error = undefined;
  const json = { jobId: '7', error: 'no job', errorCode: 'NOT_FOUND' };
  expect({ ...item }).toMatchObject({ json, pairedItem: { item: 1 } });
  expect(item.json).not.toHaveProperty('row');
});

test('anything else that is written stays', () => {
  const item = leaving();
  item.json = { error: 'no job', more: 1 };
  expect(item.json).toEqual({ error: 'no job', more: 1 });
});

test('of several items that one comes from, the first one counts', () => {
  const several = [{ item: 5 }, { item: 6 }];
  expect([undefined, 3, { item: 4 }, several, []].map(firstInputIndex)).toEqual([0, 3, 4, 5, 0]);
});
