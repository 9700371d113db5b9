import { APP_IDS, PROJECT_IDS, startSandbox, type Sandbox } from '../../../../sandbox';
import { byId, perform, performed } from '../support';

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

test('get many and get return apps by the names that all outputs have in common', async () => {
  const projectId = PROJECT_IDS.retail;
  const apps = await performed(sandbox, 'app.getAll', { projectId: byId(projectId) });
  const id = APP_IDS.salesDashboard;
  const technology = { id: expect.any(String), label: 'Dashboard' };
  const app = { id, name: expect.any(String), technology, status: 'STARTED', projectId };
  expect(apps).toEqual([expect.objectContaining({ ...app, projectName: 'Retail Analytics' })]);
  const ports = [expect.objectContaining({ number: 3000 })];
  const currentVersion = { number: expect.any(Number), ports };
  expect(await act('get')).toMatchObject([{ ...app, currentVersion }]);
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

test('statistics since the last start, for 100 items in one request', async () => {
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

  const never = sandbox.store.apps.add({ projectId: PROJECT_IDS.retail, technologyId });
  const { error } = await perform(sandbox, 'app.getStats', { appId: byId(never.id) });
  expect(error?.message).toContain('has no statistics because it has not run yet');
});

test('a port with an unknown field is refused before anything is sent', async () => {
  const version = { ports: '[{ "number": 80, "nmae": "web" }]' };
  const { error } = await perform(sandbox, 'app.addVersion', {
    appId: byId(APP_IDS.salesDashboard),
    version,
  });
  expect(error?.description).toContain('"nmae"');
  expect(sandbox.stats.byOperation.addAppVersion).toBeUndefined();
});
