import { thingsAreBlocked } from '../../../platform/projectFiles/refusals';
import type { PlannedChange } from '../../../platform/projectFiles/steps';

const blocked = (count: number) =>
  thingsAreBlocked(
    Array.from({ length: count }, (_, n): PlannedChange => {
      const name = `Job ${n + 1}`;
      return { kind: 'job', name, action: 'blocked', changes: [], reason: 'It is locked.' };
    }),
  );

test.each([
  [1, '1 thing cannot be deployed; nothing was changed', ''],
  [2, '2 things cannot be deployed; nothing was changed', ''],
  [10, '10 things cannot be deployed; nothing was changed', ''],
  [11, '11 things cannot be deployed; nothing was changed', 'And 1 more: "Plan" lists them.'],
])('of %d things that are blocked, ten are named', (count, message, more) => {
  const error = blocked(count);
  expect(error.message).toBe(message);
  const lines = String(error.hint).match(/The job "Job \d+": It is locked\./g) ?? [];
  expect(lines).toHaveLength(Math.min(count, 10));
  expect(String(error.hint).split('locked.').at(-1)?.trim()).toBe(more);
});
