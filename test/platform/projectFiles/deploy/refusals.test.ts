import { changesAreBlocked } from '../../../../platform/projectFiles/deploy/deploy';
import type { PlannedChange } from '../../../../platform/projectFiles/plan/steps';

const blocked = (count: number) =>
  changesAreBlocked(
    Array.from({ length: count }, (_, n): PlannedChange => {
      const name = `Job ${n + 1}`;
      return { kind: 'job', name, action: 'blocked', changes: [], reason: 'It is locked.' };
    }),
  );

test.each([
  [1, '1 change cannot be deployed; nothing was changed', ''],
  [2, '2 changes cannot be deployed; nothing was changed', ''],
  [10, '10 changes cannot be deployed; nothing was changed', ''],
  [11, '11 changes cannot be deployed; nothing was changed', 'And 1 more: "Plan" lists them.'],
])('of %d entities that are blocked, ten are named', (count, message, more) => {
  const error = blocked(count);
  expect(error.message).toBe(message);
  const lines = String(error.hint).match(/The job "Job \d+": It is locked\./g) ?? [];
  expect(lines).toHaveLength(Math.min(count, 10));
  expect(String(error.hint).split('locked.').at(-1)?.trim()).toBe(more);
});
