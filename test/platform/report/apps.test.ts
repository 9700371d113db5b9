import { buildSchema, graphql } from 'graphql';
import { readReportApps } from '../../../platform/report/apps';
import { readPeriod } from '../../../platform/report/period';
import { startRawPlatform } from '../../support/rawPlatform';
import { sendJson } from '../../support/rawServer';

const SCHEMA = buildSchema(`
  type Event { recordAt: String executionId: ID status: String reason: String }
  type Entry { event: Event transitionTime: String }
  type Action { action: Entry statuses: [Entry] }
  type History { currentStatus: String currentStatusReason: String startTime: String stopTime: String events(limit: Int): [Action] }
  type Project { id: ID name: String }
  type App { id: ID name: String project: Project history: History }
  type Query { apps(projectId: ID!): [App] app(id: ID!): App }
`);
const NOW = Date.parse('2026-11-23T12:00:00Z');
const PERIOD = readPeriod({ period: 'last24Hours', timezone: 'UTC' }, NOW);
const PROJECT = { id: '11111111-0000-4000-8000-000000000000', name: 'Retail' };
const at = (hour: number) => new Date(NOW + hour * 3_600_000).toISOString();
const [startTime, stopTime] = [at(-3), at(-2)];

/** One action for each text such as `STARTED -1`, oldest first: a status and its hour before now. */
const events = (...texts: string[]) => {
  const statuses = texts.map((text) => {
    const [status, hour] = text.split(' ');
    return { event: { status, recordAt: at(Number(hour)) } };
  });
  return statuses.reverse().map((status) => ({ statuses: [status] }));
};

async function read(apps: object[]) {
  const rootValue = { apps };
  const { connect } = await startRawPlatform(({ query: source }, response) => {
    void graphql({ schema: SCHEMA, source, rootValue }).then((found) => sendJson(response, found));
  });
  return await readReportApps(connect().projects, [PROJECT], PERIOD);
}

const MANY = events(...Array.from({ length: 25 }, (_, n) => `STARTED ${n / 100 - 1}`));
const EARLY = events(...Array.from({ length: 25 }, (_, n) => `STARTED ${n - 30}`));

test.each<[what: string, status: string, history: object, expected: object]>([
  ['is up since the platform says so', 'STARTED', {}, { state: 'up', sinceMs: startTime }],
  ['is stopped since its stop', 'STOPPED', {}, { state: 'stopped', sinceMs: stopTime }],
  ['is up since its last start', 'STARTED', { events: events('STARTED -9', 'STOPPED -8', 'STARTED -7', 'STARTED -6') }, { state: 'up', sinceMs: at(-7) }],
  ['is down since its first failure', 'FAILED', { events: events('STARTED -9', 'STOPPED -8', 'FAILED -7', 'STARTING -6', 'FAILED -5') }, { state: 'down', sinceMs: at(-7) }],
  ['recovers', 'RECOVERING', { events: events('STARTED -9', 'RECOVERING -1') }, { state: 'down', sinceMs: at(-1), restarts: 1 }],
  ['is changing', 'RESTARTING', { events: events('RESTARTING -25', 'STARTED -24', 'RESTARTING -24', 'STARTED -2', 'RESTARTING -1') }, { state: 'changing', sinceMs: at(-1), restarts: 2 }],
  ['has an unknown status', 'BOOTING', { startTime: null }, { state: 'changing', sinceMs: undefined }],
  ['has a long history', 'STARTED', { events: MANY }, { isCut: true, sinceMs: at(-1) }],
  ['has a history from before the period', 'STARTED', { events: EARLY }, { isCut: false }],
  ['has a reason', 'FAILED', { currentStatusReason: 'No space', events: events('FAILED -1') }, { statusReason: 'No space', sinceMs: at(-1) }],
])('an app that %s', async (_what, currentStatus, history, expected) => {
  const times = { startTime, stopTime };
  const [app] = await read([{ id: 'a', name: 'A', history: { currentStatus, ...times, ...history } }]);
  const sinceMs = 'sinceMs' in expected ? expected.sinceMs && Date.parse(String(expected.sinceMs)) : app?.sinceMs;
  const usual = { id: 'a', name: 'A', projectId: PROJECT.id, projectName: 'Retail', status: currentStatus, statusReason: null, restarts: 0, isCut: false };
  expect(app).toEqual({ ...usual, state: app?.state, ...expected, sinceMs });
}); // prettier-ignore

test('the most urgent come first, then by name; without a name, the ID is shown', async () => {
  const states = ['STARTED', 'STOPPED', 'RECOVERING', 'STARTING', 'FAILED', 'STARTED'];
  const apps = states.map((currentStatus, n) => ({
    ...(n > 0 && { name: `${9 - n}` }),
    id: `id ${n}`,
    project: { id: PROJECT.id, name: n === 4 ? 'Renamed' : null },
    history: { currentStatus },
  }));
  const sorted = await read(apps);
  expect(sorted.map(({ name }) => name)).toEqual(['5', '7', '6', '8', '4', 'id 0']);
  expect(sorted.map(({ projectName }) => projectName)).toEqual(['Renamed', ...Array(5).fill('Retail')]);
}); // prettier-ignore
