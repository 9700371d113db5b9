import type { Effect } from '../../../platform/errors/errors';
import { Sending, type Repetition } from '../../../platform/http/sending';

test.each<[Repetition, Effect[]]>([
  ['read', ['none', 'refused', 'unknown', 'made']],
  ['idempotent', ['none', 'refused', 'unknown']],
  ['once', ['none']],
])('"%s" is sent again after these effects: %j', (repetition, repeated) => {
  const effects: Effect[] = ['none', 'refused', 'unknown', 'made'];
  expect(effects.filter((effect) => new Sending(repetition).repeatAfter(effect))).toEqual(repeated);
});

test('as the user chooses, a start is sent as often as that, and never after it was made', () => {
  const sending = new Sending('once');
  const choices = Array.from({ length: 4 }, () => sending.repeatByChoice('unknown', 3));
  expect(choices).toEqual([true, true, false, false]);
  expect(new Sending('once').repeatByChoice('made', 3)).toBe(false);
});
