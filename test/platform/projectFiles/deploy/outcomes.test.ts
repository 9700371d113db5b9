import { CancelledError, ConnectionError } from '../../../../platform/errors/errors';
import { CONCURRENT_CHANGES, Outcomes } from '../../../../platform/projectFiles/deploy/outcomes';
import type { Step } from '../../../../platform/projectFiles/plan/steps';

const step: Step = { kind: 'variable', name: 'A', action: 'create', changes: [] };

test.each([new TypeError('A mistake of ours'), new CancelledError('never')])(
  '%p ends the deploy',
  async (failure) => {
    const work = async () => await Promise.reject(failure);
    await expect(new Outcomes(undefined).each([step], work)).rejects.toBe(failure);
  },
);

describe('what is left to do for a step', () => {
  const steps = Array.from({ length: 20 }, (_, index): Step => ({ ...step, name: `A${index}` }));

  test('goes on while the next steps begin, a few at once, and is waited for', async () => {
    const outcomes = new Outcomes(undefined);
    const begun: Step[] = [];
    let [underWay, most, ended] = [0, 0, 0];
    let begin = () => {};
    const allBegun = new Promise<void>((resolve) => (begin = resolve));
    await outcomes.each(steps, (one) => {
      if (begun.push(one) === steps.length) begin();
      return Promise.resolve(async () => {
        most = Math.max(most, ++underWay);
        await allBegun;
        await new Promise(setImmediate);
        underWay--;
        ended++;
        expect(outcomes.actionOf(one)).toBeUndefined();
      });
    });
    expect([most, ended]).toEqual([CONCURRENT_CHANGES, steps.length]);
    expect(outcomes.of(steps).map(({ action }) => action)).toEqual(steps.map(() => 'created'));
  });

  test('and is lost again and again, reports that the platform is gone', async () => {
    const outcomes = new Outcomes(undefined);
    const lost = new ConnectionError('Gone', { hint: '', reach: 'unknown' });
    let begun = 0;
    await outcomes.each(steps, async () => {
      begun++;
      await new Promise(setImmediate);
      return async () => await Promise.reject(lost);
    });
    expect(begun).toBeLessThan(steps.length);
    expect(outcomes.of(steps).at(-1)?.reason).toMatch(/the platform stopped responding$/);
  });

  test('ends the deploy where it was cancelled, once all of it has ended', async () => {
    const outcomes = new Outcomes(undefined);
    const cancelled = new CancelledError('never');
    let ended = 0;
    const all = outcomes.each(steps.slice(0, 2), (one) =>
      Promise.resolve(async () => {
        if (one === steps[0]) throw cancelled;
        await new Promise((resolve) => setTimeout(resolve, 10));
        ended++;
      }),
    );
    await expect(all).rejects.toBe(cancelled);
    expect(ended).toBe(1);
  });
});
