import { buildSchema, introspectionFromSchema } from 'graphql';
import {
  JOB_RUNS,
  OutcomeUnknownError,
  Platform,
  RunStart,
  type PlatformCredential,
} from '../../../platform';
import { JOB_IDS, startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';
import { credentialFor, sendJson, startRawServer, withLogin } from '../../support/rawServer';

const jobId = JOB_IDS.weatherImport;

let sandbox: Sandbox | undefined;
afterEach(async () => await sandbox?.close());

async function startedSandbox(options: SandboxOptions = {}) {
  sandbox = await startSandbox({ seedRuns: false, ...options });
  const platform = Platform.connect(sandbox.credentials as unknown as PlatformCredential);
  return { sandbox, endpoint: platform.projects };
}

const start = () => new RunStart(JOB_RUNS, jobId);

test('items that run one job at once each get a run of their own, also where answers are lost', async () => {
  const { sandbox, endpoint } = await startedSandbox();
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'runJob', skip: 3, times: 4 });
  sandbox.accidents.add({ kind: 'resetBefore', operation: 'runJob', skip: 5, times: 3 });
  const runs = await Promise.all(
    Array.from({ length: 20 }, async () => (await start().started(endpoint)).id),
  );
  expect(new Set(runs).size).toBe(20);
  expect(sandbox.store.runsOfJob(jobId).map(({ id }) => id)).toEqual(expect.arrayContaining(runs));
  expect(sandbox.store.runsOfJob(jobId)).toHaveLength(20);
});

test.each([
  ['ahead', 90_000],
  ['behind', -90_000],
])('a platform whose clock is 90 s %s is understood', async (_name, offsetMs) => {
  const { sandbox, endpoint } = await startedSandbox({ clock: () => Date.now() + offsetMs });
  sandbox.store.startRun(jobId, { requestedAt: Date.now() + offsetMs - 60_000 });
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'runJob' });
  const { id } = await start().started(endpoint);
  expect(sandbox.store.runsOfJob(jobId)).toHaveLength(2);
  expect(sandbox.store.runsOfJob(jobId)[0]?.id).toBe(id);
});

test('runs that a schedule or a pipeline started are not taken for ours', async () => {
  const { sandbox, endpoint } = await startedSandbox();
  sandbox.accidents.add({ kind: 'resetBefore', operation: 'runJob' });
  const starting = start().started(endpoint);
  sandbox.store.startRun(jobId, { cause: 'SCHEDULED' });
  const { id } = await starting;
  const runs = sandbox.store.runsOfJob(jobId);
  expect(runs).toHaveLength(2);
  expect(runs.find((run) => run.id === id)?.cause).toBe('MANUAL');
});

test('where somebody else started runs at the same moment, the outcome is unknown and the runs are named', async () => {
  const { sandbox, endpoint } = await startedSandbox();
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'runJob' });
  const starting = start().started(endpoint);
  const foreign = sandbox.store.startRun(jobId);
  const failure = await starting.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OutcomeUnknownError);
  const { message, hint } = failure as OutcomeUnknownError;
  expect(message).toContain(`whether a run of the job ${jobId} began`);
  expect(hint).toContain(foreign?.id);
  expect(sandbox.store.runsOfJob(jobId)).toHaveLength(2);
});

test('a start that failed is taken up again where it was, not begun anew', async () => {
  const { sandbox, endpoint } = await startedSandbox();
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'runJob' });
  sandbox.accidents.add({ kind: 'status', status: 400, operation: 'job' });
  const attempt = start();
  await expect(attempt.started(endpoint)).rejects.toThrow(OutcomeUnknownError);
  const run = await attempt.started(endpoint);
  expect(sandbox.store.runsOfJob(jobId).map(({ id }) => id)).toEqual([run.id]);
});

test('a third start is never sent', async () => {
  const { sandbox, endpoint } = await startedSandbox();
  sandbox.accidents.add({ kind: 'resetBefore', operation: 'runJob', times: 10 });
  const attempt = start();
  await expect(attempt.started(endpoint)).rejects.toThrow(OutcomeUnknownError);
  await expect(attempt.started(endpoint)).rejects.toThrow(OutcomeUnknownError);
  expect(sandbox.stats.byOperation.runJob).toBe(2);
});

test('a failure below the root field came after the run had begun: it is found', async () => {
  const schema = buildSchema(`
    type Run { id: ID! status: String! startTime: String }
    type Job { id: ID! instances(limit: Int, skip: Int): [Run!]! }
    type Query { job(id: ID!): Job }
    type Mutation { runJob(jobId: ID!): Run }
  `);
  const server = await startRawServer(
    withLogin(({ body }, response) => {
      if (body.includes('__schema')) {
        sendJson(response, { data: introspectionFromSchema(schema) });
      } else if (body.includes('runJob')) {
        const errors = [{ message: 'No status yet', path: ['runJob', 'status'] }];
        sendJson(response, { data: { runJob: null }, errors });
      } else {
        const instances = [
          { id: 'new', status: 'QUEUED', startTime: null },
          { id: 'old', status: 'SUCCEEDED', startTime: '2020-01-01T00:00:00Z' },
        ];
        sendJson(response, { data: { job: { id: jobId, instances } } });
      }
    }),
  );
  try {
    const { projects } = Platform.connect(credentialFor(server.baseUrl));
    await expect(start().started(projects)).resolves.toMatchObject({ id: 'new' });
    expect(server.received.filter(({ body }) => body.includes('runJob('))).toHaveLength(1);
  } finally {
    await server.close();
  }
});

test('without introspection nothing can be looked at: the outcome is unknown', async () => {
  const { sandbox, endpoint } = await startedSandbox({ introspection: false });
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'runJob' });
  await expect(start().started(endpoint)).rejects.toMatchObject({
    name: 'OutcomeUnknownError',
    hint: expect.stringContaining('introspection is switched off'),
  });
  expect(sandbox.store.runsOfJob(jobId)).toHaveLength(1);
});
