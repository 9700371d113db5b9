import type { IDataObject } from 'n8n-workflow';
import { pollNode } from '../../../harness/engine/poll';
import { PROJECT_IDS, startSandbox, type Sandbox } from '../../../sandbox';

const at = (text: string) => Date.parse(text);

let now: number;
let sandbox: Sandbox;
let staticData: IDataObject;
beforeEach(async () => {
  now = at('2026-12-23T12:00:00Z');
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  staticData = {};
  sandbox = await startSandbox({ seedRuns: false, clock: () => now });
});
afterEach(async () => {
  await sandbox.close();
  jest.restoreAllMocks();
});

const HOLIDAYS = '2026-12-25..2026-12-26, 2027-01-01 # closed';
const schedule = (scheduleTimezone: string) => ({
  isScheduled: true,
  cronScheduling: '0 6 * * *',
  scheduleTimezone,
});
const addJob = (settings: object = {}, script: object = {}) =>
  sandbox.store.addJob({
    projectId: PROJECT_IDS.retail,
    name: 'Watched',
    settings: settings as never,
    script: { queueSeconds: 0, durationSeconds: 60, ...script },
  }).id;

/** @returns the events of a poll at a time, by what they are, when they were due and how many they stand for */
async function poll(
  time: string,
  ids: string[],
  parameters: object,
  quietDates?: string,
  mode?: 'manual',
) {
  now = at(time);
  const options = quietDates === undefined ? {} : { options: { quietDates } };
  const projectId = { __rl: true, mode: 'id', value: PROJECT_IDS.retail };
  const polled = await pollNode({
    type: 'n8n-nodes-data-platform.dataPlatformProjectsTrigger',
    parameters: { resource: 'job', projectId, ids, ...parameters, ...options } as never,
    credentials: { dataPlatformApi: sandbox.credentials },
    staticData,
    timezone: 'Europe/Paris',
    ...(mode && { mode }),
  });
  if (!mode) staticData = polled.staticData;
  return polled.json.map(({ event, dueAt, missed, jobId }) => [
    event,
    dueAt,
    missed,
    ids.indexOf(String(jobId)),
  ]);
}

const MISSED = { events: ['scheduleMissed', 'recovered'] };
const DEADLINE = {
  events: ['notSucceededInTime'],
  deadline: 'timeOfDay',
  deadlineTime: '06:00',
  deadlineTimezone: 'UTC',
};

test('a schedule is not due on a quiet date of its own time zone, and 100 jobs cost no further request', async () => {
  const ids = [addJob(schedule('UTC')), addJob(schedule('Pacific/Auckland'))];
  for (let n = 0; n < 98; n++) ids.push(addJob(schedule('UTC')));
  expect(await poll('2026-12-23T12:00:00Z', ids, MISSED, HOLIDAYS)).toEqual([]);
  // 06:00 on the 27th in Auckland.
  const before = (await poll('2026-12-26T17:30:00Z', ids, MISSED, HOLIDAYS)).slice(0, 2);
  expect(before).toEqual([
    ['scheduleMissed', '2026-12-24T06:00:00.000Z', 1, 0],
    // The 24th there; the 25th and the 26th are quiet, and the 27th is on.
    ['scheduleMissed', '2026-12-26T17:00:00.000Z', 2, 1],
  ]);
  sandbox.stats.reset();
  // What was on the list when it was due is settled, also if it is taken off later.
  expect(await poll('2026-12-26T17:40:00Z', ids, MISSED, '')).toEqual([]);
  expect(sandbox.stats.byOperation).toEqual({ job: 1 });
  expect((await poll('2026-12-27T06:30:00Z', ids, MISSED, HOLIDAYS)).slice(0, 2)).toEqual([
    ['scheduleMissed', '2026-12-27T06:00:00.000Z', 1, 0],
    ['scheduleMissed', '2026-12-27T06:00:00.000Z', 1, 2],
  ]);
});

