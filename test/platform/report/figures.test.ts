import fc from 'fast-check';
import { changeOf, figuresOf } from '../../../platform/report/figures';
import { GRACE_MS, missedOf } from '../../../platform/report/missed';
import { readPastRun } from '../../../platform/report/pastRun';
import { reasonFor } from '../../../platform/report/state';
import { ascending, median, percentile } from '../../../platform/statistics/usual';
import { cases } from '../../support/cases';
import { evenRuns, HOUR_MS, MINUTE_MS, pastRun, schedules } from './madeReports';

const NOW = Date.parse('2026-11-18T12:00:00Z');

test('median and percentiles are those of a sorted list, whatever its order was', () => {
  const values = fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(values, fc.double({ min: 0.01, max: 1, noNaN: true }), (given, part) => {
      const sorted = [...given].sort((a, b) => a - b);
      expect([...ascending(given)]).toEqual(sorted);
      const found = percentile(sorted, part) ?? -1;
      expect(sorted).toContain(found);
      expect(sorted.filter((value) => value <= found).length).toBeGreaterThanOrEqual(
        Math.floor(part * sorted.length),
      );
      const middle = median(sorted) ?? -1;
      expect(sorted.filter((value) => value <= middle).length * 2).toBeGreaterThanOrEqual(
        sorted.length,
      );
    }),
    { numRuns: cases(300) },
  );
  expect([median([]), percentile([], 0.95)]).toEqual([null, null]);
});

test('counts by outcome, and takes durations of what succeeded alone', () => {
  const runs = [
    pastRun('succeeded', NOW - 1000, 10, 500),
    pastRun('succeeded', NOW - 2000, 30),
    pastRun('failed', NOW - 3000, 9999, 70_000),
    pastRun('stopped', NOW - 4000, 1),
    pastRun('skipped', NOW - 5000, 0),
    pastRun(undefined, NOW - 6000, 0),
  ];
  expect(figuresOf(runs)).toEqual({
    runs: 6,
    succeeded: 2,
    failed: 1,
    stopped: 1,
    skipped: 1,
    running: 1,
    successRate: 0.5,
    medianSeconds: 20,
    p95Seconds: 30,
    longestQueueSeconds: 70,
  });
  expect(changeOf(figuresOf(runs), figuresOf([]))).toEqual({
    runs: 6,
    failed: 1,
    successRate: null,
    medianSeconds: null,
  });
});

const history = (...told: Array<[status: string, at: number]>) => ({
  statuses: told.map(([status, at]) => ({ status, recordAt: new Date(NOW + at).toISOString() })),
});
const WORKED = history(['RUNNING', 9_000], ['REQUESTED', 1_000], ['SUCCEEDED', 20_000]);

test.each([
  [
    'waits from its first record to the start of its work',
    { id: 'r', status: 'SUCCEEDED', startTime: NOW + 9_000, history: WORKED },
    { waitMs: 8_000, endMs: NOW + 20_000 },
  ],
  [
    'that still waits has waited until now',
    { id: 'r', status: 'QUEUED', history: history(['REQUESTED', -5_000]) },
    { waitMs: 5_000, endMs: undefined },
  ],
  [
    'that never worked has waited until its end',
    { id: 'r', status: 'KILLED', history: history(['QUEUED', 0], ['KILLED', 700]) },
    { waitMs: 700, endMs: NOW + 700 },
  ],
  [
    'without records has no wait',
    { id: 'r', status: 'FAILED', startTime: '2026-11-18T10:00:00Z', endTime: null },
    { waitMs: undefined, outcome: 'failed' },
  ],
])('a run %s', (_name, told, expected) => {
  expect(readPastRun(told, NOW)).toMatchObject(expected);
});

test.each([{ id: 'r', status: 'FAILED' }, null, { status: 'FAILED', startTime: NOW }])(
  '%j is no run',
  (told) => {
    expect(readPastRun(told, NOW)).toBeUndefined();
  },
);

describe('runs that were due and did not come', () => {
  const daily = { schedule: { cron: '0 6 * * *', timezone: 'UTC' }, createdMs: undefined };
  const time = { fromMs: NOW - 4 * 24 * HOUR_MS, toMs: NOW, nowMs: NOW };
  const at = (text: string) => pastRun('succeeded', Date.parse(text), 60);

  test('are counted, each run standing for one of them', () => {
    const runs = ['18T06:00:05Z', '16T06:14:00Z', '15T06:16:00Z'].map((t) => at(`2026-11-${t}`));
    const missed = missedOf(daily, runs, time, schedules);
    expect(missed).toMatchObject({ count: 2, openSinceMs: undefined });
    const twice = { schedule: { cron: '0,1 6 * * *', timezone: 'UTC' }, createdMs: undefined };
    expect(missedOf(twice, [at('2026-11-18T06:01:00Z')], time, schedules)?.count).toBe(7);
  });

  test('did not come if they were skipped', () => {
    const due = ['18', '17', '16', '15'].map((day) => Date.parse(`2026-11-${day}T06:00:00Z`));
    const runs = due.map((ms) => pastRun('skipped', ms, 0));
    const [last] = due;
    expect(missedOf(daily, runs, time, schedules)).toEqual({
      ...{ count: 4, dueMs: due.reverse(), openSinceMs: last },
    });
  });

  test('are open while none has begun since', () => {
    const runs = [at('2026-11-17T06:00:05Z')];
    const dueMs = Date.parse('2026-11-18T06:00:00Z');
    expect(missedOf(daily, runs, time, schedules)).toMatchObject({ count: 3, openSinceMs: dueMs });
    const later = [at('2026-11-18T09:00:00Z'), ...runs];
    const missed = missedOf(daily, later, time, schedules);
    expect(missed).toMatchObject({ count: 3, openSinceMs: undefined });
  });

  test('are none before the grace period is over, before it was made, or without a schedule', () => {
    const due = Date.parse('2026-11-18T06:00:00Z');
    const early = { ...time, nowMs: due + GRACE_MS - 1, toMs: due + GRACE_MS - 1 };
    const runs = ['15', '16', '17'].map((day) => at(`2026-11-${day}T06:00:00Z`)).reverse();
    expect(missedOf(daily, runs, early, schedules)?.count).toBe(0);
    const over = { ...time, nowMs: due + GRACE_MS, toMs: due + GRACE_MS };
    expect(missedOf(daily, runs, over, schedules)?.count).toBe(1);
    const made = { ...daily, createdMs: NOW - HOUR_MS };
    expect(missedOf(made, [], time, schedules)).toEqual({ count: 0, dueMs: [] });
    expect(missedOf({ ...daily, schedule: null }, [], time, schedules)).toBeUndefined();
    const wrong = { ...daily, schedule: { cron: 'every day' } };
    expect(missedOf(wrong, [], time, schedules)).toBeUndefined();
  });
});

