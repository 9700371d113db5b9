import type { IPollFunctions } from 'n8n-workflow';
import { readTriggerSettings } from '../../../nodes/ProjectsTrigger/triggerSettings';
import { absenceItems } from '../../../nodes/ProjectsTrigger/absence/output';
import { JOB_RUNS, PIPELINE_RUNS } from '../../../platform/runs/kinds';

/** What the parameters of a node say is to be watched. */
function watchingOf(written: Record<string, unknown>) {
  const poll = {
    getNodeParameter: (path: string, fallback: unknown) =>
      path in written ? written[path] : fallback,
    getTimezone: () => 'Europe/Berlin',
  };
  return readTriggerSettings(poll as unknown as IPollFunctions, {} as never);
}

const JOB_ID = '6f1d2c3b-0000-4000-8000-000000000000';

describe('what is watched', () => {
  test.each([
    ['job', [JOB_ID], JOB_RUNS],
    ['pipeline', ['nightly'], PIPELINE_RUNS],
  ])('is a %s by its ID', (resource, ids, kind) => {
    const { watch, absence, logLines } = watchingOf({ resource, ids, events: ['runFailed'] });
    expect(watch).toEqual({ kind, projectId: undefined, ids });
    expect([absence, logLines]).toEqual([undefined, 0]);
  });

  test.each([
    [undefined, 0],
    [0, 10],
    [3, 3],
  ])('carries log lines once the option is added: %j', (logLines, lines) => {
    const added = logLines === undefined ? {} : { 'options.logLines': logLines };
    const written = { resource: 'job', ids: [JOB_ID], events: ['runFailed'], ...added };
    expect(watchingOf(written).logLines).toBe(lines);
  });

  test.each([
    ['job', ['nightly'], '"nightly" is not a valid ID of a job'],
    ['pipeline', ' , ', '"Pipeline Names or IDs" cannot be ""'],
  ])('is refused where a %s has no such ID', (resource, ids, message) => {
    expect(() => watchingOf({ resource, ids, events: ['runFailed'] })).toThrow(message);
  });

  /** @param evaluated what an expression comes to */
  const projectOf = (projectId: unknown, evaluated?: string) => {
    const written: Record<string, unknown> = { resource: 'job', projectId, events: ['runFailed'] };
    const poll = {
      getNodeParameter(path: string, fallback: unknown, options: Record<string, unknown> = {}) {
        if (!(path in written)) return fallback;
        if (path !== 'projectId' || options.rawExpressions) return written[path];
        const { value = projectId } = Object(projectId) as { value?: unknown };
        return evaluated ?? (options.extractValue ? value : projectId);
      },
    };
    return readTriggerSettings(poll as unknown as IPollFunctions, {} as never).watch.projectId;
  };

  test.each([
    ['', undefined],
    [{ mode: 'list', value: '' }, undefined],
    [{ mode: 'id', value: 'p1' }, 'p1'],
  ])('is the project %j', (projectId, expected) => {
    expect(projectOf(projectId)).toBe(expected);
  });

  test('is not everything because an expression gives no project', () => {
    expect(projectOf('={{ $json.projectId }}', 'p1')).toBe('p1');
    expect(() => projectOf('={{ $json.projectId }}', '')).toThrow('No project is selected');
  });
});

describe('by what measure something is late', () => {
  const rulesOf = (written: object) => watchingOf({ resource: 'job', ...written }).absence;

  test('is read for the chosen events alone', () => {
    expect(rulesOf({ events: ['scheduleMissed'], gracePeriodMinutes: 2 })).toEqual({
      scheduleMissed: { graceMs: 120_000 },
    });
    expect(rulesOf({ events: ['runFailed', 'recovered'] })).toEqual({ recovered: true });
    expect(rulesOf({ events: ['runFailed'] })).toBeUndefined();
  });

  test.each([
    [
      { tooLong: 'minutes', tooLongMinutes: 90 },
      { kind: 'minutes', ms: 5_400_000 },
    ],
    [
      { tooLong: 'timesUsual', tooLongTimes: 2.5 },
      { kind: 'timesUsual', times: 2.5 },
    ],
  ])('is too long by %j', (written, runTooLong) => {
    expect(rulesOf({ events: ['runTooLong'], ...written })).toEqual({ runTooLong });
  });

  const deadlineOf = (written: object) =>
    rulesOf({ events: ['notSucceededInTime'], deadline: 'timeOfDay', ...written })
      ?.notSucceededInTime;

  test.each([
    [0.01, 36_000],
    [24, 86_400_000],
  ])('is an age of %d hours', (deadlineHours, ms) => {
    expect(deadlineOf({ deadline: 'age', deadlineHours })).toEqual({ kind: 'age', ms });
  });

  test.each([
    [{}, { cron: '0 6 * * *', timezone: 'Europe/Berlin' }],
    [
      { deadlineTime: ' 7:05 ', deadlineDays: ['5', '1'], deadlineTimezone: ' UTC ' },
      { cron: '5 7 * * 1,5', timezone: 'UTC' },
    ],
    [
      { deadlineTime: '23:59', countsFrom: 'timeOfDay', countsFromTime: '00:30' },
      { cron: '59 23 * * *', timezone: 'Europe/Berlin', countsFrom: '30 0 * * *' },
    ],
  ])('is a time of day: %j', (written, rule) => {
    expect(deadlineOf(written)).toEqual({ kind: 'timeOfDay', ...rule });
  });

  test.each([['24:00'], ['06:60'], ['6'], ['006:00'], [''], ['06:00:00']])(
    '%j is no time of day',
    (deadlineTime) => {
      expect(() => deadlineOf({ deadlineTime })).toThrow(
        expect.objectContaining({
          message: `"${deadlineTime}" is not a valid time of day`,
          hint: 'Enter hours and minutes in "Time", for example 06:00.',
        }),
      );
    },
  );

  test('a time zone that there is not is refused', () => {
    expect(() => deadlineOf({ deadlineTimezone: 'Europe/Nowhere' })).toThrow(
      expect.objectContaining({
        message: '"Europe/Nowhere" is not a valid time zone',
        hint: 'Enter a time zone such as Europe/Paris in "Time Zone", or leave that field empty for the time zone of the workflow.',
      }),
    );
  });
});

