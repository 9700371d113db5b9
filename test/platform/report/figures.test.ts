import { buildFigures, compareFigures } from '../../../platform/report/figures';
import { findMissedRuns, GRACE_MS } from '../../../platform/report/missed';
import { readPastRun, type PastRun } from '../../../platform/runs/read/pastRuns';
import { findReason, type RunHistory } from '../../../platform/report/state';
import { describeReason } from '../../../platform/report/words';
import { sortAscending, median, percentile } from '../../../platform/runs/read/durations';
import { evenRuns, HOUR_MS, MINUTE_MS, loadSchedules, pastRun, schedules } from './madeReports';

beforeAll(loadSchedules);

const NOW = Date.parse('2026-11-18T12:00:00Z');

test.each([
  [[], null, null, null],
  [[10], 10, 10, 10],
  [[2, 10], 6, 2, 10],
  [[10, -1, 2, 9, 100], 9, 9, 100],
  [[4, 3, 2, 1], 2.5, 2, 4],
])(
  'of %j, the median is %j, and the ranks of 50 %% and 95 %% are %j and %j',
  (given, ...expected) => {
    const sorted = sortAscending(given);
    expect([median(sorted), percentile(sorted, 0.5), percentile(sorted, 0.95)]).toEqual(expected);
  },
);

test('a change of what there was none of before is not known', () => {
  const now = buildFigures([
    pastRun('succeeded', NOW - 1000, 10),
    pastRun('failed', NOW - 3000, 9),
  ]);
  expect(compareFigures(now, buildFigures([]))).toEqual({
    ...{ runs: 2, failed: 1, medianSeconds: null },
  });
});

const startTime = NOW + 9_000;
const history = (status: string) => {
  return { currentStatus: { status, recordAt: new Date(NOW + 20_000).toISOString() } };
};

test.each<[string, object, Partial<PastRun>]>([
  [
    'its own times',
    { status: 'SUCCEEDED', startTime, endTime: NOW + 19_000, history: history('SUCCEEDED') },
    { beginMs: NOW + 9_000, endMs: NOW + 19_000 },
  ],
  [
    'the time of its status where it has none',
    { startTime, history: history('KILLED') },
    { outcome: 'stopped', beginMs: NOW + 9_000, endMs: NOW + 20_000 },
  ],
  [
    'the time of its request while it waits',
    { history: history('QUEUED') },
    { outcome: undefined, beginMs: NOW + 20_000, endMs: undefined },
  ],
])('of a run, %s count', (_name, given, expected) => {
  expect(readPastRun({ id: 'r', ...given })).toMatchObject(expected);
});

test.each([{ id: 'r', status: 'FAILED' }, null, { status: 'FAILED', startTime }])(
  '%j is no run',
  (given) => expect(readPastRun(given)).toBeUndefined(),
);

describe('runs that were due and did not come', () => {
  const daily = { schedule: { cron: '0 6 * * *', timezone: 'UTC' }, createdMs: undefined };
  const time = { fromMs: NOW - 4 * 24 * HOUR_MS, toMs: NOW, nowMs: NOW };
  const due = Date.parse('2026-11-18T06:00:00Z');
  /** Runs in the November of these days and times. */
  const runsAt = (...times: string[]) =>
    times.map((text) => pastRun('succeeded', Date.parse(`2026-11-${text}Z`), 60));
  const missed = (runs: PastRun[], more: object = {}, until = time) => {
    const found = findMissedRuns({ ...daily, ...more }, runs, until, schedules);
    return found && !('problem' in found) ? { ...found, count: found.dueMs.length } : undefined;
  };

  test('are counted, each run standing for one of them', () => {
    const runs = runsAt('18T06:00:05', '16T06:14:00', '15T06:16:00');
    expect(missed(runs)).toMatchObject({ count: 2, lateDueMs: undefined });
    const schedule = { cron: '0,1 6 * * *', timezone: 'UTC' };
    expect(missed(runsAt('18T06:01:00'), { schedule })?.count).toBe(7);
  });

  test('did not come if they were skipped', () => {
    const dueMs = [3, 2, 1, 0].map((days) => due - days * 24 * HOUR_MS);
    const runs = dueMs.map((ms) => pastRun('skipped', ms, 0)).reverse();
    expect(missed(runs)).toEqual({ count: 4, dueMs, lateDueMs: due, isCut: false });
  });

  test('are open while none has begun since', () => {
    const runs = runsAt('17T06:00:05');
    expect(missed(runs)).toMatchObject({ count: 3, lateDueMs: due });
    const later = [...runsAt('18T09:00:00'), ...runs];
    expect(missed(later)).toMatchObject({ count: 3, lateDueMs: undefined });
  });

  test('are none before the grace period is over, before it was made, or without a schedule', () => {
    const runs = runsAt('17T06:00:00', '16T06:00:00', '15T06:00:00');
    const countAt = (ms: number) => missed(runs, {}, { ...time, nowMs: ms, toMs: ms })?.count;
    expect([countAt(due + GRACE_MS - 1), countAt(due + GRACE_MS)]).toEqual([0, 1]);
    expect(missed([], { createdMs: NOW - HOUR_MS })).toMatchObject({ count: 0, dueMs: [] });
    expect(missed([], { schedule: null })).toBeUndefined();
  });

  test('are the newest if a period has more due times than are counted', () => {
    const schedule = { cron: '* * * * *', timezone: 'GMT+2' };
    const year = { ...time, fromMs: NOW - 366 * 24 * HOUR_MS };
    const last = NOW - GRACE_MS;
    expect(missed([], { schedule }, year)).toMatchObject({ isCut: true, lateDueMs: last });
    expect(missed([], { schedule }, year)?.count).toBe(50_000);
  });
});