describe('the state', () => {
  const before = evenRuns({ count: 10, everyMinutes: 60, untilMs: NOW - HOUR_MS, seconds: 60 });
  const stateOf = (runs: typeof before, missed?: { count: number; openSinceMs?: number }) =>
    reasonFor(runs, runs, missed && { openSinceMs: undefined, ...missed }, NOW).state;

  test('is that of the last run which came to an end by itself', () => {
    const failed = pastRun('failed', NOW - 20 * MINUTE_MS, 5);
    const stopped = pastRun('stopped', NOW - 10 * MINUTE_MS, 5);
    const skipped = pastRun('skipped', NOW - 5 * MINUTE_MS, 0);
    expect(stateOf([skipped, stopped, failed, ...before])).toBe('failing');
    const succeeded = pastRun('succeeded', NOW - 2 * MINUTE_MS, 60);
    expect(stateOf([succeeded, skipped, stopped, failed, ...before])).toBe('ok');
    expect(stateOf([stopped, ...before])).toBe('ok');
  });

  test('is late for what is missed now, not for what was missed once', () => {
    expect(stateOf(before, { count: 1, openSinceMs: NOW - HOUR_MS })).toBe('late');
    expect(stateOf(before, { count: 1 })).toBe('ok');
  });

  test('is unreliable from a tenth of failures and missed runs on, and from three missed runs', () => {
    const lived = (failed: number, succeeded: number) => [
      pastRun('succeeded', NOW - 2 * MINUTE_MS, 60),
      ...Array.from({ length: failed + succeeded - 1 }, (_, n) =>
        pastRun(n < failed ? 'failed' : 'succeeded', NOW - (n + 1) * HOUR_MS, 60),
      ),
    ];
    expect(reasonFor(lived(133, 67), lived(133, 67), undefined, NOW)).toEqual({
      ...{ state: 'unreliable', failed: 133, ended: 200, missed: 0 },
    });
    expect([stateOf(lived(1, 9)), stateOf(lived(2, 17))]).toEqual(['ok', 'unreliable']);
    expect([stateOf(lived(1, 17), { count: 1 }), stateOf(lived(1, 18), { count: 1 })]).toEqual([
      ...['unreliable', 'ok'],
    ]);
    const many = lived(0, 200);
    expect([stateOf(many, { count: 2 }), stateOf(many, { count: 3 })]).toEqual([
      'ok',
      'unreliable',
    ]);
    expect(stateOf([pastRun(undefined, NOW, 0), ...lived(5, 5)])).toBe('unreliable');
  });

  test('is slow from twice the usual on, if five runs show what is usual', () => {
    const run = (seconds: number) => pastRun('succeeded', NOW - 30 * MINUTE_MS, seconds);
    const same = Array.from({ length: 10 }, (_, n) =>
      pastRun('succeeded', NOW - (n + 2) * HOUR_MS, 60),
    );
    expect(stateOf([run(121), ...same])).toBe('slow');
    expect(stateOf([run(120), ...same])).toBe('ok');
    expect(stateOf([run(600), ...same.slice(0, 4)])).toBe('ok');
    const short = same.map((one) => ({ ...one, endMs: one.beginMs + 1000 }));
    expect(stateOf([run(5.9), ...short])).toBe('ok');
    expect(stateOf([run(6.1), ...short])).toBe('slow');
    expect(stateOf([pastRun(undefined, NOW - 3 * MINUTE_MS, 0), ...same])).toBe('slow');
    expect(stateOf([pastRun(undefined, NOW - MINUTE_MS, 0), ...same])).toBe('running');
    // Time in the queue does not count.
    const waiting = { ...pastRun(undefined, NOW - HOUR_MS, 0), status: 'QUEUED' };
    expect(stateOf([waiting, ...same])).toBe('running');
  });

  test('is idle without a run, and running for one that began before the period', () => {
    expect(reasonFor([], before, undefined, NOW).state).toBe('idle');
    const long = [pastRun(undefined, NOW - 48 * HOUR_MS, 0)];
    expect(reasonFor([], long, undefined, NOW).state).toBe('running');
  });
});
