import {
  CancelledError,
  ConnectionError,
  PlatformError,
} from '../../../../platform/common/errors/errors';
import { Outcomes } from '../../../../platform/projectFiles/deploy/outcomes';
import { createStep, type Step } from '../../../../platform/projectFiles/plan/step';

const steps = Array.from({ length: 20 }, (_, index): Step => {
  const name = `A${index}`;
  return { ...createStep({ kind: 'variable', key: name, name }, {}), action: 'create' };
});

test.each([new TypeError('A mistake of ours'), new CancelledError('none')])(
  '%p ends the deploy, once all that was begun has ended',
  async (failure) => {
    let ended = 0;
    const work = async (step: Step) => {
      if (step === steps[0]) throw failure;
      await new Promise(setImmediate);
      ended++;
    };
    await expect(new Outcomes(false).runEach(steps, work, 4)).rejects.toBe(failure);
    expect(ended).toBe(3);
  },
);

test('what is lost three times in a row, with no answer between, reports that the platform is gone', async () => {
  const outcomes = new Outcomes(false);
  const [lost, refused] = [ConnectionError, PlatformError].map(
    (Failure) => new Failure('Gone', { hint: '', effect: 'unknown' }),
  );
  const failures = [lost, lost, refused, lost, lost, lost];
  await outcomes.runEach(steps, async () => await Promise.reject(failures.shift()), 1);
  expect(failures).toEqual([]);
  const reasons = steps.map((step) => outcomes.get(step)?.reason);
  const gone = 'It was not tried: the platform stopped responding';
  expect(reasons.slice(5, 7)).toEqual(['Gone', gone]);
});

test('what needs no request is no answer of a platform that is gone', async () => {
  const outcomes = new Outcomes(false);
  const mixed = steps.map((step, index): Step =>
    index % 2 === 0 ? step : { ...step, action: index % 4 === 1 ? 'unchanged' : 'blocked' },
  );
  let sent = 0;
  await outcomes.runEach(
    mixed,
    async (step) => {
      if (step.action === 'unchanged') return;
      sent++;
      await Promise.reject(new ConnectionError('Gone', { hint: '', effect: 'unknown' }));
    },
    1,
  );
  expect(sent).toBe(3);
});

test.each([
  ['No', 'No. One. Two.'],
  ['No.', 'No. One. Two.'],
])('a reason after the failure "%s" is a sentence of its own', (message, reason) => {
  const outcomes = new Outcomes(false);
  const [step] = steps as [Step];
  outcomes.set(step, 'failed', new PlatformError(message, { hint: '' }));
  for (const sentence of ['One.', 'Two.']) outcomes.addReason(step, sentence);
  expect(outcomes.get(step)?.reason).toBe(reason);
});
