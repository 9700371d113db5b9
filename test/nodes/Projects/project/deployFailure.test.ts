import { deployFailure } from '../../../../nodes/Projects/resources/project/deployFailure';
import { PlatformError, type Effect } from '../../../../platform/errors/errors';

const errorOf = (message: string, effect: Effect = 'none') =>
  new PlatformError(message, { hint: 'Look.', effect, code: 'NOT_ALLOWED' });
const change = (name: string, action: string, failure?: PlatformError) => ({
  ...{ kind: 'job', name, action, failure },
});
const failureOf = (deployment: object, isApproved = false) =>
  deployFailure(deployment as never, isApproved);

const line = (n: number) => `The job "J${n}": no. Look.`;
const FIVE = [0, 1, 2, 3, 4].map(line).join(' ');
const CORRECT =
  'Correct what the platform refused, if anything. Then deploy again: what is already in place is not changed.';

const APPROVE =
  'What is already in place is not changed. Run the plan again, and have the rest approved.';

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

const NEVER_SENT = [change('A', 'failed', errorOf('no')), change('B', 'blocked')];
const MIXED = [
  ...['created', 'updated', 'deleted'].map((action) => change(`${action} one`, action)),
  change('D', 'blocked'),
];
const MIXED_WORDS =
  'Done: job "created one" (created), job "updated one" (updated), job "deleted one" (deleted). Not done: job "D".';
const created = (count: number) =>
  Array.from({ length: count }, (_, n) => change(`J${n}`, 'created'));
const TWENTY = Array.from({ length: 20 }, (_, n) => `job "J${n}" (created)`).join(', ');

test.each<[what: string, changes: object[], isApproved: boolean, outcome: string, effect: Effect]>([
  ['what stayed as it was', [change('A', 'unchanged')], true, 'Nothing was changed.', 'none'],
  [
    'one that failed before it was sent',
    NEVER_SENT,
    true,
    'Nothing was changed. Not done: job "A", job "B".',
    'none',
  ],
  ['a part of an approved plan', MIXED, true, MIXED_WORDS, 'made'],
  ['some changes', MIXED, false, MIXED_WORDS, 'made'],
  [
    'parts of two jobs',
    [change('A', 'failed', errorOf('no', 'made')), change('B', 'failed', errorOf('no', 'unknown'))],
    false,
    'Not done: job "A" (in part), job "B" (perhaps).',
    'made',
  ],
  ['20 changes', created(20), false, `Done: ${TWENTY}.`, 'made'],
  ['21 changes', created(21), false, `Done: ${TWENTY} and 1 more.`, 'made'],
])('a deploy that someone else stops after %s', (_what, changes, isApproved, outcome, effect) => {
  const conflict = errorOf('The project was changed');
  const failure = failureOf({ changes, conflict }, isApproved);
  expect(failure).toMatchObject({
    message: 'The project was changed',
    hint: `Look. ${outcome}`,
    effect,
    code: 'NOT_ALLOWED',
  });
});
