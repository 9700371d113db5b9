import { buildFailure } from '../../../../platform/projectFiles/deploy/deploy';
import { PlatformError, type Effect } from '../../../../platform/common/errors/errors';

const errorOf = (message: string, effect: Effect = 'none') =>
  new PlatformError(message, { hint: 'Look.', effect, code: 'NOT_ALLOWED' });
const change = (name: string, action: string, failure?: PlatformError) => ({
  ...{ kind: 'job', name, action, failure },
});
const failureOf = (deployment: object, isApproved = false) =>
  buildFailure(deployment as never, isApproved);

const line = (n: number) => `The job "J${n}": no. Look.`;
const FIVE = [0, 1, 2, 3, 4].map(line).join(' ');
const CORRECT =
  'If the platform refused a change, correct it. Then deploy again. Changes that succeeded are not made again.';

const APPROVE =
  'Changes that succeeded are not made again. Run the plan again, and have the remaining changes approved.';

test.each<[count: number, lines: string, other: object, isApproved: boolean, Effect]>([
  [5, FIVE, change('Done', 'created'), false, 'made'],
  [6, `${FIVE} And 1 more.`, change('Done', 'created'), false, 'made'],
  [1, line(0), change('Done', 'created'), true, 'made'],
  // The approval still holds.
  [1, line(0), change('Same', 'unchanged'), true, 'none'],
  [1, line(0), change('Lost', 'failed', errorOf('no', 'unknown')), true, 'made'],
])('a deploy of which %i changes failed names five', (count, lines, other, isApproved, effect) => {
  const failed = Array.from({ length: count }, (_, n) => change(`J${n}`, 'failed', errorOf('no')));
  const failure = failureOf({ changes: [...failed, other] }, isApproved);
  const advice = isApproved && effect === 'made' ? APPROVE : CORRECT;
  expect(failure?.message).toMatch(/^\d of \d changes were not deployed$/);
  expect(failure?.hint.startsWith(lines)).toBe(true);
  expect(failure?.hint.endsWith(advice)).toBe(true);
  expect(failure).toMatchObject({ effect, isRepeatable: !isApproved });
});

test('an approval is used up once an entity was renamed first', () => {
  const changes = [change('A', 'failed', errorOf('no'))];
  const failure = failureOf({ changes, hasRenamed: true }, true);
  expect(failure).toMatchObject({ effect: 'made', hint: expect.stringContaining(APPROVE) });
});

const NEVER_SENT = [change('A', 'failed', errorOf('no')), change('B', 'blocked')];
const ALL_IN_ALL = 'Result: 1 created.';

test.each<[what: string, changes: object[], isApproved: boolean, outcome: string, effect: Effect]>([
  ['what stayed as it was', [change('A', 'unchanged')], true, 'Nothing was changed.', 'none'],
  ['one that failed before it was sent', NEVER_SENT, true, 'Nothing was changed.', 'none'],
  ['a part of one', [change('A', 'failed', errorOf('no', 'made'))], true, ALL_IN_ALL, 'made'],
  [
    'one that is in doubt',
    [change('A', 'failed', errorOf('no', 'unknown'))],
    true,
    ALL_IN_ALL,
    'made',
  ],
  ...['created', 'updated', 'deleted'].flatMap(
    (action): Array<[string, object[], boolean, string, Effect]> =>
      [true, false].map((isApproved) => [
        `one was ${action}`,
        [change('A', action), ...NEVER_SENT],
        isApproved,
        ALL_IN_ALL,
        'made',
      ]),
  ),
])('a deploy that someone else stops after %s', (_what, changes, isApproved, outcome, effect) => {
  const conflict = errorOf('The project was changed');
  const failure = failureOf({ changes, conflict, summary: { reason: '1 created.' } }, isApproved);
  expect(failure).toMatchObject({
    message: 'The project was changed',
    hint: `Look. ${outcome}`,
    ...{ effect, isRepeatable: !isApproved },
    code: 'NOT_ALLOWED',
  });
});
