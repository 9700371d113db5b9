import { CancelledError, ConnectionError } from '../../../../platform/errors/errors';
import { Outcomes } from '../../../../platform/projectFiles/deploy/outcomes';
import type { Step } from '../../../../platform/projectFiles/plan/steps';

const steps = Array.from({ length: 20 }, (_, index): Step => {
  return { kind: 'variable', name: `A${index}`, action: 'create', changes: [] };
});

test.each([new TypeError('A mistake of ours'), new CancelledError('never')])(
  '%p ends the deploy, once all that was begun has ended',
  async (failure) => {
    let ended = 0;
    const work = async (step: Step) => {
      if (step === steps[0]) throw failure;
      await new Promise(setImmediate);
      ended++;
    };
    await expect(new Outcomes(undefined).each(steps, 4, work)).rejects.toBe(failure);
    expect(ended).toBe(3);
  },
);

test('what is lost again and again reports that the platform is gone', async () => {
  const outcomes = new Outcomes(undefined);
  const lost = new ConnectionError('Gone', { hint: '', reach: 'unknown' });
  let begun = 0;
  await outcomes.each(steps, 1, async () => {
    begun++;
    return await Promise.reject(lost);
  });
  expect(begun).toBe(3);
  const reasons = steps.map((step) => outcomes.of(step)?.reason);
  expect(reasons.slice(2, 4)).toEqual([
    'Gone',
    'It was not tried: the platform stopped responding',
  ]);
});
