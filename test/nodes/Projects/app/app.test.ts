import type { IDataObject } from 'n8n-workflow';
import { APP_IDS, APP_TECHNOLOGY_IDS, PROJECT_IDS } from '../../../../sandbox';
import { addVolume } from '../../../platform/projectFiles/support';
import { sandboxForEachTest } from '../../../support/testSandbox';
import { byId, perform, performed } from '../support';

let now = Date.now();
const sandbox = sandboxForEachTest({ clock: () => now });
const appId = byId(APP_IDS.salesDashboard);

test.each([
  ['counts as done where the platform says only that', ['App is already stopped'], undefined],
  ['fails where the platform says something else, too', ['is stopped', 'Disk full'], 'Disk full'],
])('a stop whose response was lost %s', async (_title, messages, failure) => {
  sandbox.faults.add({ kind: 'resetAfter', operation: 'stopApp' });
  const errors = messages.map((message) => ({ message }));
  sandbox.faults.add({ kind: 'errors', operation: 'stopApp', errors });
  const { json, error } = await perform(sandbox, 'app.stop', { appId });
  if (failure === undefined) expect(json).toMatchObject([{ status: 'STOPPING' }]);
  else expect(`${error?.message} ${error?.description}`).toContain(failure);
  expect(sandbox.stats.byOperation.stopApp).toBe(2);
  const [latest] = await performed(sandbox, 'app.getHistory', { appId });
  expect(latest).toMatchObject({ action: 'stop', trigger: 'MANUAL_APP' });
});

test('another version keeps what is not set', async () => {
  const { id: volumeId } = addVolume(sandbox, PROJECT_IDS.retail, 'models');
  const dockerInfo = { image: 'x:1', dockerCredentialsId: null };
  const ports = [{ number: 80, isRewriteUrl: false, name: 'web' }];
  const kept = { ports, volumesWithPath: [{ path: '/v', volumeId }] };
  const { id } = sandbox.store.apps.add({
    projectId: PROJECT_IDS.retail,
    technologyId: APP_TECHNOLOGY_IDS.dockerImage,
    version: { dockerInfo, ...kept } as never,
  });
  const parameters = { appId: byId(id), version: { dockerImage: 'x:2' } };
  expect(await performed(sandbox, 'app.addVersion', parameters)).toMatchObject([
    {
      number: 2,
      dockerInfo: { image: 'x:2' },
      ports: [{ number: 80, name: 'web' }],
      volumesWithPath: [{ path: '/v', volume: { id: volumeId, name: 'models' } }],
    },
  ]);
});

test('the volumes of a version may be named, if their project is known or not needed', async () => {
  const { id: volumeId } = addVolume(sandbox, PROJECT_IDS.retail, 'models');
  const version = { volumes: JSON.stringify([{ path: '/v', volume: 'models' }]) };
  const [made] = await performed(sandbox, 'app.create', { ...NEW, version });
  const appId = byId(String(made?.id));
  const [added] = await performed(sandbox, 'app.addVersion', { appId, version });
  const volumesWithPath = [{ path: '/v', volume: { id: volumeId, name: 'models' } }];
  expect([made?.currentVersion, added]).toMatchObject([{ volumesWithPath }, { volumesWithPath }]);
});

test('statistics since the last start, for 100 items in one request', async () => {
  const { technologyId = '' } = sandbox.store.apps.find(APP_IDS.gridApi) ?? {};
  const items = Array.from({ length: 100 }, () => {
    const script = { startSeconds: 10, crashAfterSeconds: 50, recoverSeconds: 30 };
    const { id } = sandbox.store.apps.add({ projectId: PROJECT_IDS.retail, technologyId, script });
    sandbox.store.apps.begin(id, 'STARTING');
    return { json: { id } };
  });
  now += 200_000;
  const ofItem = { appId: byId('={{ $json.id }}') };
  const json = await performed(sandbox, 'app.getStats', ofItem, { items });
  expect(json).toHaveLength(100);
  expect(json[0]).toEqual({
    appId: items[0]?.json.id,
    versionNumber: 1,
    startTime: expect.any(String),
    uptimePercentage: 80,
    downtimePercentage: 20,
    recoveredCount: 1,
  });
  expect(sandbox.stats.byOperation.app).toBe(1);

  const data = { app: null };
  sandbox.faults.add({ kind: 'errors', operation: 'app', errors: undefined, data });
  const unknown = await perform(sandbox, 'app.getStats', { appId });
  expect(unknown.error?.message).toContain('no app with the ID');
  const never = sandbox.store.apps.add({ projectId: PROJECT_IDS.retail, technologyId });
  const { error } = await perform(sandbox, 'app.getStats', { appId: byId(never.id) });
  expect(error?.message).toContain('has no statistics because it has not run yet');
});

