import { loadScheduleReader } from '../../../platform/runs/schedules/scheduleReader';
import type { DeadlineRules } from '../../../platform/watch/deadlines/rules';
import { detectRunEvents } from '../../../platform/watch/runs/detectRunEvents';
import type { RunsState } from '../../../platform/watch/runs/runsState';
import type { Snapshot } from '../../../platform/watch/watch';
import type { NumberedRun, ParentWithRuns } from '../../../platform/watch/runs/watchedRuns';

const HOUR_MS = 3_600_000;
const RULES: DeadlineRules = { scheduleMissed: { graceMs: 0 }, recovered: true };

function jobWith(...runs: NumberedRun[]): ParentWithRuns {
  const schedule = { cron: '0 * * * *', timezone: 'UTC' };
  const newest = { oldestNumber: runs.at(-1)?.number ?? 0, hasMore: false };
  return { id: 'j1', name: 'Import', runs, listed: runs.length, ...newest, schedule };
}

const run = (number: number, status: string): NumberedRun => ({
  ...{ id: `r${number}`, number, status },
  ...{ startTime: new Date(number * 60_000).toISOString() },
});

/** Polls at some hours after the activation. @returns the last state, and the names of all events */
async function pollEach(
  polls: Array<Partial<Snapshot<ParentWithRuns>> & { hour: number; rules?: DeadlineRules }>,
) {
  const readSchedule = await loadScheduleReader();
  let state: RunsState | undefined;
  const names: string[] = [];
  for (const { hour, found = [], missing = [], postponed, rules } of polls) {
    const nowMs = hour * HOUR_MS;
    const context = rules && { rules, nowMs, readSchedule, findUsualMs: () => undefined };
    const polled = detectRunEvents(
      { watched: 'all', nowMs, found, missing, postponed },
      state,
      context,
    );
    ({ state } = polled);
    names.push(...polled.events.map(({ event }) => event));
    names.push(...polled.deadlineEvents.map(({ event, missed }) => `${event} ${missed}`));
  }
  return { state: state?.states.get('j1'), names };
}

const there = (hour: number, ...runs: NumberedRun[]) => ({
  hour,
  found: [jobWith(...runs)],
  rules: RULES,
});
const away = (hour: number) => ({ hour, missing: ['j1'], rules: RULES });

test.each([
  ['is there', [there(0.5), there(1.2), there(3.5)], ['scheduleMissed 1', 'scheduleMissed 2']],
  ['is away meanwhile', [there(0.5), away(1.2), there(3.5), there(4.5)], ['scheduleMissed 1']],
])('a job that %s misses its schedule: %#', async (_name, polls, names) => {
  expect((await pollEach(polls)).names).toEqual(names);
});

test('of a job that was missing at the activation, runs from before are no events', async () => {
  const old = run(60, 'SUCCEEDED');
  const { names } = await pollEach([
    { hour: 2, missing: ['j1'] },
    { hour: 3, found: [jobWith(run(125, 'RUNNING'), old)] },
  ]);
  expect(names).toEqual(['runStarted']);
});

test('a new job that is postponed loses no events to later ones of others', async () => {
  const late = { ...jobWith(run(40, 'RUNNING')), id: 'j2' };
  const { names } = await pollEach([
    { hour: 0, found: [jobWith()] },
    { hour: 1, found: [jobWith(run(50, 'RUNNING'))], postponed: ['j2'] },
    { hour: 2, found: [jobWith(run(50, 'RUNNING')), late] },
  ]);
  expect(names).toEqual(['runStarted', 'runStarted']);
});

test('a deadline event that is chosen while a job is postponed reports nothing from before', async () => {
  const hourly = { kind: 'timeOfDay', cron: '0 * * * *', timezone: 'UTC' } as const;
  const rules: DeadlineRules = { recovered: true, notSucceededInTime: hourly };
  const { names } = await pollEach([
    { ...there(0.5), rules: { recovered: true } },
    { hour: 3.2, postponed: ['j1'], rules },
    { ...there(3.5), rules },
    { hour: 5.5, postponed: ['j1'], rules },
    { ...there(5.6), rules },
  ]);
  expect(names).toEqual(['notSucceededInTime 2']);
});

