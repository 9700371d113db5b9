import { APP_IDS, PROJECT_IDS, startSandbox, type Sandbox } from '../../../../sandbox';
import { searchList } from '../../../../harness/engine/searchList';
import { byId, perform, performed } from '../support';
import { NO_SUCH_ID } from '../../../support/ids';

let sandbox: Sandbox;
let now: number;
beforeEach(async () => {
  now = Date.now();
  sandbox = await startSandbox({ clock: () => now });
});
afterEach(() => sandbox.close());

const later = (seconds: number) => {
  now += seconds * 1000;
};
const act = async (name: string, id: string = APP_IDS.salesDashboard) =>
  await performed(sandbox, `app.${name}`, { appId: byId(id) });
const status = (current: string) => [expect.objectContaining({ status: current })];

test('get many, of one project', async () => {
  const apps = await performed(sandbox, 'app.getAll', {
    projectId: byId(PROJECT_IDS.retail),
    returnAll: true,
  });
  expect(apps).toEqual([
    expect.objectContaining({
      id: APP_IDS.salesDashboard,
      name: expect.any(String),
      technology: { id: expect.any(String), label: 'Dashboard' },
      status: 'STARTED',
      projectId: PROJECT_IDS.retail,
      projectName: 'Retail Analytics',
    }),
  ]);
});

test('get, with its current version', async () => {
  const [app] = await act('get');
  expect(app).toMatchObject({
    id: APP_IDS.salesDashboard,
    projectId: PROJECT_IDS.retail,
    currentVersion: {
      number: expect.any(Number),
      ports: [expect.objectContaining({ number: 3000 })],
    },
  });
});

test('run, stop and restart', async () => {
  expect(await act('stop')).toEqual(status('STOPPING'));
  later(60);
  expect(await act('get')).toEqual(status('STOPPED'));
  expect(await act('run')).toEqual(status('STARTING'));
  later(60);
  expect(await act('get')).toEqual(status('STARTED'));
  expect(await act('restart')).toEqual(status('RESTARTING'));
});

test('run of one that runs reports the platform’s reason', async () => {
  const { error } = await perform(sandbox, 'app.run', { appId: byId(APP_IDS.salesDashboard) });
  expect(error?.message).toContain('is already running');
});

test.each(['run', 'restart'])('%s is not repeated when the answer is lost', async (name) => {
  sandbox.accidents.add({ kind: 'resetAfter', operation: `${name}App` });
  const { error } = await perform(sandbox, `app.${name}`, {
    appId: byId(APP_IDS.mobilityNotebook),
  });
  expect(error?.message).toContain('It is not known whether the platform carried this out');
  expect(error?.description).toContain('Get the app, and check its status');
  expect(sandbox.stats.byOperation[`${name}App`]).toBe(1);
});

test('stop is repeated when the response is lost', async () => {
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'stopApp' });
  expect(await act('stop')).toEqual(status('STOPPING'));
  expect(sandbox.stats.byOperation.stopApp).toBe(2);
});

test.each([
  ['counts as done where the platform says only that', ['App is already stopped'], undefined],
  ['fails where the platform says something else, too', ['is stopped', 'Disk full'], 'Disk full'],
])('a stop whose response was lost %s', async (_title, messages, failure) => {
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'stopApp' });
  const errors = messages.map((message) => ({ message }));
  sandbox.accidents.add({ kind: 'errors', operation: 'stopApp', errors });
  const { json, error } = await perform(sandbox, 'app.stop', {
    appId: byId(APP_IDS.salesDashboard),
  });
  if (failure === undefined) expect(json).toEqual(status('STOPPING'));
  else expect(`${error?.message} ${error?.description}`).toContain(failure);
  expect(sandbox.stats.byOperation.stopApp).toBe(2);
});

test('delete is repeated when the response is lost, and the app is gone once', async () => {
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'deleteApp' });
  expect(await act('delete')).toEqual([{ deleted: true, id: APP_IDS.salesDashboard }]);
  expect(sandbox.stats.byOperation.deleteApp).toBe(2);
  const left = sandbox.store.apps.list().map(({ id }) => id);
  expect(left.sort()).toEqual([APP_IDS.gridApi, APP_IDS.mobilityNotebook].sort());
});

test('delete of one that never was there fails', async () => {
  const { error } = await perform(sandbox, 'app.delete', { appId: byId(NO_SUCH_ID) });
  expect(error?.message).toContain(NO_SUCH_ID);
});

test('an app that fails does not keep others from going on', async () => {
  const { json } = await perform(
    sandbox,
    'app.stop',
    { appId: byId('={{ $json.id }}') },
    {
      items: [APP_IDS.salesDashboard, NO_SUCH_ID].map((id) => ({ json: { id } })),
      settings: { onError: 'continueRegularOutput' },
    },
  );
  expect(json).toEqual([
    ...status('STOPPING'),
    expect.objectContaining({ error: expect.stringContaining(NO_SUCH_ID) }),
  ]);
});

test('the list to choose from, of one project and of all', async () => {
  const search = async (projectId: string, filter?: string) =>
    await searchList(
      {
        method: 'searchApps',
        parameters: { projectId: byId(projectId) },
        credentials: { dataPlatformApi: sandbox.credentials },
      },
      filter,
    );
  const ofOne = await search(PROJECT_IDS.retail);
  expect(ofOne.results.map(({ value }) => value)).toEqual([APP_IDS.salesDashboard]);
  const ofAll = await search('');
  expect(ofAll.results).toHaveLength(sandbox.store.apps.list().length);
  const byName = await search('', ofOne.results[0]?.name.toUpperCase());
  expect(byName.results.map(({ value }) => value)).toContain(APP_IDS.salesDashboard);
});

test('statistics since the last start, for 100 items in few requests', async () => {
  const { technologyId = '' } = sandbox.store.apps.find(APP_IDS.gridApi) ?? {};
  const items = Array.from({ length: 100 }, () => {
    const script = { startSeconds: 10, crashAfterSeconds: 50, recoverSeconds: 30 };
    const { id } = sandbox.store.apps.add({ projectId: PROJECT_IDS.retail, technologyId, script });
    sandbox.store.apps.begin(id, 'STARTING');
    return { json: { id } };
  });
  later(200);
  const appId = byId('={{ $json.id }}');
  const json = await performed(sandbox, 'app.getStats', { appId }, { items });
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
});

test('an app that never ran has no statistics', async () => {
  const { technologyId = '' } = sandbox.store.apps.find(APP_IDS.gridApi) ?? {};
  const { id } = sandbox.store.apps.add({ projectId: PROJECT_IDS.retail, technologyId });
  const { error } = await perform(sandbox, 'app.getStats', { appId: byId(id) });
  expect(error?.message).toContain('has no statistics because it has not run yet');
});