beforeEach(() => (now = Date.now()));

const NEW = {
  projectId: byId(PROJECT_IDS.retail),
  name: 'New',
  source: 'image',
  image: 'registry.invalid/app:1',
  technologyId: byId(APP_TECHNOLOGY_IDS.dockerImage),
};
const variables = '{ "REGION": "eu", "TOKEN": { "value": "abc", "isPassword": true } }';
const FLAT = { without: [], instead: 'type AppHistory { events: [StatusHistory!]! }' };

const asked = () =>
  sandbox.stats.recent.flatMap(({ operations }) =>
    operations.filter((name) => /^(create|run|stop|restart)App$|^save/.test(name)),
  );
const historyOf = async (id: unknown) =>
  (await performed(sandbox, 'app.getHistory', { appId: byId(id) })).map(
    ({ action, statuses }) =>
      `${action}: ${(statuses as IDataObject[]).map(({ status }) => status).join(' ')}`,
  );

test('a new app starts by itself; Run takes it as it is, and Stop, Run and Restart follow', async () => {
  const [made] = await performed(sandbox, 'app.create', NEW);
  expect(made).toMatchObject({
    status: 'STARTING',
    restarted: false,
    currentVersion: { number: 1 },
  });
  const ofNew = { appId: byId(made?.id) };
  const items = [{}, {}];
  const running = await performed(sandbox, 'app.run', ofNew, { items });
  expect(running.map(({ status }) => status)).toEqual(['STARTING', 'STARTING']);
  now += 10_000;
  const wait = { options: { pollInterval: 1 } };
  expect(await performed(sandbox, 'app.runAndWait', { ...ofNew, ...wait })).toMatchObject([
    { status: 'STARTED', name: 'New' },
  ]);
  expect(asked()).toEqual(['createApp']);
  const act = async (name: string) => {
    await performed(sandbox, name, ofNew);
    now += 10_000;
  };
  for (const name of ['app.stop', 'app.run', 'app.restart']) await act(name);
  expect(asked()).toEqual(['createApp', 'stopApp', 'runApp', 'restartApp']);
  expect(await historyOf(made?.id)).toEqual([
    'restart: RESTARTING STARTED',
    'run: STARTING STARTED',
    'stop: STOPPING STOPPED',
    'run: STARTING STARTED',
  ]);
});

test('Run returns an app that came up between the look and the request', async () => {
  const { id } = sandbox.store.apps.find(APP_IDS.mobilityNotebook) ?? {};
  const history = { currentStatus: 'STOPPED' };
  const data = { app: { id, history } };
  sandbox.faults.add({ kind: 'errors', operation: 'app', errors: undefined, data });
  sandbox.store.apps.begin(String(id), 'STARTING');
  const [json] = await performed(sandbox, 'app.run', { appId: byId(id) });
  expect(json).toMatchObject({ status: 'STARTING' });
  expect(asked()).toEqual(['runApp']);
});

const CREATED = ['createApp', 'saveEnvironmentVariable', 'saveEnvironmentVariable'];

test('an app with variables is restarted once they are set, unless that is switched off', async () => {
  const restarted = await performed(sandbox, 'app.create', { ...NEW, variables });
  expect(restarted).toMatchObject([{ status: 'RESTARTING', restarted: true, name: 'New' }]);
  expect(asked()).toEqual([...CREATED, 'restartApp']);
  sandbox.stats.reset();
  const off = { ...NEW, variables, restartWithVariables: false };
  expect(await performed(sandbox, 'app.create', off)).toMatchObject([
    { status: 'STARTING', restarted: false },
  ]);
  expect(asked()).toEqual(CREATED);
});

test('a new app on a platform that takes no version with it is refused before anything is sent', async () => {
  await sandbox.restart({ schemaChanges: { without: ['AppInput.version'], instead: '' } });
  const { error } = await perform(sandbox, 'app.create', NEW);
  expect(error?.message).toBe('This platform does not support "version" here');
  expect(error?.description).toMatch(/^Remove this field\./);
  expect(asked()).toEqual([]);
});

test('a platform that restarts no app that is starting is asked again once it is up', async () => {
  sandbox.faults.add({ kind: 'errors', operation: 'restartApp', errors: [{ message: 'No' }] });
  const creating = performed(sandbox, 'app.create', { ...NEW, variables });
  while (!asked().includes('restartApp')) await new Promise(setImmediate);
  now += 10_000;
  expect(await creating).toMatchObject([{ status: 'RESTARTING', restarted: true }]);
  expect(asked()).toEqual([...CREATED, 'restartApp', 'restartApp']);
});

