import type { IPollFunctions } from 'n8n-workflow';
import { deadlineEventItems } from '../../../nodes/ProjectsTrigger/deadlineItems';
import { readTriggerSettings } from '../../../nodes/ProjectsTrigger/triggerSettings';
import { PlatformError } from '../../../platform/common/errors/errors';
import { JOB_RUNS } from '../../../platform/runs/kinds';

/** What the parameters of a node say. */
function settingsOf(written: Record<string, unknown>) {
  const all: typeof written = { resource: 'run', ids: [], projectId: '', ...written };
  const poll = {
    getNodeParameter: (path: string, fallback: unknown) => (path in all ? all[path] : fallback),
    getTimezone: () => 'Europe/Berlin',
  };
  return readTriggerSettings(poll as unknown as IPollFunctions);
}

const JOB = '6f1d2c3b-0000-4000-8000-000000000000';

test.each<[string[], object]>([
  [[], { job: [], pipeline: [] }],
  [['pipelines'], { pipeline: [] }],
  [[`job:${JOB}`, 'pipeline:p 1'], { job: [JOB], pipeline: ['p 1'] }],
  [[`job:${JOB}`, 'jobs'], { job: [] }],
])('the choices %j are watched', (ids, expected) => {
  const { runs } = settingsOf({ events: ['runFailed'], ids });
  expect(Object.fromEntries(runs.map((watch) => [watch.kind.noun, watch.ids]))).toEqual(expected);
});

const deadlineOf = (written: object) =>
  settingsOf({ events: ['notSucceededInTime'], deadline: 'timeOfDay', ...written }).deadlines
    ?.notSucceededInTime;

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
])('a deadline is a time of day: %j', (written, rule) => {
  expect(deadlineOf(written)).toEqual({ kind: 'timeOfDay', ...rule });
});

test('of a last success that is too long ago to be read, its time is known', async () => {
  const nothing = new PlatformError('Nothing can be read', { hint: '' });
  const client = {
    pages: { url: () => null },
    endpoint: { key: 'nothing is read', query: () => Promise.reject(nothing) },
    withTechnologyLabels: async (entities: object[]) => entities,
  };
  const parent = { id: 'j1', name: 'Import' };
  const settings = { timezone: 'UTC' } as never;
  const event = { event: 'notSucceededInTime', parent, atMs: 1, missed: 1, lastSuccessMs: 3_000 };
  const [item] = await deadlineEventItems(client as never, JOB_RUNS, settings, [event as never]);
  expect(item?.json.lastSuccess).toEqual({ endTime: '1970-01-01T00:00:03.000Z', url: null });
});
