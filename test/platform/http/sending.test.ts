import type { Effect } from '../../../platform/errors/errors';
import { Sending, type Repetition } from '../../../platform/http/sending';

test.each<[Repetition, isProven: boolean, Effect[]]>([
  ['read', false, ['none', 'unknown', 'made']],
  ['idempotent', false, ['none', 'unknown']],
  ['once', true, ['none']],
  ['once', false, []],
])('"%s" (proven: %s) is sent again after these effects: %j', (repetition, isProven, repeated) => {
  const effects: Effect[] = ['none', 'unknown', 'made'];
  const isRepeated = (effect: Effect) => new Sending(repetition).repeatAfter(effect, isProven);
  expect(effects.filter(isRepeated)).toEqual(repeated);
});

test('as the user chooses, a start is sent as often as that, and never after it was made', () => {
  const sending = new Sending('once');
  const choices = Array.from({ length: 4 }, () => sending.repeatByChoice('unknown', 3));
  expect(choices).toEqual([true, true, false, false]);
  expect(new Sending('once').repeatByChoice('made', 3)).toBe(false);
});
