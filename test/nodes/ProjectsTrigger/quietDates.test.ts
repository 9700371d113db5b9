import type { IDataObject } from 'n8n-workflow';
import { chosenJobs, watchedSandbox } from './support';

const at = (text: string) => Date.parse(text);

const { clock, sandbox, addJob, run, ...watched } = watchedSandbox({}, () =>
  at('2026-12-23T12:00:00Z'),
);
let staticData: IDataObject;
beforeEach(() => {
  staticData = {};
});

const HOLIDAYS = '2026-12-25..2026-12-26, 2027-01-01 # closed';
const addScheduled = (scheduleTimezone = 'UTC') =>
  addJob({}, { settings: { isScheduled: true, cronScheduling: '0 6 * * *', scheduleTimezone } });

/** @returns the events of a poll at a time, by what they are, when they were due and how many they stand for */
async function poll(time: string, ids: string[], parameters: object, quietDates = '') {
  clock.now = at(time);
  const options = { quietDates };
  const more = { timezone: 'Europe/Paris' };
  const polled = await watched.poll(
    staticData,
    { ...chosenJobs(...ids), ...parameters, options },
    more,
  );
  ({ staticData } = polled);
  const shown = ({ event, dueAt, missed, jobId }: IDataObject) => [
    event,
    dueAt,
    missed,
    ids.indexOf(String(jobId)),
  ];
  return polled.json.map(shown);
}

const MISSED = { events: ['scheduleMissed', 'recovered'] };
const DEADLINE = {
  events: ['notSucceededInTime'],
  deadline: 'timeOfDay',
  deadlineTime: '06:00',
  deadlineTimezone: 'UTC',
};

test('a schedule is not due on a quiet date of its own time zone, and 100 jobs cost no further request', async () => {
  const ids = [addScheduled(), addScheduled('Pacific/Auckland')];
  for (let n = 0; n < 98; n++) ids.push(addScheduled());
  expect(await poll('2026-12-23T12:00:00Z', ids, MISSED, HOLIDAYS)).toEqual([]);
  // 06:00 on the 27th in Auckland.
  expect((await poll('2026-12-26T17:30:00Z', ids, MISSED, HOLIDAYS)).slice(0, 2)).toEqual([
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

test('a run that takes too long on a quiet date is reported after it, if it still runs', async () => {
  const ids = [addJob({ durationSeconds: null }), addJob({ durationSeconds: 36 * 3600 })];
  const tooLong = { events: ['runTooLong'], tooLong: 'minutes', tooLongMinutes: 120 };
  await poll('2026-12-24T12:00:00Z', ids, tooLong, HOLIDAYS);
  clock.now = at('2026-12-24T22:00:00Z');
  ids.forEach(run);
  expect(await poll('2026-12-26T22:59:00Z', ids, tooLong, HOLIDAYS)).toEqual([]);
  expect(await poll('2026-12-26T23:00:00Z', ids, tooLong, HOLIDAYS)).toEqual([
    ['runTooLong', '2026-12-25T00:00:00.000Z', 1, 0],
  ]);
});

test('an iCalendar file; and a state from before it was added goes on', async () => {
  const jobId = addScheduled();
  const days = 'DTSTART;VALUE=DATE:20261225\r\nDTEND;VALUE=DATE:20261227';
  const calendar = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n${days}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
  await poll('2026-12-23T12:00:00Z', [jobId], MISSED);
  expect(await poll('2026-12-24T07:00:00Z', [jobId], MISSED)).toHaveLength(1);
  expect(await poll('2026-12-27T07:00:00Z', [jobId], MISSED, calendar)).toEqual([
    ['scheduleMissed', '2026-12-27T06:00:00.000Z', 1, 0],
  ]);
  run(jobId);
  expect(await poll('2026-12-27T08:00:00Z', [jobId], MISSED, calendar)).toEqual([
    ['recovered', null, 1, 0],
  ]);
});

test('an event of an iCalendar file that does not count is named in the log once, and spoils nothing', async () => {
  const jobId = addScheduled();
  const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\n');
  const meeting = event('SUMMARY:Team meeting', 'DTSTART:20261227T060000Z');
  const holiday = event('DTSTART;VALUE=DATE:20261225', 'DTEND;VALUE=DATE:20261227');
  const quietDates = `BEGIN:VCALENDAR\n${meeting}\n${holiday}\nEND:VCALENDAR`;
  const parameters = { ...chosenJobs(jobId), ...MISSED, options: { quietDates } };
  clock.now = at('2026-12-24T07:00:00Z');
  const first = await watched.poll({}, parameters);
  const warning = /Skipped 1 event of the iCalendar file .* "Team meeting"\.$/;
  expect(first.warnings).toEqual([expect.stringMatching(warning)]);
  clock.now = at('2026-12-27T07:00:00Z');
  const second = await watched.poll(first.staticData, parameters);
  expect(second.json).toMatchObject([{ dueAt: '2026-12-27T06:00:00.000Z', missed: 1 }]);
  expect(second.warnings).toEqual([]);
});

const AGE = { events: ['notSucceededInTime'], deadline: 'age', deadlineHours: 40 };

test.each([
  ['notSucceededInTime', DEADLINE, '2026-12-27T07:00:00Z', '2026-12-27T06:00:00.000Z'],
  ['notSucceededInTime', AGE, '2026-12-27T05:00:00Z', '2026-12-26T23:00:05.000Z'],
])('quiet dates do not count for %s of %j', async (event, parameters, time, dueAt) => {
  const jobId = addScheduled();
  clock.now = at('2026-12-23T07:00:00Z');
  run(jobId);
  expect(await poll('2026-12-23T07:10:00Z', [jobId], parameters, HOLIDAYS)).toEqual([]);
  expect(await poll('2026-12-26T22:59:00Z', [jobId], parameters, HOLIDAYS)).toEqual([]);
  expect(await poll(time, [jobId], parameters, HOLIDAYS)).toEqual([[event, dueAt, 1, 0]]);
});
