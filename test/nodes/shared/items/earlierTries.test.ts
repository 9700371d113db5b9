import type { IExecuteFunctions } from 'n8n-workflow';
import { keepForUserRetry, takeForUserRetry } from '../../../../nodes/shared/items/earlierTries';

test('what an execution keeps for a user who retries it is used once, in a retry', () => {
  const context = {};
  const executionIn = (mode: string) =>
    ({ getMode: () => mode, getContext: () => context }) as unknown as IExecuteFunctions;
  keepForUserRetry(executionIn('manual'), ['a']);
  keepForUserRetry(executionIn('manual'), []);
  expect(takeForUserRetry(executionIn('manual'))).toEqual([]);
  expect(takeForUserRetry(executionIn('retry'))).toEqual(['a']);
  expect(takeForUserRetry(executionIn('retry'))).toEqual([]);
});
