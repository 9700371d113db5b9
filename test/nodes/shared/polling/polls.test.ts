import type { IPollFunctions } from 'n8n-workflow';
import { onePollAtATime, withinPollTime } from '../../../../nodes/shared/polling/polling';
import { CancelledError, PlatformError } from '../../../../platform/common/errors/errors';
import { someNode } from '../../../support/someNode';

const node = someNode();
const pollOf = (workflow = 'w', id = 'n', getPollBudgetMs?: () => number | undefined) =>
  ({
    getWorkflow: () => ({ id: workflow }),
    getNode: () => ({ ...node, id }),
    getPollBudgetMs,
  }) as unknown as IPollFunctions;

test.each([
  ['the same node', 'w', 'n', 'jobs', null],
  ['another workflow', 'v', 'n', 'jobs', 'second'],
  ['another node', 'w', 'm', 'jobs', 'second'],
  ['a node that was changed', 'w', 'n', 'pipelines', 'second'],
])('while one poll is under way, one of %s', async (_what, workflow, id, watched, second) => {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const first = onePollAtATime(pollOf(), 'jobs', async () => {
    await ended;
    throw new Error('no');
  });
  const beside = onePollAtATime(pollOf(workflow, id), watched, async () => 'second');
  expect(await beside).toBe(second);
  end();
  await expect(first).rejects.toThrow('no');
  expect(await onePollAtATime(pollOf(), 'jobs', async () => 'next')).toBe('next');
});

describe('the time of a poll', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const FIVE_MINUTES_MS = 300_000;

  test.each([
    ['of an n8n that does not say', undefined, FIVE_MINUTES_MS],
    ['of none', () => 0, FIVE_MINUTES_MS],
    ['of more than a timer can wait', () => 2 ** 31, FIVE_MINUTES_MS],
    ['of a second', () => 1_000, 1_000],
    ['of the most that a timer can wait', () => 2 ** 31 - 1, 2 ** 31 - 1],
  ])('%s may be used to four fifths', async (_what, budget, budgetMs) => {
    const timeout = jest.spyOn(AbortSignal, 'timeout');
    await withinPollTime(pollOf('w', 'n', budget), '', async ({ until }) => {
      await Promise.resolve([until(1), until(0.5)]);
      jest.advanceTimersByTime(budgetMs);
      // A signal that is requested too late fires at once.
      until(0.5);
    });
    const limits = [budgetMs * 0.8, budgetMs * 0.4].map(Math.round);
    expect(timeout.mock.calls.flat()).toEqual([...limits, 0]);
    timeout.mockRestore();
  });

  test.each([
    [
      new CancelledError(),
      'The poll did not finish within n8n’s limit of 1.5 seconds',
      'Nothing is lost. The next poll starts at the same point. Choose less.',
    ],
    [new PlatformError('no', { hint: 'Look.' }), 'no', 'Look.'],
  ])('is blamed for nothing but its own end: %p', async (failure, message, description) => {
    const poll = withinPollTime(
      pollOf('w', 'n', () => 1_540),
      'Choose less.',
      async ({ until }) => {
        until(1);
        throw failure;
      },
    );
    await expect(poll).rejects.toMatchObject({ message, description });
    expect(jest.getTimerCount()).toBe(0);
  });
});
