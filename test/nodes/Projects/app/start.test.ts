import { setTimeout as pause } from 'node:timers/promises';
import { APP_IDS, PROJECT_IDS, startSandbox } from '../../../../sandbox';
import { startNode } from '../../../../harness/engine/runWorkflow';
import { NO_SUCH_ID } from '../../../support/ids';
import { byId, perform, performed } from '../support';
import { ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';

const test = testBeside();

const options = { waitUntilStarted: true, pollInterval: 1 };

function addApp(index: number, script: object = {}) {
  return sandbox().store.apps.add({
    projectId: PROJECT_IDS.retail,
    technologyId: sandbox().store.apps.find(APP_IDS.salesDashboard)?.technologyId ?? '',
    name: `App ${index}`,
    script: { startSeconds: 0.5, ...script },
  });
}

/** Until so many starts have reached the platform. */
async function sent(count = 1): Promise<void> {
  while ((sandbox().stats.byOperation.runApp ?? 0) < count) await pause(20);
  await pause(200);
}

test('run waits until the app has started, and returns it as it is then', async () => {
  const { id } = addApp(1);
  const [app] = await performed(sandbox(), 'app.run', { appId: byId(id), options });
  expect(app).toMatchObject({ id, name: 'App 1', status: 'STARTED', url: expect.any(String) });
  expect(sandbox().stats.byOperation.runApp).toBe(1);
});

test('what is not asked for costs no request', async () => {
  const { id } = addApp(1);
  const [app] = await performed(sandbox(), 'app.run', { appId: byId(id) });
  expect(app).toMatchObject({ status: 'STARTING' });
  expect(sandbox().stats.byOperation.app).toBeUndefined();
});

test('restart waits for the new execution', async () => {
  const { id } = addApp(1);
  sandbox().store.apps.begin(id, 'STARTING', Date.now() - 60_000);
  const [before] = await performed(sandbox(), 'app.get', { appId: byId(id) });
  const [app] = await performed(sandbox(), 'app.restart', { appId: byId(id), options });
  expect(app).toMatchObject({ status: 'STARTED' });
  expect(app?.executionId).not.toBe(before?.executionId);
});

// By itself: it keeps the process busy.
describe('a hundred apps', () => {
  test('wait together', async () => {
    const items = Array.from({ length: 100 }, (_, index) => ({
      json: { id: addApp(index, { startSeconds: 1.5 }).id },
    }));
    const requests = sandbox().stats.requests;
    const json = await performed(
      sandbox(),
      'app.run',
      { appId: byId('={{ $json.id }}'), options },
      { items },
    );
    expect(json.map(({ name, status }) => `${String(name)} ${String(status)}`)).toEqual(
      items.map((_, index) => `App ${index} STARTED`),
    );
    expect(sandbox().stats.byOperation.runApp).toBe(100);
    // The schema, the login, the states before, the starts, the labels and a few polls.
    expect(sandbox().stats.requests - requests).toBeLessThan(115);
  });
});

const failing = {
  outcome: 'FAILED',
  outcomeDetails: 'Exit code 3',
  logLines: [
    { stream: 'ENVVARS_STDOUT', value: 'SECRET=hidden' },
    { stream: 'STDERR', value: 'no such table' },
  ],
};

test('a start that failed fails the item, with the end of the log', async () => {
  const items = [addApp(1), addApp(2, failing)].map(({ id }) => ({ json: { id } }));
  const { json } = await perform(
    sandbox(),
    'app.run',
    { appId: byId('={{ $json.id }}'), options },
    { items, settings: { onError: 'continueRegularOutput' } },
  );
  expect(json[0]).toMatchObject({ status: 'STARTED' });
  expect(json[1]).toMatchObject({
    error: 'App 2 failed to start: Exit code 3',
    errorDescription: expect.stringMatching(
      /App [-\w]+ · FAILED\nOpen the app: .*\nThe last lines of the log:\nno such table$/,
    ),
    errorCode: 'APP_FAILED',
    mayHaveHappened: true,
    appId: items[1]?.json.id,
    status: 'FAILED',
    lastLogLines: ['no such table'],
  });
  expect(JSON.stringify(json)).not.toContain('SECRET');
});

test('an app that is stopped while it starts fails its item', async () => {
  const { id } = addApp(1, { startSeconds: 30, stopSeconds: 0.1 });
  const running = perform(sandbox(), 'app.run', { appId: byId(id), options });
  await sent();
  sandbox().store.apps.stop(id);
  const { error } = await running;
  expect(error).toMatchObject({
    message: expect.stringContaining('App 1 was stopped before it had started'),
    errorCode: 'APP_FAILED',
  });
});

test('Retry On Fail goes on waiting for an app that is starting, and starts one that failed again', async () => {
  const slow = addApp(1, { startSeconds: 3 });
  const settings = { retryOnFail: true, maxTries: 5, waitBetweenTries: 0 };
  const short = { ...options, timeout: 1 };
  const { json } = await perform(
    sandbox(),
    'app.restart',
    { appId: byId(slow.id), options: short },
    { settings },
  );
  expect(json).toEqual([expect.objectContaining({ status: 'STARTED' })]);
  expect(sandbox().stats.byOperation.restartApp).toBe(1);
  const broken = addApp(2, failing);
  const { error } = await perform(
    sandbox(),
    'app.run',
    { appId: byId(broken.id), options },
    { settings: { ...settings, maxTries: 2 } },
  );
  expect(error).toMatchObject({ errorCode: 'APP_FAILED' });
  expect(sandbox().stats.byOperation.runApp).toBe(2);
});

test('a timeout names the last status; the app continues to start', async () => {
  const { id } = addApp(1, { startSeconds: 600 });
  const { error } = await perform(sandbox(), 'app.run', {
    appId: byId(id),
    options: { ...options, timeout: 4 },
  });
  expect(error).toMatchObject({
    message: 'App 1 has not started within 4 s',
    description: expect.stringContaining(
      'Its last known status was STARTING. The platform continues to start it.',
    ),
    errorCode: 'TIMED_OUT',
  });
});

test('a wait that fails leaves open that the app starts; a start that was never sent does not', async () => {
  const platform = sandbox();
  const [slow, deleted] = [1, 2].map((index) => addApp(index, { startSeconds: 600 }).id);
  const items = [slow, deleted, NO_SUCH_ID].map((id) => ({ json: { id } }));
  const running = perform(
    platform,
    'app.run',
    { appId: byId('={{ $json.id }}'), options: { ...options, timeout: 6 } },
    { items, settings: { onError: 'continueRegularOutput' } },
  );
  while ((platform.stats.byOperation.runApp ?? 0) < 2) await pause(20);
  const find = platform.store.apps.find.bind(platform.store.apps);
  platform.store.apps.find = (id) => (id === deleted ? undefined : find(id));
  const { json } = await running;
  expect(json.map(({ errorCode, mayHaveHappened }) => [errorCode, mayHaveHappened])).toEqual([
    ['TIMED_OUT', true],
    ['NOT_FOUND', true],
    ['NOT_FOUND', false],
  ]);
  expect(json[1]?.errorDescription).toContain('Later it could not be read.');
});

test('a start whose response is lost is not sent again by Retry On Fail', async () => {
  const { id } = addApp(1);
  sandbox().accidents.add({ kind: 'resetAfter', operation: 'restartApp' });
  const { error } = await perform(
    sandbox(),
    'app.restart',
    { appId: byId(id), options },
    { settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 } },
  );
  expect(error).toMatchObject({ errorCode: 'OUTCOME_UNKNOWN' });
  expect(sandbox().stats.byOperation.restartApp).toBe(1);
});

