import { CancelledError, ConnectionError, PlatformError } from '../../../../platform/errors/errors';
import { CONCURRENT_CHANGES, Outcomes } from '../../../../platform/projectFiles/deploy/outcomes';
import type { Step } from '../../../../platform/projectFiles/plan/steps';

const step: Step = { kind: 'variable', name: 'A', action: 'create', changes: [] };

const doing = async (outcomes: Outcomes, failure?: Error) =>
  await outcomes.each([step], async () => {
    if (failure) throw failure;
    return undefined;
  });

test('what fails on the platform is reported with its step', async () => {
  const outcomes = new Outcomes(undefined);
  await doing(outcomes, new PlatformError('No', { hint: 'Try', reach: 'answered' }));
  expect(outcomes.of([step])).toMatchObject([{ action: 'failed', failure: { message: 'No' } }]);
});

test.each([new TypeError('A mistake of ours'), new CancelledError('never')])(
  '%p ends the deploy',
  async (failure) => {
    await expect(doing(new Outcomes(undefined), failure)).rejects.toBe(failure);
  },
);

test('work that says nothing else has done what was planned', async () => {
  const outcomes = new Outcomes(undefined);
  await doing(outcomes);
  expect(outcomes.of([step])).toMatchObject([{ action: 'created' }]);
});

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

  test('is what fails', async () => {
    const outcomes = new Outcomes(undefined);
    const failure = new PlatformError('No', { hint: 'Try', reach: 'answered' });
    await outcomes.each(steps, (one) =>
      Promise.resolve(() => (one === steps[1] ? Promise.reject(failure) : Promise.resolve())),
    );
    expect(outcomes.failureOf(steps[1] ?? step)).toBe(failure);
    expect(outcomes.of(steps).filter(({ action }) => action === 'created').length).toBe(19);
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
