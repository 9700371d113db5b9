import { buildSchema, introspectionFromSchema } from 'graphql';
import { OutcomeUnknownError } from '../../../../platform/errors/errors';
import { wholeSchema } from '../../../../platform/graphql/schema/schemaStore';
import { Platform } from '../../../../platform/connection/platform';
import { JOB_RUNS } from '../../../../platform/runs/kinds';
import { RunStart } from '../../../../platform/runs/start/runStart';
import { getRunsUnderWay, startRegisterOf } from '../../../../platform/runs/start/startRegister';
import type { PlatformCredential } from '../../../../platform/access';
import { JOB_IDS, startSandbox, type Sandbox, type SandboxOptions } from '../../../../sandbox';
import { credentialFor, sendJson, startRawServer, withLogin } from '../../../support/rawServer';
import { TestClock } from '../../../support/testClock';

const jobId = JOB_IDS.weatherImport;

const WINDOW_MS = 1_000;
/** Runs that change their status while they are watched: that tells the clock of their records. */
const quick = { queueSeconds: 0.3, durationSeconds: 0.2 };

beforeAll(() => {
  process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = String(WINDOW_MS / 1000);
});
afterAll(() => {
  delete process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS;
});

let sandbox: Sandbox | undefined;
let clock: TestClock;
beforeEach(() => {
  clock = new TestClock().run();
});
afterEach(async () => {
  clock.restore();
  await sandbox?.close();
});

async function startedSandbox({
  script = {},
  ...options
}: SandboxOptions & { script?: object } = {}) {
  sandbox = await startSandbox({ seedRuns: false, clock: () => clock.now(), ...options });
  sandbox.store.setScript(jobId, script);
  const platform = Platform.connect(sandbox.credentials as unknown as PlatformCredential);
  // So that the first look of a window does not wait for it.
  if (options.introspection !== false) await wholeSchema(platform.projects);
  return { sandbox, endpoint: platform.projects };
}

const start = () => new RunStart(JOB_RUNS, jobId);

test('items that run one job at once each get a run of their own, also where responses are lost', async () => {
  const { sandbox, endpoint } = await startedSandbox({ script: quick });
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'runJob', skip: 3, times: 4 });
  sandbox.accidents.add({ kind: 'resetBefore', operation: 'runJob', skip: 5, times: 3 });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, async () => (await start().started(endpoint)).id),
  );
  const runs = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value] : [],
  );
  expect(new Set(runs).size).toBe(17);
  expect(
    sandbox.store
      .runsOfJob(jobId)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(runs.sort());
  expect(sandbox.stats.byOperation.runJob).toBe(20);
});

test.each([
  ['ahead of', 90_000],
  ['behind', -90_000],
])('a platform whose records are 90 s %s every clock here is understood', async (_name, offset) => {
  const { sandbox, endpoint } = await startedSandbox({
    clock: () => clock.now() + offset,
    script: quick,
  });
  sandbox.store.startRun(jobId, { requestedAt: clock.now() + offset - 60_000 });
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'runJob' });
  const { id } = await start().started(endpoint);
  expect(sandbox.store.runsOfJob(jobId)).toHaveLength(2);
  expect(sandbox.store.runsOfJob(jobId)[0]?.id).toBe(id);
});

test.each(['resetBefore', 'status'] as const)(
  'a run that begins late after "%s" is found, and none is started beside it',
  async (kind) => {
    const { sandbox, endpoint } = await startedSandbox();
    sandbox.store.startRun(jobId, { requestedAt: clock.now() - 60_000 });
    sandbox.accidents.add({ kind, operation: 'runJob', status: 504 });
    const starting = start().started(endpoint);
    await clock.wait(WINDOW_MS * 0.7);
    const late = sandbox.store.startRun(jobId);
    expect((await starting).id).toBe(late?.id);
    expect(sandbox.stats.byOperation.runJob).toBe(1);
  },
);

test('a start that never arrived is not sent again: unknown', async () => {
  const { sandbox, endpoint } = await startedSandbox();
  sandbox.store.startRun(jobId, { requestedAt: clock.now() - 60_000 });
  sandbox.accidents.add({ kind: 'resetBefore', operation: 'runJob' });
  await expect(start().started(endpoint)).rejects.toThrow(OutcomeUnknownError);
  expect(sandbox.stats.byOperation.runJob).toBe(1);
});

test('an old run that still goes on is not adopted, and is named if nothing reports that it is old', async () => {
  const { sandbox, endpoint } = await startedSandbox({ script: { durationSeconds: null } });
  const old = sandbox.store.startRun(jobId, { requestedAt: clock.now() - 60_000 });
  sandbox.accidents.add({ kind: 'resetBefore', operation: 'runJob' });
  await expect(start().started(endpoint)).rejects.toMatchObject({
    name: 'OutcomeUnknownError',
    hint: expect.stringContaining(`Run 1 (${old?.id}), RUNNING, started`),
  });
});

