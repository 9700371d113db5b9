import { GlobalConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { buildDeadlineEventItems } from '../../../nodes/ProjectsTrigger/deadlineItems';
import { fields } from '../../../nodes/ProjectsTrigger/fields';
import { readTriggerSettings } from '../../../nodes/ProjectsTrigger/triggerSettings';
import { readPollParameters } from '../../../nodes/shared/parameters/nodeParameters';
import { PlatformError } from '../../../platform/common/errors/errors';
import { JOB_RUNS } from '../../../platform/runs/kinds';
import { formatTime } from '../../../platform/runs/read/times';
import { PIPELINE_IDS, PROJECT_IDS } from '../../../sandbox';
import { listDueTimes } from '../../support/dueTimes';
import { runNode } from '../../support/engine/runWorkflow';
import { readText } from '../../support/repository';
import { sandboxForEachTest } from '../../support/testSandbox';
import { byId, performed } from '../Projects/support';
import { chosenJobs, HOUR_MS, MINUTE_MS, pollProjects, watchedSandbox } from './support';

describe('deadlines', () => {
  // It begins at a whole hour, soon.
  const nextHour = () => Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  const { clock, sandbox, poll, addJob, run } = watchedSandbox({}, nextHour);

  const HOURLY = { isScheduled: true, cronScheduling: '0 * * * *', scheduleTimezone: 'UTC' };
  const iso = (ms: number) => new Date(ms).toISOString();
  const missed = (jobId: string) => ({
    ...chosenJobs(jobId),
    events: ['scheduleMissed', 'recovered'],
  });

  test('a scheduled run that does not begin within the grace period is reported once, with its job, and its recovery', async () => {
    const jobId = addJob({}, { settings: HOURLY });
    const due = clock.now + HOUR_MS;
    let { staticData } = await poll({}, missed(jobId));
    const pollAt = async (ms: number) => {
      clock.now = ms;
      const polled = await poll(staticData, missed(jobId));
      ({ staticData } = polled);
      return polled.json;
    };
    expect(await pollAt(due + 14 * MINUTE_MS)).toEqual([]);
    expect(await pollAt(due + 16 * MINUTE_MS)).toMatchObject([
      {
        ...{ event: 'scheduleMissed', dueAt: iso(due), detectedAt: iso(clock.now), missed: 1 },
        ...{ jobId, jobName: 'Watched', ...HOURLY },
        text: expect.stringMatching(
          /^Watched did not start: a run was due on \w+, \w+ \d+, \d\d:00\. http.*\/job\//,
        ),
        ...{ projectId: PROJECT_IDS.retail, projectName: expect.any(String) },
        ...{ lastRun: null, lastSuccess: null },
      },
    ]);
    expect(await pollAt(due + 17 * MINUTE_MS)).toEqual([]);

    const success = { id: run(jobId), succeeded: true };
    expect(await pollAt(due + 22 * MINUTE_MS)).toMatchObject([
      {
        ...{ event: 'recovered', failures: 1, since: iso(due), missed: 1, dueAt: null },
        ...{
          runId: success.id,
          text: expect.stringMatching(
            /^Watched succeeded again \(run \d+\)\. It failed or was late once since /,
          ),
        },
        ...{
          run: { ...success, jobName: 'Watched' },
          lastRun: success,
          lastSuccess: { id: success.id },
        },
      },
    ]);
    expect(await pollAt(due + 23 * MINUTE_MS)).toEqual([]);
  });

  test('a schedule that cannot be read is reported once in the log, and another one again', async () => {
    const jobId = addJob({}, { settings: { ...HOURLY, cronScheduling: '0 0 31 2 *' } });
    const first = await poll({}, missed(jobId));
    const warning = /1 schedule: Watched: "0 0 31 2 \*" is not a cron expression with five fields/;
    expect(first.warnings).toEqual([expect.stringMatching(warning)]);
    const second = await poll(first.staticData, missed(jobId));
    expect(second.warnings).toEqual([]);
    // As the state of a job that had another one.
    const other = JSON.stringify(first.staticData).replace(
      /"scheduleHash":"!?[\w-]+/,
      '"scheduleHash":"another',
    );
    const third = await poll(JSON.parse(other) as typeof first.staticData, missed(jobId));
    expect(third.warnings).toEqual(first.warnings);
  });

  test('three times the usual: nothing without five that succeeded, older runs are read once for each run', async () => {
    const jobId = addJob({ durationSeconds: 60 });
    const tooLong = { tooLong: 'timesUsual', tooLongTimes: 3 };
    const parameters = { ...chosenJobs(jobId), events: ['runTooLong'], ...tooLong };
    const runOften = (count: number) => {
      for (let n = 0; n < count; n++) {
        run(jobId);
        clock.now += 2 * MINUTE_MS;
      }
    };
    runOften(4);
    let { staticData } = await poll({}, parameters);
    const long = async () => {
      sandbox.store.setScript(jobId, { durationSeconds: 600 });
      const id = run(jobId);
      clock.now += 5 * MINUTE_MS;
      sandbox.stats.reset();
      const polled = await poll(staticData, parameters);
      clock.now += 6 * MINUTE_MS;
      sandbox.store.setScript(jobId, { durationSeconds: 60 });
      ({ staticData } = polled);
      return [id, polled.json] as const;
    };
    expect((await long())[1]).toEqual([]);
    runOften(30);
    sandbox.stats.reset();
    ({ staticData } = await poll(staticData, parameters));
    // Those that have ended need no older runs.
    expect(sandbox.stats.byOperation.job).toBe(2);
    const [id, json] = await long();
    expect(json).toMatchObject([{ usualSeconds: 60, run: { id } }]);
    const { job: requests } = sandbox.stats.byOperation;
    sandbox.store.setScript(jobId, { durationSeconds: 60, outcome: 'FAILED' });
    runOften(40);
    ({ staticData } = await poll(staticData, parameters));
    // Successes that are further back are in the same page.
    expect((await long())[1]).toMatchObject([{ usualSeconds: 60 }]);
    expect(sandbox.stats.byOperation.job).toBe(requests);
  });

  test('minutes: a run that has not taken too long needs no older runs', async () => {
    const jobId = addJob({ durationSeconds: 3_600 });
    const tooLong = { tooLong: 'minutes', tooLongMinutes: 20 };
    const parameters = { ...chosenJobs(jobId), events: ['runTooLong'], ...tooLong };
    const { staticData } = await poll({}, parameters);
    run(jobId);
    clock.now += 19 * MINUTE_MS;
    sandbox.stats.reset();
    expect((await poll(staticData, parameters)).json).toEqual([]);
    expect(sandbox.stats.byOperation.job).toBe(1);
  });

  test('100 jobs are one request a poll, and what is stored stays small', async () => {
    const ids = Array.from({ length: 100 }, (_, n) =>
      addJob({}, { settings: HOURLY, name: `Job ${n}` }),
    );
    const events = ['scheduleMissed', 'notSucceededInTime', 'runTooLong', 'recovered'];
    const all = { events, deadline: 'age' };
    /** The schema and the session are made anew from time to time. */
    const pollCounted = async (staticData: object) => {
      sandbox.stats.reset();
      const polled = await poll(staticData as never, all);
      const asked = new Map(Object.entries(sandbox.stats.byOperation));
      for (const name of ['__schema', 'authenticate']) asked.delete(name);
      return { ...polled, asked: Object.fromEntries(asked) };
    };
    let { staticData } = await poll({}, all);
    for (let n = 0; n < 4; n++) {
      ids.forEach(run);
      clock.now += 20 * MINUTE_MS;
      const polled = await pollCounted(staticData);
      expect(polled.items).toBeUndefined();
      expect(polled.asked).toEqual({ jobs: 1 });
      ({ staticData } = polled);
    }
    clock.now += 3 * HOUR_MS;
    const polled = await pollCounted(staticData);
    expect(polled.json.length).toBeGreaterThanOrEqual(100);
    // The list, the details of 100 jobs, and once the label of their technology from the catalog.
    expect(polled.asked).toEqual({ jobs: 1, job: 1, technology: 1, __typename: 1 });
    const jobs = sandbox.store.jobs({ projectId: PROJECT_IDS.retail }).length;
    expect(JSON.stringify(polled.staticData).length / jobs).toBeLessThan(350);
  });

  test('schedules of pipelines, with all that Get returns of the pipeline', async () => {
    // It is scheduled at a whole hour: at that very hour, it would be neither late nor in time.
    clock.now += 30 * MINUTE_MS;
    const pipelineId = PIPELINE_IDS.dailySales;
    const projectId = byId(sandbox.store.pipelines.find(pipelineId)?.projectId ?? '');
    const chosen = { projectId, ids: [`pipeline:${pipelineId}`] };
    const parameters = { ...chosen, events: ['scheduleMissed'] };
    const { staticData } = await poll({}, parameters);
    clock.now += 48 * HOUR_MS;
    const { json } = await poll(staticData, parameters);
    const get = { pipelineId: byId(pipelineId) };
    const [{ id, name, ...whole } = {}] = await performed(sandbox, 'pipeline.get', get);
    const missed = { event: 'scheduleMissed', pipelineId: id, pipelineName: name, missed: 2 };
    expect(json).toMatchObject([{ ...whole, ...missed }]);
  });

  test.each([
    ['scheduleMissed', {}, {}],
    ['notSucceededInTime', { deadline: 'age', deadlineHours: 2 }, {}],
    ['runTooLong', { tooLong: 'minutes', tooLongMinutes: 5 }, { run: {} }],
    ['recovered', {}, { dueAt: null, failures: 1, run: {} }],
  ])('Fetch Test Event: an example of %s %j, with the job that ran last', async (...row) => {
    const [event, more, expected] = row;
    const ids = ['First', 'Last', 'Never'].map((name) => addJob({}, { name }));
    const parameters = { ...chosenJobs(...ids), events: [event], ...more };
    const fetch = async (some: object) => await poll({}, some, { mode: 'manual' });
    const { json, staticData } = await fetch(parameters).catch(() => ({
      json: [],
      staticData: {},
    }));
    // Without any run, only what needs none.
    expect([json.length, staticData]).toEqual(['run' in expected ? 0 : 1, {}]);
    for (const id of ids.slice(0, 2)) {
      run(id);
      clock.now += MINUTE_MS;
    }
    const [example] = (await fetch(parameters)).json;
    const times = { dueAt: iso(clock.now), detectedAt: iso(clock.now), missed: 1 };
    expect(example).toMatchObject({ event, jobName: 'Last', jobId: ids[1], ...times, ...expected });
  });

  const IN_TIME = { events: ['notSucceededInTime'] };

  test.each([
    ['deadlineTime', '24:00', '"24:00" is not a valid time of day'],
    ['deadlineTime', '06:60', '"06:60" is not a valid time of day'],
    ['deadlineTime', '6', '"6" is not a valid time of day'],
    ['deadlineTime', '06:00:00', '"06:00:00" is not a valid time of day'],
    ['deadlineTimezone', 'Nowhere/Land', '"Nowhere/Land" is not a valid time zone'],
    ['deadlineDays', [], '"Days" is empty'],
  ])('%s: %j is reported in plain words', async (name, value, message) => {
    const parameters = { ...IN_TIME, deadline: 'timeOfDay', [name]: value };
    sandbox.stats.reset();
    await expect(poll({}, parameters)).rejects.toThrow(message);
    expect(sandbox.stats.requests).toBe(0);
  });
});

describe('quiet dates', () => {
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
    // A date that was on the list when a run was due stays settled, even if it is taken off later.
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
    const warning = /Skipped 1 event of the iCalendar file .*: "Team meeting"\. Only whole days/;
    expect(first.warnings).toEqual([expect.stringMatching(warning)]);
    clock.now = at('2026-12-27T07:00:00Z');
    const second = await watched.poll(first.staticData, parameters);
    expect(second.json).toMatchObject([{ dueAt: '2026-12-27T06:00:00.000Z', missed: 1 }]);
    expect(second.warnings).toEqual([]);
  });

  test('after weeks of quiet dates, a success from before the last deadline does not count', async () => {
    const daily = { events: ['notSucceededInTime'], deadline: 'timeOfDay', deadlineTime: '06:00' };
    const jobId = addJob();
    clock.now = at('2026-12-22T07:00:00Z');
    run(jobId);
    const quiet = '2026-12-24..2027-01-08';
    expect(await poll('2026-12-23T12:00:00Z', [jobId], daily, quiet)).toEqual([]);
    expect(await poll('2027-01-09T12:00:00Z', [jobId], daily, quiet)).toEqual([
      ['notSucceededInTime', '2027-01-09T05:00:00.000Z', 1, 0],
    ]);
  });

  test('quiet dates do not count for an age', async () => {
    const age = { events: ['notSucceededInTime'], deadline: 'age', deadlineHours: 40 };
    const jobId = addScheduled();
    clock.now = at('2026-12-23T07:00:00Z');
    run(jobId);
    expect(await poll('2026-12-23T07:10:00Z', [jobId], age, HOLIDAYS)).toEqual([]);
    expect(await poll('2026-12-26T22:59:00Z', [jobId], age, HOLIDAYS)).toEqual([]);
    expect(await poll('2026-12-27T05:00:00Z', [jobId], age, HOLIDAYS)).toEqual([
      ['notSucceededInTime', '2026-12-26T23:00:05.000Z', 1, 0],
    ]);
  });
});

