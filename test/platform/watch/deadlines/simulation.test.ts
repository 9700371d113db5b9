import { readPastRun } from '../../../../platform/runs/read/pastRuns';
import { findUsualDurationMs } from '../../../../platform/runs/read/durations';
import { readQuietRule } from '../../../../platform/runs/schedules/readQuietDates';
import {
  loadScheduleReader,
  type ScheduleReader,
} from '../../../../platform/runs/schedules/scheduleReader';
import {
  DEADLINE_EVENTS,
  type DeadlineEvent,
  type DeadlineRules,
} from '../../../../platform/watch/deadlines/rules';
import { detectRunEvents } from '../../../../platform/watch/runs/detectRunEvents';
import { findStartMs, type RunEvent } from '../../../../platform/watch/runs/runEvents';
import type { ParentState, RunsState } from '../../../../platform/watch/runs/runsState';
import type { NumberedRun, ParentWithRuns } from '../../../../platform/watch/runs/watchedRuns';
import { readStoredState, toStoredState, type Snapshot } from '../../../../platform/watch/watch';
import { takeFirstCases } from '../../../support/cases';
import { Oracle, type Expected } from './oracle';
import {
  askedBy,
  DAY_MS,
  HOUR_MS,
  isThere,
  MINUTE_MS,
  scheduleAt,
  toldRun,
  World,
  type WorldJob,
} from './world';

/** Each takes some seconds: `SEED=1000 LIVES=300 npm run test:all -- deadlines/simulation` takes 20 minutes. */
const FIRST_SEED = Number(process.env.SEED ?? 1);
const LIVES = Number(process.env.LIVES ?? takeFirstCases(Array.from({ length: 30 }), 3).length);

const NEWEST = 5;
const AT_FIRST = 25;
/** A page of older runs, which brings some that were known. */
const OLDER = 100;

/**
 * Lives three months of polls over a made-up world, and holds what is told against the oracle. That n8n is killed and goes on
 * from an older state is the same as that the polls in between failed: a poll is a function of what it is given.
 * @param hasFaults whether polls fail, are cut off by their time, or overlap with another
 * @returns what was told, and whatever was told otherwise than it should have been, first of all polls
 */
function live(seed: number, read: ScheduleReader, hasFaults: boolean) {
  const world = new World(seed, read);
  const rules = rulesOf(world);
  const atFirst = rules.notSucceededInTime || rules.recovered ? AT_FIRST + OLDER : AT_FIRST;
  const oracles = new Map(world.jobs.map((job) => [job, new Oracle(world, job, rules, atFirst)]));
  const every = world.pick([10, 30, 30, 60]) * MINUTE_MS;
  const downs = world.windows(4, 6 * DAY_MS);
  const allTold: Expected[] = [];
  const wrong: Array<{ at: string; expected: Expected[]; told: Expected[] }> = [];
  const pause = () => Math.max(1_000, world.seconds(every * 2));
  let memory: unknown;

  for (let ms = world.watchedFromMs; ms < world.endMs; ms += pause()) {
    const down = downs.find(([from, until]) => ms >= from && ms <= until);
    if (down) {
      ms = down[1];
      continue;
    }
    // It failed, or the one before had not ended: nothing was put in its place.
    if (hasFaults && world.isLikely(0.05)) continue;
    const isCut = hasFaults && world.isLikely(0.05);
    const before = readStoredState<ParentState>(memory);
    const isPostponed = (job: WorldJob) =>
      isCut && before !== undefined && isThere(job, ms) && world.isLikely(0.5);
    const { snapshot, evaluated } = snapshotAt(world, ms, before, atFirst, isPostponed);
    const polled = detectRunEvents(snapshot, before, {
      rules,
      nowMs: ms,
      readSchedule: read,
      findUsualMs: (run) => usualIn(world, run, ms),
    });
    const ofRun = ({ event, parent, run }: RunEvent): Expected => {
      return { event, job: parent.id, missed: 1, run: run.number };
    };
    const told = [...polled.deadlineEvents.map(asExpected), ...polled.events.map(ofRun)];
    const expected = evaluated.flatMap((job) => oracles.get(job)?.expect(ms) ?? []);
    allTold.push(...told);
    const isWrong = inOrder(told) !== inOrder(expected);
    if (isWrong && wrong.length < 3) wrong.push({ at: new Date(ms).toISOString(), expected, told });
    // As n8n keeps it: JSON.
    memory = JSON.parse(JSON.stringify(toStoredState(polled.state)));
  }
  return { wrong, told: allTold };
}

