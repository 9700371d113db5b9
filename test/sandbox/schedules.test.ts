import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  SCHEDULED_JOB_IDS,
  SCHEDULED_PROJECT_IDS,
  type Sandbox,
  type SandboxOptions,
} from '../../sandbox';
import { sandboxWith } from './client';

const START = Date.parse('2026-03-02T10:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const EACH_MINUTE = { isScheduled: true, cronScheduling: '* * * * *', scheduleTimezone: 'UTC' };

/** A sandbox that plays schedules, on a clock that only moves when told to. */
async function played(options: SandboxOptions = {}, startAt = START) {
  const time = { now: startAt };
  const sandbox = await sandboxWith({
    seed: false,
    playsSchedules: true,
    clock: () => time.now,
    ...options,
  });
  return {
    sandbox,
    time,
    at(moment: number) {
      time.now = moment;
      sandbox.playSchedules();
    },
    job: (settings = EACH_MINUTE) =>
      sandbox.store.addJob({ settings, script: { durationSeconds: 6 } }).id,
  };
}

/** When the runs of a job were asked for, oldest first, as seconds from a moment. */
function begun({ store }: Sandbox, jobId: string, since = START): number[] {
  return store
    .runsOfJob(jobId)
    .map(({ requestedAt }) => (requestedAt - since) / SECOND)
    .reverse();
}

test('a schedule starts a run at each due time, whoever looks and whenever', async () => {
  const { sandbox, at, job } = await played();
  const id = job();
  at(START + 59 * SECOND);
  expect(begun(sandbox, id)).toEqual([]);
  at(START + 60 * SECOND);
  expect(begun(sandbox, id)).toEqual([60]);
  at(START + 60 * SECOND);
  at(START + 119 * SECOND);
  expect(begun(sandbox, id)).toEqual([60]);
  // Nobody looked for a while.
  at(START + 5 * MINUTE + 30 * SECOND);
  expect(begun(sandbox, id)).toEqual([60, 120, 180, 240, 300]);
});

test('a paused schedule is not due, and a changed one counts from its change', async () => {
  const { sandbox, at, job } = await played();
  const id = job();
  at(START + MINUTE);
  sandbox.store.editJob(id, { settings: { isScheduled: false } });
  at(START + 10 * MINUTE + 20 * SECOND);
  sandbox.store.editJob(id, { settings: { isScheduled: true, cronScheduling: '*/5 * * * *' } });
  at(START + 21 * MINUTE);
  expect(begun(sandbox, id)).toEqual([60, 15 * 60, 20 * 60]);
});

test('times that daylight saving leaves out or has twice are due once', async () => {
  const settings = {
    isScheduled: true,
    cronScheduling: '30 2 * * *',
    scheduleTimezone: 'Europe/Paris',
  };
  for (const [day, hours] of [
    ['2026-03-28T12:00:00Z', 13],
    ['2026-10-24T12:00:00Z', 12.5],
  ] as const) {
    const from = Date.parse(day);
    const { sandbox, at, job } = await played({}, from);
    const id = job(settings);
    at(from + DAY);
    expect(begun(sandbox, id, from)).toEqual([hours * 3600]);
  }
});

test('a time zone that is an offset is kept to', async () => {
  const { sandbox, at, job } = await played({}, Date.parse('2026-05-04T12:00:00Z'));
  const id = job({ ...EACH_MINUTE, cronScheduling: '0 12 * * *', scheduleTimezone: 'GMT-1' });
  at(Date.parse('2026-05-04T14:00:00Z'));
  expect(begun(sandbox, id, Date.parse('2026-05-04T12:00:00Z'))).toEqual([3600]);
});

test('a job keeps 200 runs of its schedule, and those started by hand', async () => {
  const { sandbox, at, job } = await played();
  const id = job();
  const byHand = sandbox.store.startRun(id, { requestedAt: START });
  for (let hours = 1; hours <= 6; hours++) at(START + hours * HOUR);
  const numbers = sandbox.store.runsOfJob(id).map(({ number }) => number);
  expect(numbers).toHaveLength(201);
  expect(numbers[0]).toBe(361);
  expect(sandbox.store.run(byHand?.id ?? '')?.number).toBe(1);
});

describe('over a restart', () => {
  const folder = mkdtempSync(join(tmpdir(), 'played-schedules-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('what came due while it was down starts once, now; runs under way have gone on', async () => {
    const database = join(folder, 'restarted.sqlite');
    const first = await played({ database });
    const id = first.job(EACH_MINUTE);
    first.sandbox.store.setScript(id, { durationSeconds: 90 });
    first.at(START + 2 * MINUTE + 10 * SECOND);
    await first.sandbox.close();

    const second = await played({ database }, START + 6 * MINUTE + 20 * SECOND);
    expect(begun(second.sandbox, id)).toEqual([60, 120, 380]);
    expect(second.sandbox.store.runsOfJob(id)[1]?.status).toBe('SUCCEEDED');
    second.at(START + 7 * MINUTE + 5 * SECOND);
    expect(begun(second.sandbox, id)).toEqual([60, 120, 380, 420]);
  });

  test('a file of another version of the sandbox is refused, and kept', async () => {
    const database = join(folder, 'other.sqlite');
    const earlier = new DatabaseSync(database);
    earlier.exec('CREATE TABLE project (id TEXT)');
    earlier.close();
    await expect(sandboxWith({ database })).rejects.toThrow(
      `${database} was not created by this version of the sandbox. Choose another file, or delete this one.`,
    );
    expect(existsSync(database)).toBe(true);
  });

  test('the past is made once: what was deleted since stays deleted', async () => {
    const options = { database: join(folder, 'seeded.sqlite'), seed: true };
    const first = await played(options);
    first.sandbox.store.deleteProject(SCHEDULED_PROJECT_IDS.nightInMinutes);
    const runs = first.sandbox.store.countRunsOfJob(SCHEDULED_JOB_IDS.salesReport);
    await first.sandbox.close();
    const second = await played(options);
    expect(second.sandbox.store.project(SCHEDULED_PROJECT_IDS.nightInMinutes)).toBeUndefined();
    expect(second.sandbox.store.countRunsOfJob(SCHEDULED_JOB_IDS.salesReport)).toBe(runs);
  });
});