describe('settings', () => {
  function settingsOf(written: Record<string, unknown>) {
    const all: typeof written = { resource: 'run', ids: [], projectId: '', ...written };
    const poll = {
      getNodeParameter: (path: string, fallback: unknown) => (path in all ? all[path] : fallback),
      getTimezone: () => 'Europe/Berlin',
    } as unknown as IPollFunctions;
    return readTriggerSettings(poll, readPollParameters(poll, fields));
  }

  const JOB = '6f1d2c3b-0000-4000-8000-000000000000';

  test.each<[string[], object]>([
    [[], { job: [], pipeline: [] }],
    [['pipelines'], { pipeline: [] }],
    [[`job:${JOB}`, 'pipeline:p 1'], { job: [JOB], pipeline: ['p 1'] }],
    [[`job:${JOB}`, 'jobs'], { job: [] }],
  ])('the choices %j are watched', (ids, expected) => {
    const { runWatches } = settingsOf({ events: ['runFailed'], ids });
    const idsByKind = runWatches.map((watch) => [watch.kind.noun, watch.ids]);
    expect(Object.fromEntries(idsByKind)).toEqual(expected);
  });

  const deadlineOf = (written: object) =>
    settingsOf({ events: ['notSucceededInTime'], deadline: 'timeOfDay', ...written }).deadlines
      ?.notSucceededInTime;

  test.each([
    [
      { deadlineTime: ' 7:05 ', deadlineDays: ['5', '1'], deadlineTimezone: ' UTC ' },
      { cron: '5 7 * * 1,5', timezone: 'UTC' },
    ],
    [
      { deadlineTime: '23:59', countsFrom: 'timeOfDay', countsFromTime: '00:30' },
      { cron: '59 23 * * *', timezone: 'Europe/Berlin', countsFrom: '30 0 * * *' },
    ],
  ])('a deadline is a time of day: %j', (written, rule) => {
    expect(deadlineOf(written)).toEqual({ kind: 'timeOfDay', ...rule });
  });

  test('of a last success that is too long ago to be read, its time is known', async () => {
    const nothing = new PlatformError('Nothing can be read', { hint: '' });
    const client = {
      pages: { buildUrl: () => null },
      endpoint: { key: 'nothing is read', query: () => Promise.reject(nothing) },
      withTechnologyLabels: async (entities: object[]) => entities,
    };
    const parent = { id: 'j1', name: 'Import' };
    const settings = { timezone: 'UTC' } as never;
    const event = { event: 'notSucceededInTime', parent, atMs: 1, missed: 1, lastSuccessMs: 3_000 };
    const [item] = await buildDeadlineEventItems(client as never, JOB_RUNS, settings, [
      event as never,
    ]);
    expect(item?.json.lastSuccess).toEqual({ endTime: '1970-01-01T00:00:03.000Z', url: null });
  });
});

