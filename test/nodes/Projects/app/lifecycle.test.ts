import type { IDataObject } from 'n8n-workflow';
import { APP_IDS, APP_TECHNOLOGY_IDS, PROJECT_IDS } from '../../../../sandbox';
import { sandboxForEachTest } from '../../../support/testSandbox';
import { byId, perform, performed } from '../support';

let now = Date.now();
beforeEach(() => (now = Date.now()));
const sandbox = sandboxForEachTest({ clock: () => now });
const appId = byId(APP_IDS.salesDashboard);

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
  sandbox.accidents.add({ kind: 'errors', operation: 'app', errors: undefined, data });
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

test('a platform that restarts no app that is starting is asked again once it is up', async () => {
  sandbox.accidents.add({ kind: 'errors', operation: 'restartApp', errors: [{ message: 'No' }] });
  const creating = performed(sandbox, 'app.create', { ...NEW, variables });
  while (!asked().includes('restartApp')) await new Promise(setImmediate);
  now += 10_000;
  expect(await creating).toMatchObject([{ status: 'RESTARTING', restarted: true }]);
  expect(asked()).toEqual([...CREATED, 'restartApp', 'restartApp']);
});

test('a new app whose status is unknown counts as starting', async () => {
  const data = { app: { history: { currentStatus: 'UNKNOWN' } } };
  sandbox.accidents.add({ kind: 'errors', operation: 'restartApp', errors: [{ message: 'No' }] });
  sandbox.accidents.add({ kind: 'errors', operation: 'app', errors: undefined, data });
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
  sandbox.accidents.add({ kind: 'errors', operation, errors, times: 5 });
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
    sandbox.accidents.add({ kind, status: 504, operation: 'restartApp' });
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
    sandbox.accidents.add({ kind: 'errors', operation: 'app', errors: undefined, data });
  }
  const { error } = await perform(sandbox, 'app.getHistory', { appId });
  expect(`${error?.message} ${error?.description}`).toMatch(message);
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