describe('the state', () => {
  const before = evenRuns({ count: 10, everyMinutes: 60, untilMs: NOW - HOUR_MS, seconds: 60 });
  const findState = (inPeriod: PastRun[], all: PastRun[], missed?: RunHistory['missed']) =>
    findReason({ inPeriod, all, missed, scheduleProblem: null, nowMs: NOW }).state;
  const textOf = (runs: PastRun[]) => {
    const history = {
      inPeriod: runs,
      all: runs,
      missed: undefined,
      scheduleProblem: null,
      nowMs: NOW,
    };
    return describeReason(findReason(history), () => 'then');
  };
  const stateOf = (runs: PastRun[], missed?: { count: number; lateDueMs?: number }) => {
    const dueMs = Array.from({ length: missed?.count ?? 0 }, () => NOW - HOUR_MS);
    const { lateDueMs } = missed ?? {};
    return findState(runs, runs, missed && { dueMs, lateDueMs, isCut: false });
  };

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
    expect(stateOf(before, { count: 1, lateDueMs: NOW - HOUR_MS })).toBe('late');
    expect(stateOf(before, { count: 1 })).toBe('ok');
  });

  test('is unreliable from a tenth of failures and missed runs on, and from three missed runs', () => {
    const lived = (failed: number, succeeded: number) => [
      pastRun('succeeded', NOW - 2 * MINUTE_MS, 60),
      ...Array.from({ length: failed + succeeded - 1 }, (_, n) =>
        pastRun(n < failed ? 'failed' : 'succeeded', NOW - (n + 1) * HOUR_MS, 60),
      ),
    ];
    const states = (...lives: Array<[failed: number, succeeded: number, missed?: number]>) =>
      lives.map(([failed, succeeded, count]) =>
        stateOf(lived(failed, succeeded), count === undefined ? undefined : { count }),
      );
    expect(states([1, 9], [1, 18, 1], [0, 200, 2])).toEqual(['ok', 'ok', 'ok']);
    const unreliable = states([133, 67], [2, 17], [1, 17, 1], [0, 200, 3]);
    expect(unreliable).toEqual(unreliable.map(() => 'unreliable'));
    expect(stateOf([pastRun(undefined, NOW, 0), ...lived(5, 5)])).toBe('unreliable');
  });

  test('is slow from twice the usual on, if five runs show what is usual', () => {
    const run = (seconds: number) => pastRun('succeeded', NOW - 30 * MINUTE_MS, seconds);
    const same = Array.from({ length: 10 }, (_, n) =>
      pastRun('succeeded', NOW - (n + 2) * HOUR_MS, 60),
    );
    expect(stateOf([run(121), ...same])).toBe('slow');
    expect(stateOf([run(120), ...same])).toBe('ok');
    expect(stateOf([pastRun('stopped', NOW - HOUR_MS, 600), ...same])).toBe('ok');
    expect(stateOf([run(600), ...same.slice(0, 4)])).toBe('ok');
    const short = same.map((one) => ({ ...one, endMs: one.beginMs + 1000 }));
    expect(stateOf([run(5.9), ...short])).toBe('ok');
    expect(stateOf([run(6.1), ...short])).toBe('slow');
    const current = pastRun(undefined, NOW - 3 * MINUTE_MS, 0);
    expect(stateOf([current, ...same])).toBe('slow');
    const words = [run(121), current].map((one) => textOf([one, ...same]));
    expect(words).toEqual([
      'The last run took 2 min 1 s, usually 1 min (began then)',
      'The last run has taken 3 min, usually 1 min (began then)',
    ]);
    // Time in the queue does not count.
    const waiting = { ...pastRun(undefined, NOW - HOUR_MS, 0), status: 'QUEUED' };
    const running = [pastRun(undefined, NOW - MINUTE_MS, 0), waiting].map((run) => [run, ...same]);
    expect(running.map((runs) => stateOf(runs))).toEqual(['running', 'running']);
    expect(running.map(textOf)).toEqual([
      'Running for 1 min (since then)',
      'Waiting for 1 h (since then)',
    ]);
  });

  test('is idle without a run, and running for one that began before the period', () => {
    expect(findState([], before)).toBe('idle');
    const long = [pastRun(undefined, NOW - 48 * HOUR_MS, 0)];
    expect(findState([], long)).toBe('running');
  });
});