describe('an occasion', () => {
  const told = async (occasion: object, details: object = {}) => {
    const client = {
      pages: { url: () => null },
      runEvents: {
        readAbsenceDetails: async () => new Map([['j1', { entity: {}, ...details }]]),
        withWholeRuns: async (_kind: unknown, seen: object[]) =>
          seen.map(() => ({ run: undefined })),
      },
      withTechnologyLabels: async (entities: object[]) => entities,
    };
    const given = { atMs: 1, missed: 1, parent: { id: 'j1', name: 'Import' }, ...occasion };
    const [item] = await absenceItems(client as never, JOB_RUNS, [given as never]);
    return item;
  };
  const BASE = {
    jobName: 'Import',
    jobId: 'j1',
    dueAt: null,
    detectedAt: '1970-01-01T00:00:02.000Z',
    missed: 1,
    id: 'j1',
    name: 'Import',
    url: null,
    lastRun: null,
    lastSuccess: null,
  };

  test('reports when it was due, and whose it is', async () => {
    const parent = { id: 'j1', name: 'Import', projectId: 'p1', projectName: 'Retail' };
    const event = { event: 'scheduleMissed', parent, dueAtMs: 1_000, detectedAtMs: 2_000 };
    expect(await told(event)).toEqual({
      atMs: 1,
      json: {
        ...BASE,
        event: 'scheduleMissed',
        projectName: 'Retail',
        projectId: 'p1',
        dueAt: '1970-01-01T00:00:01.000Z',
      },
    });
  });

  test.each([
    [undefined, null],
    [90_500, 90.5],
    [0, 0],
  ])(
    'of a run that takes too long where %j ms are usual reports %j s',
    async (usualMs, seconds) => {
      const run = { id: 'r1', status: 'RUNNING' };
      const item = await told({ event: 'runTooLong', detectedAtMs: 2_000, usualMs, run });
      expect(item?.json).toEqual({
        ...BASE,
        event: 'runTooLong',
        run: { id: 'r1', status: 'RUNNING', succeeded: null, url: null },
        usualSeconds: seconds,
      });
    },
  );

  test.each([
    [undefined, null],
    [3_000, '1970-01-01T00:00:03.000Z'],
  ])('that is over shows that it was so since %j', async (sinceMs, since) => {
    const item = await told({ event: 'recovered', detectedAtMs: 2_000, failures: 3, sinceMs });
    expect(item?.json).toEqual({ ...BASE, event: 'recovered', failures: 3, since });
  });

  test.each([
    ['that was read', { lastSuccess: { id: 'r0' } }, undefined, { id: 'r0', url: null }],
    [
      'that was read, of which the time is known, too',
      { lastSuccess: { id: 'r0' } },
      3_000,
      { id: 'r0', url: null },
    ],
    [
      'whose time alone is known',
      { lastSuccess: null },
      3_000,
      { endTime: '1970-01-01T00:00:03.000Z', url: null },
    ],
    ['that there is not', { lastSuccess: null }, undefined, null],
  ])('has the last success %s', async (_what, details, lastSuccessMs, lastSuccess) => {
    const event = { event: 'notSucceededInTime', detectedAtMs: 2_000, lastSuccessMs };
    expect((await told(event, details))?.json).toEqual({
      ...BASE,
      event: 'notSucceededInTime',
      lastSuccess,
    });
  });
});
