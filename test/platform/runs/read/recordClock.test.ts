import { RecordClock } from '../../../../platform/runs/read/recordClock';

/** When a record was made that shows 0, by what was learned: from, to; and what such a clock shows at 0. */
test.each([
  ['one record', [[1000, 900, 950]], [-100, -50], 50],
  [
    'one that narrows it',
    [
      [1000, 900, 950],
      [1000, 930, 990],
    ],
    [-70, -50],
    50,
  ],
  [
    'one that tells less',
    [
      [1000, 900, 950],
      [1000, 0, 2000],
    ],
    [-100, -50],
    50,
  ],
  [
    'one of a clock that was set back',
    [
      [1000, 900, 950],
      [1000, 1900, 1950],
    ],
    [900, 950],
    -900,
  ],
  [
    'one of a clock that was set forward',
    [
      [1000, 900, 950],
      [1000, 0, 50],
    ],
    [-1000, -950],
    950,
  ],
  ['none', [], [-Infinity, Infinity], 0],
])('%s', (_what, learned, [earliestMs, latestMs], shown) => {
  const clock = new RecordClock();
  for (const [recordMs = 0, from = 0, to = 0] of learned) clock.learn(recordMs, from, to);
  expect(clock.whenMade(0)).toEqual({ earliestMs, latestMs });
  expect(clock.timeAt(0)).toBe(shown);
});
