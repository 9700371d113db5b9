import type { IPollFunctions } from 'n8n-workflow';
import { onePollAtATime, withinPollTime } from '../../../../nodes/shared/polling/polling';
import { CancelledError, PlatformError } from '../../../../platform/errors/errors';
import { someNode } from '../../../support/someNode';

const node = someNode();
const pollOf = (workflow = 'w', id = 'n', getPollBudgetMs?: () => number | undefined) =>
  ({
    getWorkflow: () => ({ id: workflow }),
    getNode: () => ({ ...node, id }),
    getPollBudgetMs,
  }) as unknown as IPollFunctions;

describe('one poll at a time', () => {
  /** Polls while the poll of the node `n` in the workflow `w`, which watches `jobs`, goes on. */
  async function pollBeside(workflow: string, id: string, watched: string) {
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const first = onePollAtATime(pollOf(), 'jobs', async () => {
      await ended;
      return 'first';
    });
    const second = await onePollAtATime(pollOf(workflow, id), watched, async () => 'second');
    end();
    return [await first, second];
  }

  test('the later one of the same node ends with nothing', async () => {
    expect(await pollBeside('w', 'n', 'jobs')).toEqual(['first', null]);
  });

  test.each([
    ['another workflow', 'v', 'n', 'jobs'],
    ['another node', 'w', 'm', 'jobs'],
    ['a node that was changed', 'w', 'n', 'pipelines'],
  ])('%s does not wait', async (_what, workflow, id, watched) => {
    expect(await pollBeside(workflow, id, watched)).toEqual(['first', 'second']);
  });

  test.each(['succeeded', 'failed'])(
    'the next one polls where the one before has %s',
    async (end) => {
      const work = async () => {
        if (end === 'failed') throw new Error('no');
      };
      await onePollAtATime(pollOf(), 'jobs', work).catch(() => undefined);
      expect(await onePollAtATime(pollOf(), 'jobs', async () => 'next')).toBe('next');
    },
  );
});

describe('the time of a poll', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const FIVE_MINUTES_MS = 300_000;

  test.each([
    ['n8n that does not tell', undefined, FIVE_MINUTES_MS],
    ['n8n that tells nothing', () => undefined, FIVE_MINUTES_MS],
    ['none', () => 0, FIVE_MINUTES_MS],
    ['less than none', () => -1, FIVE_MINUTES_MS],
    ['more than a timer takes', () => 2 ** 31, FIVE_MINUTES_MS],
    ['a second', () => 1_000, 1_000],
    ['the most that a timer takes', () => 2 ** 31 - 1, 2 ** 31 - 1],
  ])('of %s may be used to four fifths', async (_what, budget, budgetMs) => {
    await withinPollTime(pollOf('w', 'n', budget), '', async ({ until }) => {
      const [all, half] = [until(1), until(0.5)];
      jest.advanceTimersByTime(Math.floor(budgetMs * 0.4) - 1);
      expect([half.aborted, all.aborted]).toEqual([false, false]);
      jest.advanceTimersByTime(2);
      expect([half.aborted, all.aborted]).toEqual([true, false]);
      jest.advanceTimersByTime(Math.floor(budgetMs * 0.4) - 2);
      expect(all.aborted).toBe(false);
      jest.advanceTimersByTime(2);
      expect(all.aborted).toBe(true);
      // What is asked for too late is over at once.
      const late = until(0.5);
      jest.advanceTimersByTime(0);
      expect(late.aborted).toBe(true);
    });
    expect(jest.getTimerCount()).toBe(0);
  });

  test('that was not enough is reported with what to do', async () => {
    const poll = withinPollTime(
      pollOf('w', 'n', () => 1_540),
      'Choose less.',
      async () => {
        throw new CancelledError();
      },
    );
    await expect(poll).rejects.toMatchObject({
      message: 'The poll did not finish within n8n’s limit of 1.5 seconds',
      description: 'Nothing is lost. The next poll starts at the same point. Choose less.',
    });
  });

  test('is not blamed for another failure, and no timer is left', async () => {
    const poll = withinPollTime(pollOf(), 'Choose less.', async ({ until }) => {
      until(1);
      throw new PlatformError('no', { hint: 'Look.', reach: 'answered' });
    });
    await expect(poll).rejects.toMatchObject({ message: 'no', description: 'Look.' });
    expect(jest.getTimerCount()).toBe(0);
  });
});