test('nothing is missed while the newer runs of a job are not read, and its older ones count', async () => {
  const partly = (hour: number, ...runs: NumberedRun[]) => ({
    ...{ hour, rules: RULES },
    found: [{ ...jobWith(...runs), isPartial: true }],
  });
  const failed = run(40, 'FAILED');
  const { names } = await pollEach([
    there(0.5),
    partly(2.5, failed),
    there(3.2, run(185, 'SUCCEEDED')),
    there(4.1),
  ]);
  const ofRuns = ['runStarted', 'runFailed', 'runStarted', 'runSucceeded'];
  expect(names).toEqual([...ofRuns, 'recovered 1', 'scheduleMissed 1']);
});

test('a deadline event that is chosen while a job is read in part reports nothing from before', async () => {
  const hourly = { kind: 'timeOfDay', cron: '0 * * * *', timezone: 'UTC' } as const;
  const rules: DeadlineRules = { recovered: true, notSucceededInTime: hourly };
  const partly = { hour: 3.2, found: [{ ...jobWith(), isPartial: true }], rules };
  const polls = [{ ...there(0.5), rules: { recovered: true } as const }, partly];
  expect((await pollEach([...polls, { ...there(3.5), rules }])).names).toEqual([]);
});

test.each([
  ['cron', { cron: '30 * * * *', timezone: 'UTC' }],
  ['time zone', { cron: '0 * * * *', timezone: 'Asia/Kolkata' }],
])('a schedule with another %s misses nothing from before', async (_changed, schedule) => {
  const changed = { ...there(3.4), found: [{ ...jobWith(), schedule }] };
  expect((await pollEach([there(0.5), changed])).names).toEqual([]);
});

const timeOfDay = (cron: string) => ({ kind: 'timeOfDay', cron, timezone: 'UTC' }) as const;
const afterMinutes = (minutes: number) => ({ kind: 'minutes', ms: minutes * 60_000 }) as const;

test.each<[string, DeadlineRules, DeadlineRules]>([
  ['a schedule', {}, { scheduleMissed: { graceMs: 0 } }],
  ['a deadline', {}, { notSucceededInTime: timeOfDay('0 * * * *') }],
  [
    'another deadline',
    { notSucceededInTime: timeOfDay('0 23 * * *') },
    { notSucceededInTime: timeOfDay('0 * * * *') },
  ],
  ['an age', {}, { notSucceededInTime: { kind: 'age', ms: 2 * HOUR_MS } }],
  ['a limit for runs', {}, { runTooLong: afterMinutes(1) }],
  ['another limit for runs', { runTooLong: afterMinutes(600) }, { runTooLong: afterMinutes(1) }],
])(
  '%s that is chosen later reports nothing from before, then once',
  async (_name, first, later) => {
    const long = run(1, 'RUNNING');
    const [before, after] = [first, later].map((rules) => ({ recovered: true as const, ...rules }));
    const polls = [
      { ...there(0.5, long), rules: before },
      { ...there(2.5, long), rules: after },
      { ...there(2.6, long), rules: after },
    ];
    expect((await pollEach(polls)).names).toEqual([]);
    const next = run(200, 'RUNNING');
    const more = [5.1, 5.2].map((hour) => ({ ...there(hour, next, long), rules: after }));
    const { names } = await pollEach([...polls, ...more]);
    expect(names).toEqual(['runStarted', expect.stringMatching(/^(scheduleM|notS|runTooL)/)]);
  },
);

test('a run that was read after the list hides no event of a new job from in between', async () => {
  const ended = { ...jobWith(run(60, 'SUCCEEDED')), listed: 0 };
  const late = { ...jobWith(run(59, 'RUNNING')), id: 'j2' };
  const { names } = await pollEach([
    { hour: 0, found: [jobWith()] },
    { hour: 1, found: [ended] },
    { hour: 2, found: [jobWith(), late] },
  ]);
  expect(names).toEqual(['runStarted', 'runSucceeded', 'runStarted']);
});

test('deadlines that were not watched for a while begin again', async () => {
  const withoutRules = { ...there(1.1), rules: undefined };
  const polls = [there(0), there(0.9, run(1, 'FAILED')), withoutRules, there(1.2)];
  const { names, state } = await pollEach([...polls, there(1.3, run(2, 'SUCCEEDED'))]);
  expect(names).toEqual(['runStarted', 'runFailed', 'runStarted', 'runSucceeded']);
  expect(state?.deadlines).toMatchObject({ failures: 0 });
});

test('a current run that is gone is forgotten', async () => {
  const polls = [[], [run(1, 'RUNNING')], []].map((runs, hour) => ({
    hour,
    found: [jobWith(...runs)],
  }));
  expect((await pollEach(polls)).state).toEqual({ lastNumber: 1 });
});