test('the platform may be away for a moment while apps start', async () => {
  const { id } = addApp(1, { startSeconds: 2 });
  const running = perform(sandbox(), 'app.run', { appId: byId(id), options });
  await sent();
  sandbox().accidents.add({ kind: 'status', times: 3 });
  expect((await running).json).toEqual([expect.objectContaining({ status: 'STARTED' })]);
});

// By itself, for the time that it takes.
describe('a cancel', () => {
  test('half-way ends the node at once; the apps continue to start', async () => {
    const items = [1, 2, 3].map((index) => ({
      id: addApp(index, { startSeconds: index * 3 - 2 }).id,
    }));
    const { result, cancel } = await startNode(
      {
        parameters: {
          resource: 'app',
          operation: 'run',
          appId: byId('={{ $json.id }}'),
          options,
        } as never,
      },
      { dataPlatformApi: sandbox().credentials },
      items,
    );
    await sent(3);
    const cancelledMs = Date.now();
    cancel();
    await result;
    expect(Date.now() - cancelledMs).toBeLessThan(1000);
    expect(sandbox().stats.byOperation.runApp).toBe(3);
    const requests = sandbox().stats.requests;
    await pause(1500);
    expect(sandbox().stats.requests).toBe(requests);
  });
});

test('a platform without these mutations is named as such, and nothing is sent', async () => {
  const old = await startSandbox({ age: '2021' });
  try {
    const appId = byId(APP_IDS.salesDashboard);
    const { error } = await perform(old, 'app.run', { appId, options });
    expect(error).toMatchObject({ errorCode: 'NOT_SUPPORTED' });
    expect(error?.message).toContain('runApp');
  } finally {
    await old.close();
  }
});

test('waiting works on the first platforms that have apps', async () => {
  const old = await startSandbox({ age: '2022, first half' });
  try {
    const appId = byId(APP_IDS.mobilityNotebook);
    old.store.apps.stop(APP_IDS.mobilityNotebook);
    old.store.apps.setScript(APP_IDS.mobilityNotebook, { startSeconds: 0.5, outcome: 'STARTED' });
    await pause(1200);
    const { json, error } = await perform(old, 'app.run', { appId, options });
    expect(error).toBeUndefined();
    expect(json).toEqual([expect.objectContaining({ status: 'STARTED' })]);
  } finally {
    await old.close();
  }
});