test('a new app whose status is unknown counts as starting', async () => {
  const data = { app: { history: { currentStatus: 'UNKNOWN' } } };
  sandbox.faults.add({ kind: 'errors', operation: 'restartApp', errors: [{ message: 'No' }] });
  sandbox.faults.add({ kind: 'errors', operation: 'app', errors: undefined, data });
  const creating = performed(sandbox, 'app.create', { ...NEW, variables });
  while (!asked().includes('restartApp')) await new Promise(setImmediate);
  now += 10_000;
  expect(await creating).toMatchObject([{ status: 'RESTARTING', restarted: true }]);
  const looked = sandbox.stats.recent
    .flatMap(({ operations }) => operations)
    .filter((name) => /^(restartApp|app)$/.test(name));
  expect(looked).toEqual(['restartApp', 'app', 'app', 'restartApp']);
});

test.each<[what: string, operation: string, sent: string[], title: string, hint: string]>([
  [
    'a variable',
    'saveEnvironmentVariable',
    CREATED.slice(0, 2),
    'was created, but not all of its variables were set: The platform responded: No',
    'then restart the app',
  ],
  [
    'the restart',
    'restartApp',
    [...CREATED, 'restartApp', 'restartApp'],
    'was created with its variables, but may run without them: The platform responded: No',
    'Restart the app',
  ],
])('what fails at %s is said, and no try of Retry On Fail repeats it', async (...given) => {
  const [, operation, sent, title, hint] = given;
  const errors = [{ message: 'No' }];
  sandbox.faults.add({ kind: 'errors', operation, errors, times: 5 });
  const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
  const clock = setInterval(() => (now += 10_000), 100);
  const { error } = await perform(sandbox, 'app.create', { ...NEW, variables }, { settings });
  clearInterval(clock);
  expect(error?.message).toContain(title);
  expect(error?.description).toContain(hint);
  expect(asked()).toEqual(sent);
});

