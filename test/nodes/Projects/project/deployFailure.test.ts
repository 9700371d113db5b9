import { deployFailure } from '../../../../nodes/Projects/resources/project/deployFailure';
import { PartlyDoneError, PlatformError, type Reach } from '../../../../platform/errors/errors';

type Action = 'created' | 'updated' | 'unchanged' | 'deleted' | 'blocked' | 'failed';

const errorOf = (message: string, reach: Reach = 'answered') =>
  new PlatformError(message, { hint: 'Look.', reach, code: 'NOT_ALLOWED' });
const change = (name: string, action: Action, failure?: PlatformError) => ({
  kind: 'job',
  name,
  action,
  failure,
});
const failedOf = (count: number) =>
  Array.from({ length: count }, (_, n) => change(`J${n}`, 'failed', errorOf('no')));
const done = change('Done', 'created');

const failureOf = (deployment: object, isApproved = false) =>
  deployFailure(deployment as never, isApproved);

describe('a deploy', () => {
  const line = (n: number) => `The job "J${n}": no. Look.`;
  const FIVE = [0, 1, 2, 3, 4].map(line).join(' ');
  const CORRECT =
    'Correct what the platform refused, if anything. Then deploy again: what is already in place is not changed.';

  test.each([
    [5, FIVE],
    [6, `${FIVE} And 1 more.`],
  ])('of which %i changes failed names five', (count, lines) => {
    const failure = failureOf({ changes: [...failedOf(count), done] });
    expect(failure).toMatchObject({
      message: `${count} of ${count + 1} changes were not deployed`,
      hint: `${lines} ${CORRECT}`,
      reach: 'answered',
    });
    expect(failure).not.toBeInstanceOf(PartlyDoneError);
  });
});

test('a run after the deploy that failed is the failure', () => {
  const failure = errorOf('Import failed');
  expect(failureOf({ changes: [done], run: { failure } })).toBe(failure);
});

describe('a deploy that someone else has disturbed', () => {
  const conflict = errorOf('The project was changed');

  test.each<[string, object[], string]>([
    ['nothing', [], 'Nothing was changed.'],
    ['what stayed as it was', [change('A', 'unchanged')], 'Nothing was changed.'],
    [
      'one that failed before it was sent',
      [change('A', 'failed', errorOf('no', 'never')), change('B', 'blocked')],
      'Nothing was changed. Not done: job "A", job "B".',
    ],
  ])('after %s may be tried again', (_what, changes, outcome) => {
    const failure = failureOf({ changes, conflict }, true);
    expect(failure).not.toBeInstanceOf(PartlyDoneError);
    expect(failure).toMatchObject({
      message: 'The project was changed',
      hint: `Look. ${outcome}`,
      reach: 'never',
      code: 'NOT_ALLOWED',
    });
  });

  test.each([true, false])('reports what was done (approved: %s)', (isApproved) => {
    const actions = ['created', 'updated', 'deleted', 'blocked'] as const;
    const changes = actions.map((action, n) => change('ABCD'.charAt(n), action));
    const failure = failureOf({ changes, conflict }, isApproved);
    expect(failure instanceof PartlyDoneError).toBe(isApproved);
    expect(failure).toMatchObject({
      hint: 'Look. Done: job "A" (created), job "B" (updated), job "C" (deleted). Not done: job "D".',
      reach: 'answered',
    });
  });

  test.each([
    [20, ''],
    [21, ', 1 more'],
  ])('of %i changes lists 20', (count, more) => {
    const changes = Array.from({ length: count }, (_, n) => change(`J${n}`, 'created'));
    const shown = Array.from({ length: 20 }, (_, n) => `job "J${n}" (created)`).join(', ');
    expect(failureOf({ changes, conflict })?.hint).toBe(`Look. Done: ${shown}${more}.`);
  });
});