test('a run that was there at a look before the start is old', async () => {
  const { sandbox, endpoint } = await startedSandbox({ script: { durationSeconds: null } });
  sandbox.store.startRun(jobId, { requestedAt: clock.now() - 60_000 });
  await getRunsUnderWay(endpoint, JOB_RUNS, [jobId], 5);
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'runJob' });
  const { id } = await start().started(endpoint);
  expect(
    sandbox.store
      .runsOfJob(jobId)
      .map((run) => run.id)
      .indexOf(id),
  ).toBe(0);
});

test('runs that a schedule or a pipeline started are not mistaken for ours', async () => {
  const { sandbox, endpoint } = await startedSandbox();
  sandbox.accidents.add({ kind: 'resetBefore', operation: 'runJob' });
  const starting = start().started(endpoint);
  await clock.wait(WINDOW_MS / 2);
  sandbox.store.startRun(jobId, { cause: 'SCHEDULED' });
  await expect(starting).rejects.toThrow(OutcomeUnknownError);
});

test('where someone else started a run at the same moment, the outcome is unknown and the runs are named', async () => {
  const { sandbox, endpoint } = await startedSandbox({ script: quick });
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'runJob' });
  const starting = start().started(endpoint);
  await clock.wait(WINDOW_MS / 2);
  const foreign = sandbox.store.startRun(jobId);
  const failure = await starting.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OutcomeUnknownError);
  const { message, hint } = failure as OutcomeUnknownError;
  expect(message).toContain(`whether a run of the job ${jobId} started`);
  expect(hint).toContain(foreign?.id);
  expect(sandbox.store.runsOfJob(jobId)).toHaveLength(2);
});

test('a run of one execution of this process is not adopted by another one', async () => {
  const { sandbox, endpoint } = await startedSandbox();
  sandbox.accidents.add({ kind: 'resetBefore', operation: 'runJob' });
  const starting = start().started(endpoint);
  await clock.wait(WINDOW_MS / 2);
  await start().started(endpoint);
  await expect(starting).rejects.toThrow(OutcomeUnknownError);
  expect(sandbox.store.runsOfJob(jobId)).toHaveLength(1);
});

test('a start without a response at the end is waited for: its run is not adopted, and none is sent meanwhile', async () => {
  const { sandbox, endpoint } = await startedSandbox({ script: quick });
  sandbox.accidents.add({ kind: 'resetBefore', operation: 'runJob' });
  const register = startRegisterOf(endpoint, JOB_RUNS, jobId);
  const lost = start()
    .started(endpoint)
    .catch((error: unknown) => error);
  await clock.wait(WINDOW_MS / 2);
  const unanswered = register.send(
    async () => {
      const { id = '' } = sandbox.store.startRun(jobId) ?? {};
      await clock.wait(2 * WINDOW_MS);
      return { id };
    },
    () => undefined,
  );
  await clock.wait(WINDOW_MS);
  let isSent = false;
  const later = register.send(
    async () => {
      isSent = true;
      return { id: 'later' };
    },
    () => undefined,
  );
  await clock.wait(WINDOW_MS / 4);
  expect(isSent).toBe(false);
  expect(await lost).toBeInstanceOf(OutcomeUnknownError);
  await Promise.all([unanswered, later]);
  expect(isSent).toBe(true);
});

test('fewer runs than lost starts: each is the run of one of them, the others are unknown', async () => {
  const { sandbox, endpoint } = await startedSandbox({ script: quick });
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'runJob', times: 2 });
  sandbox.accidents.add({ kind: 'resetBefore', operation: 'runJob' });
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => start().started(endpoint)));
  const taken = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value.id] : [],
  );
  expect(new Set(taken).size).toBe(2);
  expect(sandbox.store.runsOfJob(jobId)).toHaveLength(2);
});

test('a start of an unknown outcome is looked for again, and never sent again', async () => {
  const { sandbox, endpoint } = await startedSandbox();
  sandbox.accidents.add({ kind: 'resetBefore', operation: 'runJob' });
  const attempt = start();
  await expect(attempt.started(endpoint)).rejects.toThrow(OutcomeUnknownError);
  await expect(attempt.started(endpoint)).rejects.toThrow(OutcomeUnknownError);
  const late = sandbox.store.startRun(jobId);
  expect((await attempt.started(endpoint)).id).toBe(late?.id);
  expect(sandbox.stats.byOperation.runJob).toBe(1);
});

