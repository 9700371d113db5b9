import { APP_IDS, APP_TECHNOLOGY_IDS, PROJECT_IDS } from '../../../sandbox';
import { closeSandboxes, clientOf, sandboxWith } from '../client';
import { dataOf, onAClock, START, UNKNOWN } from './client';

afterEach(closeSandboxes);

const CREATE = `mutation ($app: AppInput!) {
  createApp(app: $app) {
    id technology { id } isGenericApp history { currentStatus currentExecutionId }
    currentVersion { number dockerInfo { image } ports { number scope internalUrl } }
  }
}`;

async function appOnAClock() {
  const { ask, at, sandbox } = await onAClock();
  const app = {
    projectId: PROJECT_IDS.energy,
    name: 'My app',
    technologyId: APP_TECHNOLOGY_IDS.dockerImage,
    version: {
      dockerInfo: { image: 'web:1' },
      ports: [{ number: 80, isRewriteUrl: true, scope: 'PUBLIC' }],
    },
  };
  const made = dataOf(await ask(CREATE, { app })).createApp;
  const id: string = made.id;
  return {
    made,
    id,
    ask,
    sandbox,
    at,
    call: (field: string) => ask(`mutation { ${field} { id } }`),
    status: async (seconds: number): Promise<string> => {
      at(seconds);
      const { app: seen } = dataOf(await ask(`{ app(id: "${id}") { history { currentStatus } } }`));
      return seen.history.currentStatus;
    },
  };
}

test('an app is made, run, restarted and stopped on the clock', async () => {
  const { made, id, call, status, at, ask, sandbox } = await appOnAClock();
  expect(made).toEqual({
    id,
    technology: { id: APP_TECHNOLOGY_IDS.dockerImage },
    isGenericApp: true,
    history: { currentStatus: 'STOPPED', currentExecutionId: null },
    currentVersion: {
      number: 1,
      dockerInfo: { image: 'web:1' },
      ports: [{ number: 80, scope: 'PUBLIC', internalUrl: expect.stringMatching(/:80$/) }],
    },
  });
  at(10);
  dataOf(await call(`runApp(id: "${id}")`));
  expect(await status(10)).toBe('STARTING');
  expect(await status(12)).toBe('STARTED');
  const twice = await call(`runApp(id: "${id}")`);
  expect(twice.errors?.[0]).toMatchObject({ extensions: { code: 'CONFLICT' } });

  at(20);
  dataOf(await call(`restartApp(id: "${id}")`));
  expect(await status(20)).toBe('RESTARTING');
  expect(await status(22)).toBe('STARTED');
  at(30);
  dataOf(await call(`stopApp(id: "${id}")`));
  expect(await status(30)).toBe('STOPPING');
  expect(await status(31)).toBe('STOPPED');
  dataOf(await call(`stopApp(id: "${id}")`));
  expect(await status(32)).toBe('STOPPED');

  const { app } = dataOf(
    await ask(`{ app(id: "${id}") { history { author countEvents startTime stopTime events {
      action { event { __typename ... on StopAction { author } } }
      statuses { event { ... on StatusRetrieve { status } } }
    } } } }`),
  );
  const statuses = (...names: string[]) => names.map((name) => ({ event: { status: name } }));
  expect(app.history).toEqual({
    author: 'demo',
    countEvents: 3,
    startTime: new Date(START + 20_000).toISOString(),
    stopTime: new Date(START + 31_000).toISOString(),
    events: [
      {
        action: { event: { __typename: 'StopAction', author: 'demo' } },
        statuses: statuses('STOPPING', 'STOPPED'),
      },
      {
        action: { event: { __typename: 'RestartAction' } },
        statuses: statuses('RESTARTING', 'STARTED'),
      },
      {
        action: { event: { __typename: 'RunAction' } },
        statuses: statuses('STARTING', 'STARTED'),
      },
    ],
  });
  dataOf(await ask(`mutation { deleteApp(appId: "${id}") { name } }`));
  expect(sandbox.store.apps.find(id)).toBeUndefined();
});

test('an app that crashes recovers; one that cannot start has failed until it is run again', async () => {
  const { id, call, status, at, sandbox } = await appOnAClock();
  sandbox.store.apps.setScript(id, { crashAfterSeconds: 60, recoverSeconds: 5 });
  dataOf(await call(`runApp(id: "${id}")`));
  expect(await status(61)).toBe('STARTED');
  expect(await status(62)).toBe('RECOVERING');
  expect(await status(67)).toBe('STARTED');

  at(100);
  dataOf(await call(`stopApp(id: "${id}")`));
  sandbox.store.apps.setScript(id, { outcome: 'FAILED', crashAfterSeconds: null });
  at(200);
  dataOf(await call(`runApp(id: "${id}")`));
  expect(await status(202)).toBe('FAILED');
  dataOf(await call(`stopApp(id: "${id}")`));
  expect(await status(300)).toBe('FAILED');
  sandbox.store.apps.setScript(id, { outcome: 'STARTED' });
  dataOf(await call(`runApp(id: "${id}")`));
  expect(await status(302)).toBe('STARTED');
});

test('a new version upgrades a running app, an earlier one rolls it back', async () => {
  const { id, ask, call, status, at } = await appOnAClock();
  const add = `mutation { addAppVersion(appId: "${id}", version: { dockerInfo: { image: "web:2" }, ports: [] }) { number } }`;
  expect(dataOf(await ask(add)).addAppVersion).toEqual({ number: 2 });
  expect(await status(5)).toBe('STOPPED');
  dataOf(await call(`runApp(id: "${id}")`));
  at(10);
  dataOf(await ask(add));
  expect(await status(10)).toBe('UPGRADING');
  expect(await status(12)).toBe('STARTED');
  dataOf(await call(`rollbackAppVersion(appId: "${id}", versionNumber: 1)`));
  expect(await status(12)).toBe('ROLLING_BACK');
  const { app } = dataOf(
    await ask(
      `{ app(id: "${id}") { currentVersion { dockerInfo { image } } versions { number } } }`,
    ),
  );
  expect(app).toEqual({
    currentVersion: { dockerInfo: { image: 'web:1' } },
    versions: [{ number: 3 }, { number: 2 }, { number: 1 }],
  });
});

test('the seeded apps: started, never started, failed; and the log of an execution', async () => {
  const sandbox = await sandboxWith();
  const ask = await clientOf(sandbox);
  const { projects } = dataOf(
    await ask('{ projects { apps { id history { currentStatus currentExecutionId } } } }'),
  );
  const apps = projects.flatMap((project: { apps: object[] }) => project.apps);
  expect(apps).toMatchObject([
    { id: APP_IDS.salesDashboard, history: { currentStatus: 'STARTED' } },
    { id: APP_IDS.mobilityNotebook, history: { currentStatus: 'STOPPED' } },
    { id: APP_IDS.gridApi, history: { currentStatus: 'FAILED' } },
  ]);
  const logs = (executionId: string) =>
    ask(
      `{ appLogs(appId: "${APP_IDS.salesDashboard}", appExecutionId: "${executionId}", stream: STDERR) { count content { index value } } }`,
    );
  expect(dataOf(await logs(apps[0].history.currentExecutionId)).appLogs).toEqual({
    count: 1,
    content: [{ index: 1, value: 'No certificate: plain HTTP' }],
  });
  expect((await logs(UNKNOWN)).errors?.[0]?.message).toBe(
    `App execution ${UNKNOWN} does not exist`,
  );
});