test.each(['resetAfter', 'status'] as const)(
  'a restart whose response is lost is not sent again (%s)',
  async (kind) => {
    sandbox.faults.add({ kind, status: 504, operation: 'restartApp' });
    const settings = {
      ...{ retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
      onError: 'continueRegularOutput' as const,
    };
    const { json } = await perform(sandbox, 'app.create', { ...NEW, variables }, { settings });
    expect(json).toMatchObject([
      {
        error: expect.stringContaining('but may run without them: It is not known whether'),
        errorCode: 'OUTCOME_UNKNOWN',
        id: expect.any(String),
      },
    ]);
    expect(asked()).toEqual([...CREATED, 'restartApp']);
  },
);

describe.each([
  ['in groups by action', undefined],
  ['as the flat list of before 2023-08', FLAT],
])('a history %s', (_form, schemaChanges) => {
  beforeEach(() => sandbox.restart({ clock: () => now, schemaChanges }));

  test('is read as actions with their statuses, newest first', async () => {
    sandbox.store.apps.begin(APP_IDS.gridApi, 'STARTING');
    now += 60_000;
    const { apps } = sandbox.store;
    const script = { outcome: 'STARTED', crashAfterSeconds: 5 } as const;
    apps.setScript(APP_IDS.gridApi, script);
    apps.begin(APP_IDS.gridApi, 'RESTARTING');
    now += 60_000;
    apps.stop(APP_IDS.gridApi);
    now += 60_000;
    const inOrder = [
      'stop: STOPPING STOPPED',
      'restart: RESTARTING STARTED RECOVERING STARTED',
      'run: STARTING FAILED',
      'run: STARTING FAILED',
    ];
    expect(await historyOf(APP_IDS.gridApi)).toEqual(inOrder);
    const limited = { appId: byId(APP_IDS.gridApi), limit: 1 };
    expect(await performed(sandbox, 'app.getHistory', limited)).toMatchObject([
      {
        action: 'stop',
        author: 'demo',
        versionNumber: 1,
        statuses: [{ recordAt: expect.any(String) }, { status: 'STOPPED' }],
      },
    ]);
  });

  test('counts restarts in reports, and a start is waited for', async () => {
    sandbox.store.apps.begin(APP_IDS.salesDashboard, 'RESTARTING', Date.now() - 60_000);
    const options = { includeApps: true };
    const ofRetail = { scope: 'one', projectId: byId(PROJECT_IDS.retail), options };
    const items = await performed(sandbox, 'project.getReport', ofRetail);
    const dashboard = items.find(({ id }) => id === APP_IDS.salesDashboard);
    expect(dashboard).toMatchObject({ state: 'up', since: expect.any(String), restarts: 1 });
    const parameters = { appId, options: { pollInterval: 1 } };
    const running = performed(sandbox, 'app.runAndWait', parameters);
    const clock = setInterval(() => (now += 10_000), 100);
    expect(await running).toMatchObject([{ status: 'STARTED' }]);
    clearInterval(clock);
  });
});

test.each([
  ['of a form that is not known', { name: 'form' }, /"event"/],
  ['of an unknown app', { name: 'null' }, /no app with the ID/],
])('a history %s is an error, not an empty one', async (_what, { name }, message) => {
  const instead = 'type StatusHistoryByAction { id: UUID! action: StatusHistory! }';
  if (name === 'form') {
    const without = ['StatusHistoryByAction.statuses'];
    await sandbox.restart({ schemaChanges: { without, instead } });
  } else {
    const data = { app: null };
    sandbox.faults.add({ kind: 'errors', operation: 'app', errors: undefined, data });
  }
  const { error } = await perform(sandbox, 'app.getHistory', { appId });
  expect(`${error?.message} ${error?.description}`).toMatch(message);
});

test('a history may begin with a status whose action is not known', async () => {
  const events = [
    { event: { status: 'STARTED', recordAt: '2023-01-01T00:00:00Z' } },
    { event: { __typename: 'StopAction' } },
    { event: { status: 'STOPPED', recordAt: '2023-01-02T00:00:00Z' } },
  ];
  const data = { app: { history: { events } } };
  sandbox.faults.add({ kind: 'errors', operation: 'app', errors: undefined, data });
  expect(await historyOf(APP_IDS.gridApi)).toEqual(['stop: STOPPED', 'undefined: STARTED']);
});

test('facts of deployed platforms: the ID of a history, its start time, and addresses of ports', async () => {
  const [made] = await performed(sandbox, 'app.create', {
    ...NEW,
    version: { ports: [8888] },
  });
  const id = String(made?.id);
  expect(made).toMatchObject({
    currentVersion: { ports: [{ internalUrl: `http://app-${id}:8888` }] },
  });
  now += 10_000;
  const before = await performed(sandbox, 'app.getStats', { appId: byId(id) });
  await performed(sandbox, 'app.addVersion', { appId: byId(id), version: { dockerImage: 'x:2' } });
  now += 10_000;
  const [after] = await performed(sandbox, 'app.getStats', { appId: byId(id) });
  expect(after).toMatchObject({ startTime: before[0]?.startTime, versionNumber: 2 });
});

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

test.each([
  [{}, ['line 2498', 'line 2499']],
  [{ stream: 'STDERR' }, ['line 2497', 'line 2499']],
])('of a platform that cannot filter streams, the lines of %j are read', async (more, lines) => {
  const page = 'appId: UUID!, appExecutionId: UUID!';
  const instead = `type Query { appLogs(${page}, limit: Int, skip: Int): AppLogs countAppLogs(${page}): Int }`;
  await start('graphql', { schemaChanges: { without: [], instead } });
  const json = await performed(sandbox, 'app.getLogs', { ...dashboard, limit: 2, ...more });
  expect(json.map(({ value }) => value)).toEqual(lines);
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
    sandbox.faults.add({ ...given, operation: 'proxiedLog', times: 100 });
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
  sandbox.faults.add({
    kind: 'status',
    status,
    body: 'json',
    operation: 'proxiedLog',
    times: 2,
  });
  const empty = { appId: byId(APP_IDS.gridApi) };
  expect(await performed(sandbox, 'app.getLogs', empty)).toEqual([]);
  sandbox.faults.clear();
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
  sandbox.faults.add({ kind: 'status', status, operation: 'proxiedLog', times: 20 });
  const { error } = await perform(sandbox, 'app.getLogs', dashboard);
  expect(error?.message).toContain('HTTP 500');
  sandbox.faults.clear();
  sandbox.faults.add({ kind: 'status', status: 404, operation: 'proxiedLog' });
  expect(await performed(sandbox, 'app.getLogs', dashboard)).toEqual([]);
});

test('without a proxy, what GraphQL lacks is named', async () => {
  await start('graphql', { schemaChanges: { without: ['Query.appLogs'], instead: '' } });
  const { error } = await perform(sandbox, 'app.getLogs', dashboard);
  expect(error?.message).toContain('This platform cannot return "appLogs"');
});
