import { APP_IDS } from '../../../../sandbox';
import { sandboxForEachTest } from '../../../support/testSandbox';
import { byId, perform, performed } from '../support';

let now = Date.now();
const sandbox = sandboxForEachTest({ clock: () => now });
const dashboard = { appId: byId(APP_IDS.salesDashboard) };
const requests = () => sandbox.stats.byOperation.proxiedLog ?? 0;

/** An app of 2,500 lines, half of them of STDERR, on a platform whose logs are there. */
async function start(appLogs: 'graphql' | 'proxy' | 'both', more: object = {}) {
  await sandbox.restart({ appLogs, clock: () => now, ...more });
  const logLines = Array.from({ length: 2_500 }, (_, n) => ({
    stream: n % 2 === 0 ? ('STDOUT' as const) : ('STDERR' as const),
    value: `line ${n}`,
  }));
  const { apps } = sandbox.store;
  apps.setScript(APP_IDS.salesDashboard, { logLines });
  apps.begin(APP_IDS.salesDashboard, 'RESTARTING');
  now += 3_000_000;
}

test.each([
  ['the end', { limit: 2 }, ['line 2498', 'line 2499'], 2],
  ['the beginning', { lines: 'first', limit: 2 }, ['line 0', 'line 1'], 1],
  ['a stream', { limit: 2, stream: 'STDERR' }, ['line 2497', 'line 2499'], 2],
])('%s of a log that GraphQL lacks is read from the log proxy', async (...given) => {
  const [, parameters, lines, count] = given;
  await start('proxy');
  const json = await performed(sandbox, 'app.getLogs', { ...dashboard, ...parameters });
  expect(json.map(({ value }) => value)).toEqual(lines);
  expect(json[0]).toMatchObject({ isCut: true, recordAt: expect.stringMatching(/\.\d{9}Z$/) });
  expect(requests()).toBe(count);
  const asked = sandbox.stats.recent.find(({ operation }) => operation === 'proxiedLog');
  expect(asked?.path).toContain(
    `/log-proxy/api/logs/demo/platform/1/project/${sandbox.store.apps.find(APP_IDS.salesDashboard)?.projectId}/app_execution/`,
  );
  expect(asked?.path).toMatch(/streams=(STDOUT,)?STDERR$/);
  expect(asked?.headers).toMatchObject({ 'platform-realm': 'demo' });
});

test('all lines are read page by page, also where GraphQL has no such query', async () => {
  await start('proxy', { schemaChanges: { without: ['Query.appLogs'], instead: '' } });
  const json = await performed(sandbox, 'app.getLogs', { ...dashboard, lines: 'all' });
  expect(json.map(({ index }) => index)).toEqual(Array.from({ length: 2_500 }, (_, n) => n));
});

test('GraphQL comes first, and nothing is asked of a start that goes on', async () => {
  await start('both');
  await performed(sandbox, 'app.getLogs', dashboard);
  sandbox.store.apps.setScript(APP_IDS.gridApi, { startSeconds: 600 });
  sandbox.store.apps.begin(APP_IDS.gridApi, 'STARTING');
  const starting = { appId: byId(APP_IDS.gridApi) };
  expect(await performed(sandbox, 'app.getLogs', starting)).toEqual([]);
  expect(requests()).toBe(0);
});

test.each([
  ['a page', { kind: 'html' }, 2],
  ['a page of 404', { kind: 'status', status: 404, body: 'html' }, 1],
  ['other JSON', { kind: 'badJson' }, 1],
] as const)(
  'a platform without it, which answers %s, is asked once',
  async (_what, given, most) => {
    await start('both');
    sandbox.accidents.add({ ...given, operation: 'proxiedLog', times: 100 });
    // It wrote nothing.
    const empty = { appId: byId(APP_IDS.gridApi) };
    for (let n = 0; n < 3; n++) {
      expect(await performed(sandbox, 'app.getLogs', empty)).toEqual([]);
    }
    expect(requests()).toBeGreaterThan(0);
    expect(requests()).toBeLessThanOrEqual(most);
  },
);

test.each([404, 403])('a first HTTP %j of the proxy is about that log alone', async (status) => {
  await start('proxy');
  sandbox.accidents.add({
    kind: 'status',
    status,
    body: 'json',
    operation: 'proxiedLog',
    times: 2,
  });
  const empty = { appId: byId(APP_IDS.gridApi) };
  expect(await performed(sandbox, 'app.getLogs', empty)).toEqual([]);
  sandbox.accidents.clear();
  expect(await performed(sandbox, 'app.getLogs', { ...dashboard, limit: 1 })).toHaveLength(1);
});

test('an app that is starting has no log yet where the proxy alone has logs', async () => {
  await start('proxy', { schemaChanges: { without: ['Query.appLogs'], instead: '' } });
  sandbox.store.apps.setScript(APP_IDS.gridApi, { startSeconds: 600 });
  sandbox.store.apps.begin(APP_IDS.gridApi, 'STARTING');
  const { error } = await perform(sandbox, 'app.getLogs', { appId: byId(APP_IDS.gridApi) });
  expect(error?.message).toMatch(/^The app \S+ has no log yet because it has not started$/);
  expect(error?.description).toContain('Read the log again once the app has started.');
});

test('a proxy that has answered and fails then is an error; what it does not know is empty', async () => {
  await start('proxy');
  await performed(sandbox, 'app.getLogs', dashboard);
  const status = 500;
  sandbox.accidents.add({ kind: 'status', status, operation: 'proxiedLog', times: 20 });
  const { error } = await perform(sandbox, 'app.getLogs', dashboard);
  expect(error?.message).toContain('HTTP 500');
  sandbox.accidents.clear();
  sandbox.accidents.add({ kind: 'status', status: 404, operation: 'proxiedLog' });
  expect(await performed(sandbox, 'app.getLogs', dashboard)).toEqual([]);
});

test('without a proxy, what GraphQL lacks is named', async () => {
  await start('graphql', { schemaChanges: { without: ['Query.appLogs'], instead: '' } });
  const { error } = await perform(sandbox, 'app.getLogs', dashboard);
  expect(error?.message).toContain('This platform cannot return "appLogs"');
});