function rulesOf(world: World): DeadlineRules {
  const [kind, timezone] = ['timeOfDay', 'America/New_York'] as const;
  const deadline = world.pick<DeadlineRules['notSucceededInTime']>([
    undefined,
    { kind: 'age', ms: 26 * HOUR_MS },
    { kind, cron: '0 7 * * 1-5', timezone: 'Europe/Paris' },
    { kind, cron: '30 2 * * *', timezone, countsFrom: '0 1 * * *' },
  ]);
  const tooLong = world.pick<DeadlineRules['runTooLong']>([
    undefined,
    { kind: 'minutes', ms: 90 * MINUTE_MS },
    { kind: 'timesUsual', times: 3 },
  ]);
  const graceMs = world.isLikely(0.8) ? world.pick([0, 15, 40]) * MINUTE_MS : undefined;
  const separator = world.pick([', ', '\n', ',\r\n # next\n']);
  return {
    ...(graceMs !== undefined && { scheduleMissed: { graceMs } }),
    ...(deadline && { notSucceededInTime: deadline }),
    ...(tooLong && { runTooLong: tooLong }),
    ...(world.isLikely(0.7) && { recovered: true }),
    ...(world.quiet.size > 0 && {
      quiet: readQuietRule([...world.quiet].join(separator), world.timezone),
    }),
  };
}

/** What the platform would have answered: the newest runs, and on to the last that is known. */
function snapshotAt(
  world: World,
  ms: number,
  before: RunsState | undefined,
  atFirst: number,
  isPostponed: (job: WorldJob) => boolean,
): { snapshot: Snapshot<ParentWithRuns>; evaluated: WorldJob[] } {
  const found: ParentWithRuns[] = [];
  const [postponed, missing]: [string[], string[]] = [[], []];
  const evaluated: WorldJob[] = [];
  for (const job of world.jobs) {
    if (isPostponed(job)) {
      postponed.push(job.id);
      continue;
    }
    evaluated.push(job);
    if (!isThere(job, ms)) {
      if (ms >= job.createdMs) missing.push(job.id);
      continue;
    }
    const known = before?.states.get(job.id);
    const asked = askedBy(job, ms);
    const newest = asked - (known?.deadlines ? NEWEST : atFirst);
    // All runs of a job that is new, none before the newest at the activation.
    const lastKnown = known?.lastNumber ?? (before ? 0 : Infinity);
    const older = world.isLikely(0.02) ? OLDER : 0;
    const from = Math.max(0, Math.min(newest, lastKnown - older));
    const inSight = job.runs.slice(from, asked);
    const runs = inSight.map((run) => toldRun(job, run, ms)).reverse();
    const isRead = (id: string) => runs.some((run) => run.id === id);
    const open = (known?.open ?? []).map(({ id }) => id).filter((id) => !isRead(id));
    const openRuns = open.flatMap((id) => job.runs[Number(id.split(' ')[1]) - 1] ?? []);
    const olderOpen = openRuns.map((run) => toldRun(job, run, ms));
    const schedule = scheduleAt(job, ms);
    const { id } = job;
    const isSettled = ({ id: runId, number }: NumberedRun) =>
      known?.deadlines !== undefined &&
      number <= known.lastNumber &&
      known.open?.some((run) => run.id === runId) !== true;
    const unsettled = world.isLikely(0.5) ? runs : runs.filter((run) => !isSettled(run));
    found.push({
      ...{
        id,
        name: id,
        runs: [...unsettled, ...olderOpen],
        listed: unsettled.length,
      },
      ...{ oldestNumber: runs.at(-1)?.number ?? 0, hasMore: from > 0, schedule },
    });
  }
  const snapshot = { watched: 'all', nowMs: ms, found, postponed, missing };
  return { snapshot, evaluated };
}

function usualIn(world: World, run: NumberedRun, ms: number): number | undefined {
  const { id, number } = run;
  const job = world.jobs.find((each) => id.startsWith(each.id));
  // Twenty that succeeded are among so many.
  const near = job?.runs.slice(Math.max(0, number - 150), number) ?? [];
  const runs = job ? near.flatMap((one) => readPastRun(toldRun(job, one, ms)) ?? []) : [];
  runs.sort((a, b) => b.beginMs - a.beginMs);
  return findUsualDurationMs({ beginMs: findStartMs(run) ?? 0 }, runs);
}

const iso = (ms?: number) => (ms === undefined ? undefined : new Date(ms).toISOString());

const asExpected = ({ event, parent, missed, run, failures, ...at }: DeadlineEvent): Expected => ({
  ...{ event, job: parent.id, missed, failures },
  ...{ due: iso(at.dueAtMs), run: run?.number, since: iso(at.sinceMs) },
});

const KEYS: Array<keyof Expected> = ['event', 'job', 'missed', 'due', 'run', 'failures', 'since'];

/** Whatever is undefined is left out. */
const inOrder = (events: readonly Expected[]): string =>
  String(events.map((event) => JSON.stringify(event, KEYS)).sort());

test('three months of schedules, edits and outages: each event is reported once, and none that was not', async () => {
  const read = await loadScheduleReader();
  const counts = new Map<string, number>();
  for (let seed = FIRST_SEED; seed < FIRST_SEED + LIVES; seed++) {
    const { wrong, told } = live(seed, read, seed % 3 > 0);
    expect({ seed, wrong }).toEqual({ seed, wrong: [] });
    for (const { event } of told) counts.set(event, (counts.get(event) ?? 0) + 1);
  }
  // A world in which nothing happens proves nothing.
  for (const event of [...DEADLINE_EVENTS, 'runStarted', 'runStopped', 'runFailed'])
    expect([event, (counts.get(event) ?? 0) >= LIVES]).toEqual([event, true]);
}, 3_600_000);
