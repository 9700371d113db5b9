import { GlobalConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import type { IDataObject } from 'n8n-workflow';
import { runNode } from '../support/engine/runWorkflow';
import { timeText } from '../../platform/runs/read/times';
import { dueTimes } from '../support/dueTimes';
import { PROJECT_IDS } from '../../sandbox';
import { sandboxForEachTest } from '../support/testSandbox';
import { byId } from './Projects/support';
import { chosenJobs, pollProjects } from './ProjectsTrigger/support';
import { readText } from '../support/repository';

const HOUR_MS = 3_600_000;

let now: number;
beforeEach(() => {
  now = Date.parse('2026-03-27T12:00:00Z');
  jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => void jest.restoreAllMocks());
const sandbox = sandboxForEachTest({ seedRuns: false, clock: () => now });

const addJob = (settings: object = {}) =>
  sandbox.store.addJob({
    projectId: PROJECT_IDS.retail,
    name: 'Watched',
    settings: settings as never,
    script: { queueSeconds: 0, durationSeconds: 60 },
  }).id;

/** Polls at each of these times; gives the due times of what was returned. */
async function dueAt(parameters: object, timezone: string, ...times: string[]) {
  let staticData: IDataObject = {};
  const due: unknown[] = [];
  for (const time of times) {
    now = Date.parse(time);
    const poll = await pollProjects(sandbox, staticData, parameters, { timezone });
    ({ staticData } = poll);
    due.push(...poll.json.map((json) => json.dueAt));
  }
  return due;
}

test('a deadline without a time zone of its own is by the clock of the workflow, also when that changes', async () => {
  const daily = { deadline: 'timeOfDay', deadlineTime: '06:00' };
  const deadline = { ...chosenJobs(addJob()), events: ['notSucceededInTime'], ...daily };
  const days = ['27T12', '28T12', '29T12', '30T12'].map((time) => `2026-03-${time}:00:00Z`);
  // The clocks of Paris go forward on the 29th, those of New York have done so before.
  expect(await dueAt(deadline, 'Europe/Paris', ...days)).toEqual([
    '2026-03-28T05:00:00.000Z',
    '2026-03-29T04:00:00.000Z',
    '2026-03-30T04:00:00.000Z',
  ]);
  expect(await dueAt(deadline, 'America/New_York', ...days.slice(0, 2))).toEqual([
    '2026-03-28T10:00:00.000Z',
  ]);
  const ofItsOwn = { ...deadline, deadlineDays: ['6'], deadlineTimezone: 'Asia/Tokyo' };
  // Saturday the 28th at 06:00 in Tokyo is Friday in Paris.
  expect(await dueAt(ofItsOwn, 'Europe/Paris', ...days)).toEqual(['2026-03-27T21:00:00.000Z']);
});

test("a missed run is by the clock of the job's schedule, whatever the workflow has", async () => {
  const schedule = { isScheduled: true, cronScheduling: '0 6 * * *' };
  const missed = (timezone: object) => ({
    ...chosenJobs(addJob({ ...schedule, ...timezone })),
    events: ['scheduleMissed'],
  });
  const times = ['2026-03-27T12:00:00Z', '2026-03-28T12:00:00Z'];
  const paris = missed({ scheduleTimezone: 'Europe/Paris' });
  expect(await dueAt(paris, 'America/New_York', ...times)).toEqual(['2026-03-28T05:00:00.000Z']);
  // A schedule without a time zone is in UTC.
  for (const scheduleTimezone of [undefined, null]) {
    const inUtc = missed({ scheduleTimezone });
    expect(await dueAt(inUtc, 'America/New_York', ...times)).toEqual(['2026-03-28T06:00:00.000Z']);
  }
});

test('the period of a report is by the clock of the workflow, or of its own time zone', async () => {
  const jobId = addJob();
  for (const at of ['2026-03-26T04:59:00Z', '2026-03-26T05:01:00Z', '2026-03-26T10:01:00Z']) {
    sandbox.store.startRun(jobId, { requestedAt: Date.parse(at) });
  }
  const parameters = {
    ...{ resource: 'project', operation: 'getReport', include: 'jobs' },
    ...{ scope: 'one', projectId: byId(PROJECT_IDS.retail) },
    ...{ period: 'between', from: '2026-03-26T06:00:00', to: '2026-03-26T07:00:00' },
  };
  const runsIn = async (timezone: string, more: object = {}) => {
    const { json, error } = await runNode(
      { parameters: { ...parameters, ...more } as never },
      { dataPlatformApi: sandbox.credentials },
      { items: [{}], timezone },
    );
    expect(error).toBeUndefined();
    return json.at(-1)?.runs;
  };
  expect([await runsIn('Europe/Paris'), await runsIn('UTC')]).toEqual([1, 0]);
  expect(await runsIn('America/New_York')).toBe(1);
  expect(await runsIn('UTC', { timezone: 'Europe/Paris' })).toBe(1);
  expect(await runsIn('Europe/Paris', { timezone: 'UTC' })).toBe(0);
});

test('a time of the platform is put out as it came, a number as UTC', () => {
  expect(timeText('2026-07-01T08:00:00+02:00')).toBe('2026-07-01T08:00:00+02:00');
  expect(timeText(Date.parse('2026-07-01T06:00:00Z'))).toBe('2026-07-01T06:00:00.000Z');
});

const page = readText('docs/triggers.md');

test('docs/triggers.md names the time zone that n8n has where none is set', () => {
  const told = /n8n's: `([^`]+)` unless it is set/.exec(page)?.[1];
  expect(told).toBe(Container.get(GlobalConfig).generic.timezone);
});

test.each([
  ['2026-03-29', '01:00'],
  ['2026-10-25', '00:30'],
])('docs/triggers.md: 30 2 * * * in Paris on %s is due at %s UTC', async (day, time) => {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const schedule = { cron: '30 2 * * *', timezone: 'Europe/Paris' };
  const due = await dueTimes(schedule, midnight - 2 * HOUR_MS, midnight + 12 * HOUR_MS);
  expect(due).toMatchObject({ times: [Date.parse(`${day}T${time}:00Z`)] });
  expect(page).toContain(day);
});
