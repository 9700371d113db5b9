import { CancelledError, PlatformError } from '../../../platform/errors/errors';
import { Outcomes } from '../../../platform/projectFiles/deploy/outcomes';
import type { Step } from '../../../platform/projectFiles/plan/steps';

const step: Step = { kind: 'variable', name: 'A', action: 'create', changes: [] };

const doing = async (outcomes: Outcomes, failure?: Error) =>
  await outcomes.each([step], async () => {
    if (failure) throw failure;
  });

test('what fails on the platform is told of its step', async () => {
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