describe('time zones', () => {
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
      expect(await dueAt(inUtc, 'America/New_York', ...times)).toEqual([
        '2026-03-28T06:00:00.000Z',
      ]);
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
    expect(formatTime('2026-07-01T08:00:00+02:00')).toBe('2026-07-01T08:00:00+02:00');
    expect(formatTime(Date.parse('2026-07-01T06:00:00Z'))).toBe('2026-07-01T06:00:00.000Z');
  });

  const page = readText('docs/triggers.md');

  test('docs/triggers.md names the time zone that n8n has where none is set', () => {
    const told = /n8n's\. Unless you set it, `([^`]+)`/.exec(page)?.[1];
    expect(told).toBe(Container.get(GlobalConfig).generic.timezone);
  });

  test.each([
    ['2026-03-29', '01:00'],
    ['2026-10-25', '00:30'],
  ])('docs/triggers.md: 30 2 * * * in Paris on %s is due at %s UTC', async (day, time) => {
    const midnight = Date.parse(`${day}T00:00:00Z`);
    const schedule = { cron: '30 2 * * *', timezone: 'Europe/Paris' };
    const due = await listDueTimes(schedule, midnight - 2 * HOUR_MS, midnight + 12 * HOUR_MS);
    expect(due).toMatchObject({ times: [Date.parse(`${day}T${time}:00Z`)] });
    expect(page).toContain(day);
  });
});
