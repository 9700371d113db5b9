import { RecordClock } from '../../../../platform/runs/read/recordClock';

/** When a record was made that shows 0, by what a second one told after one that was made between 900 and 950 and shows 1000. */
test.each([
  ['one that narrows it', [1000, 930, 990], [-70, -50], 50],
  ['one that tells less', [1000, 0, 2000], [-100, -50], 50],
  ['one of a clock that was set back', [1000, 1900, 1950], [900, 950], -900],
  ['one of a clock that was set forward', [1000, 0, 50], [-1000, -950], 950],
] as const)('%s', (_what, [recordMs, from, to], [earliestMs, latestMs], shown) => {
  const clock = new RecordClock();
  expect(clock.whenMade(0)).toEqual({ earliestMs: -Infinity, latestMs: Infinity });
  expect(clock.timeAt(0)).toBe(0);
  clock.learn(1000, 900, 950);
  expect(clock.whenMade(0)).toEqual({ earliestMs: -100, latestMs: -50 });
  clock.learn(recordMs, from, to);
  expect(clock.whenMade(0)).toEqual({ earliestMs, latestMs });
  expect(clock.timeAt(0)).toBe(shown);
});