test('with "error" nothing is looked at', async () => {
  const { sandbox, endpoint } = await startedSandbox();
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'runJob' });
  const attempt = start();
  for (let tries = 0; tries < 2; tries++) {
    await expect(attempt.started(endpoint, { onLostAnswer: 'error' })).rejects.toThrow(
      OutcomeUnknownError,
    );
  }
  expect(sandbox.stats.byOperation).toMatchObject({ runJob: 1 });
  expect(sandbox.stats.byOperation.job).toBeUndefined();
});

test('with "startAgain" it is sent again, three times at most', async () => {
  const { sandbox, endpoint } = await startedSandbox();
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'runJob' });
  await start().started(endpoint, { onLostAnswer: 'startAgain' });
  expect(sandbox.store.runsOfJob(jobId)).toHaveLength(2);
  sandbox.accidents.add({ kind: 'resetBefore', operation: 'runJob', times: 10 });
  const attempt = start();
  for (let tries = 0; tries < 2; tries++) {
    await expect(attempt.started(endpoint, { onLostAnswer: 'startAgain' })).rejects.toThrow(
      OutcomeUnknownError,
    );
  }
  expect(sandbox.stats.byOperation.runJob).toBe(2 + 3);
});

test('a canceled start is not waited for, and its run is known once the response arrives', async () => {
  const { endpoint } = await startedSandbox({ latencyMs: 600 });
  const cancel = new AbortController();
  const attempt = start();
  const options = { signal: cancel.signal };
  const run = attempt.outcome(endpoint, options);
  const waited = attempt.started(endpoint, options);
  await clock.wait(300);
  cancel.abort();
  await expect(waited).rejects.toThrow('canceled');
  expect(await run).toMatchObject({ id: expect.any(String) });
});

test('a start that is cancelled, and whose response is then lost, is still looked for', async () => {
  // The test's time passes many times as fast, and a look is good for 10 s of it.
  const { sandbox, endpoint } = await startedSandbox({ latencyMs: 15 });
  // Whatever comes after it is new.
  await getRunsUnderWay(endpoint, JOB_RUNS, [jobId], 5);
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'runJob' });
  const cancel = new AbortController();
  const attempt = start();
  const run = attempt.outcome(endpoint, { signal: cancel.signal });
  await clock.wait(25);
  cancel.abort();
  expect((await run).id).toBe(sandbox.store.runsOfJob(jobId)[0]?.id);
  expect(sandbox.stats.byOperation.runJob).toBe(1);
});

test('a failure below the root field came after the run had begun: it is found', async () => {
  const schema = buildSchema(`
    type Run { id: ID! status: String! startTime: String }
    type Job { id: ID! instances(limit: Int, skip: Int): [Run!]! }
    type Query { job(id: ID!): Job }
    type Mutation { runJob(jobId: ID!): Run }
  `);
  let looks = 0;
  const server = await startRawServer(
    withLogin(({ body }, response) => {
      if (body.includes('__schema')) {
        sendJson(response, { data: introspectionFromSchema(schema) });
      } else if (body.includes('runJob')) {
        const errors = [{ message: 'No status yet', path: ['runJob', 'status'] }];
        sendJson(response, { data: { runJob: null }, errors });
      } else {
        const instances: object[] = [
          { id: 'old', status: 'SUCCEEDED', startTime: '2020-01-01T00:00:00Z' },
        ];
        if (looks++ > 0)
          instances.unshift({
            id: 'new',
            status: 'QUEUED',
            startTime: new Date(clock.now()).toISOString(),
          });
        sendJson(response, { data: { job: { id: jobId, instances } } });
      }
    }),
  );
  try {
    const { projects } = Platform.connect(credentialFor(server.baseUrl));
    await wholeSchema(projects);
    await expect(start().started(projects)).resolves.toMatchObject({ id: 'new' });
    expect(server.received.filter(({ body }) => body.includes('runJob('))).toHaveLength(1);
  } finally {
    await server.close();
  }
});

test.each(['early', 'middle', 'recent'] as const)(
  'without introspection the run of a lost answer is found as well: %s',
  async (generation) => {
    const { sandbox, endpoint } = await startedSandbox({ introspection: false, generation });
    sandbox.accidents.add({ kind: 'resetAfter', operation: 'runJob' });
    const { id } = await start().started(endpoint);
    expect(sandbox.store.runsOfJob(jobId).map((run) => run.id)).toEqual([id]);
  },
);

test('where neither schema nor runs are reported, the outcome is unknown', async () => {
  const { sandbox, endpoint } = await startedSandbox({
    introspection: false,
    generation: 'documented',
  });
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'runJob' });
  await expect(start().started(endpoint)).rejects.toMatchObject({
    name: 'OutcomeUnknownError',
    hint: expect.stringContaining('This platform cannot return a job'),
  });
  expect(sandbox.store.runsOfJob(jobId)).toHaveLength(1);
});
