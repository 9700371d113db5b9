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
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'stopApp' });
  const errors = messages.map((message) => ({ message }));
  sandbox.accidents.add({ kind: 'errors', operation: 'stopApp', errors });
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

  const never = sandbox.store.apps.add({ projectId: PROJECT_IDS.retail, technologyId });
  const { error } = await perform(sandbox, 'app.getStats', { appId: byId(never.id) });
  expect(error?.message).toContain('has no statistics because it has not run yet');
});
