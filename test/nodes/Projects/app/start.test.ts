import { setTimeout as pause } from 'node:timers/promises';
import { APP_IDS, PROJECT_IDS } from '../../../../sandbox';
import { NO_SUCH_ID } from '../../../support/ids';
import { byId, perform, performed, startOperation } from '../support';
import { ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';

const test = testBeside();

const options = { pollInterval: 1 };
const ofItem = { appId: byId('={{ $json.id }}') };

function addApp(index: number, script: object = {}) {
  return sandbox().store.apps.add({
    projectId: PROJECT_IDS.retail,
    technologyId: sandbox().store.apps.find(APP_IDS.salesDashboard)?.technologyId ?? '',
    name: `App ${index}`,
    script: { startSeconds: 0.5, ...script },
  });
}

/** Until so many apps were started and the node waits for them. */
async function waitedFor(count: number): Promise<void> {
  const { byOperation } = sandbox().stats;
  const asked = (operation: string) => byOperation[operation] ?? 0;
  while (asked('runApp') < count) await pause(20);
  const before = asked('app');
  while (asked('app') === before) await pause(20);
}

// By itself: it keeps the process busy.
describe('sixty apps', () => {
  test('wait together', async () => {
    const items = Array.from({ length: 60 }, (_, index) => ({
      json: { id: addApp(index, { startSeconds: 1.5 }).id },
    }));
    const json = await performed(sandbox(), 'app.runAndWait', { ...ofItem, options }, { items });
    expect(json.map(({ name, status }) => `${String(name)} ${String(status)}`)).toEqual(
      items.map((_, index) => `App ${index} STARTED`),
    );
    expect(sandbox().stats.byOperation.runApp).toBe(60);
    // The schema, the login, the states before, twice, the starts, the labels and a few polls.
    expect(sandbox().stats.requests).toBeLessThan(85);
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
  const settings = { onError: 'continueRegularOutput' } as const;
  const { json } = await perform(
    sandbox(),
    'app.runAndWait',
    { ...ofItem, options },
    { items, settings },
  );
  const { id } = items[0]?.json ?? {};
  expect(json[0]).toMatchObject({ id, name: 'App 1', status: 'STARTED', url: expect.any(String) });
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

test('a start that failed is reported as that if its log cannot be read', async () => {
  const refused = { kind: 'status', status: 403, body: 'json', operation: 'appLogs' } as const;
  sandbox().faults.add({ ...refused, times: 9 });
  const parameters = { appId: byId(addApp(1, failing).id), options };
  const { error } = await perform(sandbox(), 'app.runAndWait', parameters);
  expect(error).toMatchObject({ errorCode: 'APP_FAILED' });
  expect(error?.description).toContain('HTTP 403');
});

test('Retry On Fail goes on waiting for an app that is starting, and starts one that failed again', async () => {
  const slow = addApp(1, { startSeconds: 3 });
  const settings = { retryOnFail: true, maxTries: 5, waitBetweenTries: 0 };
  const short = { ...options, timeout: 1 };
  const run = { appId: byId(slow.id), options: short };
  const { json } = await perform(sandbox(), 'app.runAndWait', run, { settings });
  expect(json).toEqual([expect.objectContaining({ status: 'STARTED' })]);
  expect(sandbox().stats.byOperation.runApp).toBe(1);
  const broken = addApp(2, failing);
  const again = { appId: byId(broken.id), options };
  const twice = { settings: { ...settings, maxTries: 2 } };
  const { error } = await perform(sandbox(), 'app.runAndWait', again, twice);
  expect(error).toMatchObject({ errorCode: 'APP_FAILED' });
  expect(sandbox().stats.byOperation.runApp).toBe(3);
});

test('a platform that still returns the failure of an earlier start does not fail a start', async () => {
  const { id } = addApp(1);
  const history = { currentStatus: 'FAILED', startTime: '2026-01-01T00:00:00Z' };
  const old = { id, name: 'App 1', history };
  const stale = { kind: 'errors', errors: undefined } as const;
  const { faults, stats } = sandbox();
  // Two reads before the start, its response and the first poll.
  faults.add({ ...stale, operation: 'app', data: { app: old }, times: 3 });
  faults.add({ ...stale, operation: 'runApp', data: { runApp: old }, afterEffect: true });
  const json = await performed(sandbox(), 'app.runAndWait', { appId: byId(id), options });
  expect(json).toMatchObject([{ status: 'STARTED' }]);
  expect(stats.byOperation.app).toBeGreaterThan(3);
});

test('a wait that fails leaves open that the app starts; a start that was never sent does not', async () => {
  const { apps } = sandbox().store;
  const startSeconds = 600;
  const ids = [1, 2, 3].map((index) => addApp(index, { startSeconds, stopSeconds: 0.1 }).id);
  const items = [...ids, NO_SUCH_ID].map((id) => ({ json: { id } }));
  const settings = { onError: 'continueRegularOutput' } as const;
  const parameters = { ...ofItem, options: { ...options, timeout: 8 } };
  const running = perform(sandbox(), 'app.runAndWait', parameters, { items, settings });
  await waitedFor(3);
  const [, deleted, stopped = ''] = ids;
  apps.stop(stopped);
  const find = apps.find.bind(apps);
  apps.find = (id) => (id === deleted ? undefined : find(id));
  const { json } = await running;
  expect(json.map(({ errorCode, mayHaveHappened }) => [errorCode, mayHaveHappened])).toEqual([
    ['TIMED_OUT', true],
    ['TIMED_OUT', true],
    ['APP_FAILED', true],
    ['NOT_FOUND', false],
  ]);
  const descriptions = json.map(({ error, errorDescription }) => `${error} ${errorDescription}`);
  expect(descriptions[0]).toMatch(
    /^App 1 has not started within 8 s .*Its last known status was STARTING\. The platform continues to start the app\./,
  );
  expect(descriptions[1]).toContain('Later the status could not be read.');
  expect(descriptions[2]).toContain('App 3 was stopped before it had started');
});

test('a cancel halfway ends the node at once; the apps continue to start', async () => {
  const ids = [600, 601, 602].map((startSeconds, n) => addApp(n, { startSeconds }).id);
  const items = ids.map((id) => ({ json: { id } }));
  const run = await startOperation(sandbox(), 'app.runAndWait', { ...ofItem, options }, { items });
  await waitedFor(3);
  run.cancel();
  await run.result;
  expect(sandbox().stats.byOperation.runApp).toBe(3);
});
