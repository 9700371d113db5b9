import type { IDataObject } from 'n8n-workflow';
import { APP_IDS, PROJECT_IDS } from '../../../sandbox';
import { NO_SUCH_ID } from '../../support/ids';
import { byId } from '../Projects/support';
import { watchedSandbox } from './support';

const EVENTS = ['appStarted', 'appStopped', 'appFailed', 'appRecovered'];
const DEFAULTS = { resource: 'app', events: EVENTS };
const { clock, sandbox, poll } = watchedSandbox(DEFAULTS);

const addApp = (index = 1, script: object = {}) => {
  const { technologyId = '' } = sandbox.store.apps.find(APP_IDS.gridApi) ?? {};
  const projectId = PROJECT_IDS.retail;
  return sandbox.store.apps.add({ projectId, technologyId, name: `App ${index}`, script }).id;
};
const start = (id: string, stays = false) => {
  sandbox.store.apps.begin(id, 'STARTING');
  clock.now += 10_000;
  if (stays) return;
  sandbox.store.apps.stop(id);
  clock.now += 10_000;
};
const eventsOf = (json: IDataObject[]) => json.map(({ event, appName }) => `${event} ${appName}`);

test('an event is the app as Get returns it, with the event in front and the status of then', async () => {
  const id = addApp(1, { startSeconds: 2, outcome: 'FAILED', outcomeDetails: 'Exit code 3' });
  const first = await poll({});
  expect(first.items).toBeUndefined();
  sandbox.store.apps.begin(id, 'STARTING');
  clock.now += 5_000;
  sandbox.store.apps.setScript(id, { outcome: 'STARTED', outcomeDetails: null });
  sandbox.store.apps.begin(id, 'STARTING');
  clock.now += 60_000;
  const { json, staticData } = await poll(first.staticData);
  expect(eventsOf(json)).toEqual(['appFailed App 1', 'appStarted App 1', 'appRecovered App 1']);
  expect(Object.keys(json[0] ?? {}).slice(0, 2)).toEqual(['event', 'text']);
  expect(json[0]).toMatchObject({
    appId: id,
    projectId: PROJECT_IDS.retail,
    projectName: 'Retail Analytics',
    // Its label is read beside, for three seconds at most.
    technology: { id: expect.any(String) },
    currentVersion: { number: 1 },
    url: expect.stringContaining(`/project/${PROJECT_IDS.retail}/app/${id}`),
    changedAt: new Date(clock.now - 63_000).toISOString(),
    status: 'FAILED',
    statusReason: 'Exit code 3',
    text: expect.stringMatching(/^App 1 failed: Exit code 3\. http.*\/app\//),
  });
  expect(json[1]).toMatchObject({ status: 'STARTED', statusReason: null });
  expect((await poll(staticData)).items).toBeUndefined();
});

test('an event of an app that cannot be read has what the list of apps returned', async () => {
  const appId = addApp();
  const first = await poll({});
  sandbox.store.apps.begin(appId, 'STARTING');
  clock.now += 60_000;
  const errors = [{ message: 'Access is denied' }];
  sandbox.faults.add({ kind: 'errors', operation: 'app', errors });
  const { json } = await poll(first.staticData);
  const ofList = { appId, appName: 'App 1', projectName: 'Retail Analytics', status: 'STARTED' };
  expect(json).toMatchObject([{ event: 'appStarted', ...ofList }]);
});

test('100 apps are one request a poll, and one more for those with an event', async () => {
  const ids = Array.from({ length: 100 }, (_, index) => addApp(index));
  const first = await poll({});
  for (const id of ids) sandbox.store.apps.begin(id, 'STARTING');
  clock.now += 60_000;
  sandbox.stats.reset();
  const second = await poll(first.staticData);
  expect(second.json).toHaveLength(100);
  expect(sandbox.stats.byOperation).toMatchObject({ project: 1, app: 1 });
  sandbox.stats.reset();
  expect((await poll(second.staticData)).items).toBeUndefined();
  expect(sandbox.stats.requests).toBe(1);
});

test.each([
  ['in groups by action', 5, 5, undefined],
  ['in groups by action', 12, 5, undefined],
  ['in the flat list of before 2023-08', 12, 12, 'type AppHistory { events: [StatusHistory!]! }'],
] as const)('%s, of %i starts and stops, the newest %i are reported once', async (...given) => {
  const [, starts, reported, instead] = given;
  if (instead) await sandbox.restart({ schemaChanges: { without: [], instead } });
  const id = addApp(1);
  const first = await poll({});
  for (let n = 0; n < starts; n++) start(id);
  const happened = Array(reported).fill(['appStarted App 1', 'appStopped App 1']).flat();
  // As n8n reads what it has saved.
  const saved = JSON.parse(JSON.stringify(first.staticData)) as IDataObject;
  const second = await poll(first.staticData);
  expect(eventsOf(second.json)).toEqual(happened);
  expect((await poll(second.staticData)).items).toBeUndefined();
  expect(eventsOf((await poll(saved)).json)).toEqual(happened);
});

test('only the chosen apps and events, of all projects; one that was deleted is named once', async () => {
  const [chosen, other] = [addApp(1), addApp(2)];
  const parameters = { projectId: byId(''), ids: [chosen, NO_SUCH_ID], events: ['appStopped'] };
  const first = await poll({}, parameters);
  expect(first.warnings).toEqual([expect.stringContaining(`no app ${NO_SUCH_ID}`)]);
  [chosen, other].forEach((id) => start(id));
  const second = await poll(first.staticData, parameters);
  expect(eventsOf(second.json)).toEqual(['appStopped App 1']);
  expect(second.warnings).toEqual([]);
  const all = await poll({}, { projectId: byId('') });
  start(addApp(3), true);
  expect(eventsOf((await poll(all.staticData, { projectId: byId('') })).json)).toEqual([
    'appStarted App 3',
  ]);
});

test('Fetch Test Event returns the latest event, or says that there is none', async () => {
  const id = addApp(1);
  sandbox.store.apps.begin(id, 'STARTING');
  clock.now += 60_000;
  const only = { ids: [id] };
  const fetch = async (parameters: object) => await poll({}, parameters, { mode: 'manual' });
  expect((await fetch(only)).json).toMatchObject([
    { event: 'appStarted', appName: 'App 1', appId: id },
  ]);
  const none = fetch({ ...only, events: ['appFailed'] });
  await expect(none).rejects.toThrow('No matching event was found');
});

test('what a platform has no record of counts as it is seen, once', async () => {
  const back = ['appStarted', 'appRecovered'];
  let staticData: IDataObject = {};
  for (const [currentStatus, events] of [
    ['STOPPED', []],
    ['STARTED', ['appStarted']],
    ['STARTED', []],
    ['UNKNOWN', []],
    ['STARTED', []],
    ['FAILED', ['appFailed']],
    ['FAILED', []],
    ['STARTED', back],
  ]) {
    const history = { currentStatus, currentExecutionId: null, events: null };
    const app = { id: APP_IDS.gridApi, name: 'App', history };
    // An app that cannot be read hides no other.
    const data = { project: { id: PROJECT_IDS.retail, apps: [null, app] } };
    sandbox.faults.add({ kind: 'errors', operation: 'project', errors: undefined, data });
    const polled = await poll(staticData);
    sandbox.faults.clear();
    staticData = JSON.parse(JSON.stringify(polled.staticData)) as IDataObject;
    expect(polled.json.map(({ event }) => event)).toEqual(events);
  }
});

test('of a project whose apps are not returned, the poll fails', async () => {
  const data = { project: { id: PROJECT_IDS.retail, apps: null } };
  sandbox.faults.add({ kind: 'errors', operation: 'project', errors: undefined, data });
  await expect(poll({})).rejects.toMatchObject({
    message: 'The platform returned only some of the apps',
    // n8n polls again soon.
    failure: { cause: 'temporarily-unavailable' },
  });
});

test('a platform without apps says so', async () => {
  await sandbox.restart({ schemaChanges: { without: ['Query.app'], instead: '' } });
  await expect(poll({})).rejects.toThrow(/app/);
});