test('a deadline is not due on a quiet date, and the next counts from the last that was', async () => {
  const [idle, busy] = [addJob(), addJob()];
  await poll('2026-12-24T05:00:00Z', [idle, busy], DEADLINE, HOLIDAYS);
  now = at('2026-12-24T12:00:00Z');
  sandbox.store.startRun(busy);
  const polls = [
    '2026-12-24T07:00:00Z',
    '2026-12-25T07:00:00Z',
    '2026-12-26T07:00:00Z',
    '2026-12-27T07:00:00Z',
    '2026-12-28T07:00:00Z',
  ];
  const events = [];
  for (const time of polls) events.push(...(await poll(time, [idle, busy], DEADLINE, HOLIDAYS)));
  expect(events).toEqual([
    ['notSucceededInTime', '2026-12-24T06:00:00.000Z', 1, 0],
    ['notSucceededInTime', '2026-12-24T06:00:00.000Z', 1, 1],
    ['notSucceededInTime', '2026-12-27T06:00:00.000Z', 1, 0],
    ['notSucceededInTime', '2026-12-28T06:00:00.000Z', 1, 0],
    ['notSucceededInTime', '2026-12-28T06:00:00.000Z', 1, 1],
  ]);
});

test('a success does not grow older on quiet dates', async () => {
  const jobId = addJob();
  const age = { events: ['notSucceededInTime'], deadline: 'age', deadlineHours: 24 };
  now = at('2026-12-24T11:00:00Z');
  sandbox.store.startRun(jobId);
  await poll('2026-12-24T12:00:00Z', [jobId], age, HOLIDAYS);
  // 12 hours until midnight in Paris, and 12 hours and 1 minute from the 27th on.
  expect(await poll('2026-12-27T11:00:59Z', [jobId], age, HOLIDAYS)).toEqual([]);
  expect(await poll('2026-12-27T11:01:01Z', [jobId], age, HOLIDAYS)).toEqual([
    ['notSucceededInTime', '2026-12-27T11:01:00.000Z', 1, 0],
  ]);
});

test('a run that takes too long on a quiet date is reported after it, if it still runs', async () => {
  const ids = [addJob({}, { durationSeconds: null }), addJob({}, { durationSeconds: 36 * 3600 })];
  const tooLong = { events: ['runTooLong'], tooLong: 'minutes', tooLongMinutes: 120 };
  await poll('2026-12-24T12:00:00Z', ids, tooLong, HOLIDAYS);
  now = at('2026-12-24T22:00:00Z');
  for (const id of ids) sandbox.store.startRun(id);
  for (const time of ['2026-12-24T23:30:00Z', '2026-12-26T22:59:00Z'])
    expect(await poll(time, ids, tooLong, HOLIDAYS)).toEqual([]);
  expect(await poll('2026-12-26T23:00:00Z', ids, tooLong, HOLIDAYS)).toEqual([
    ['runTooLong', '2026-12-25T00:00:00.000Z', 1, 0],
  ]);
  expect(await poll('2026-12-27T23:00:00Z', ids, tooLong, HOLIDAYS)).toEqual([]);
});

test('an iCalendar file; and a state from before it was added goes on', async () => {
  const jobId = addJob(schedule('UTC'));
  const calendar =
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Closed\r\nDTSTART;VALUE=DATE:20261225\r\nDTEND;VALUE=DATE:20261227\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';
  await poll('2026-12-23T12:00:00Z', [jobId], MISSED);
  expect(await poll('2026-12-24T07:00:00Z', [jobId], MISSED)).toHaveLength(1);
  expect(await poll('2026-12-27T07:00:00Z', [jobId], MISSED, calendar)).toEqual([
    ['scheduleMissed', '2026-12-27T06:00:00.000Z', 1, 0],
  ]);
  sandbox.store.startRun(jobId);
  expect(await poll('2026-12-27T08:00:00Z', [jobId], MISSED, calendar)).toEqual([
    ['recovered', null, 1, 0],
  ]);
});

test.each([
  ['scheduleMissed', MISSED, '2026-12-27T05:00:00Z', '2026-12-24T06:00:00.000Z'],
  ['notSucceededInTime', DEADLINE, '2026-12-27T07:00:00Z', '2026-12-27T06:00:00.000Z'],
  [
    'notSucceededInTime',
    { events: ['notSucceededInTime'], deadline: 'age', deadlineHours: 40 },
    '2026-12-27T05:00:00Z',
    '2026-12-26T23:01:00.000Z',
  ],
])('Fetch Test Event: %s of %j', async (event, parameters, time, dueAt) => {
  now = at('2026-12-23T07:00:00Z');
  const jobId = addJob(schedule('UTC'));
  sandbox.store.startRun(jobId);
  expect(await poll(time, [jobId], parameters, HOLIDAYS, 'manual')).toEqual([[event, dueAt, 1, 0]]);
});
