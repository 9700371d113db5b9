import { JOB_IDS, startSandbox, type Sandbox } from '../../../sandbox';
import { runNode, startNode } from '../../../harness/engine/runWorkflow';

const RUN_JOB = {
  resource: 'job',
  operation: 'run',
  jobId: { __rl: true, mode: 'id', value: '={{ $json.jobId }}' },
};

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
});
afterEach(() => sandbox.close());

const credentials = () => ({ dataPlatformApi: sandbox.credentials });

function addJobs(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const job = sandbox.store.addJob({ name: `Job ${index}` });
    return { jobId: job.id };
  });
}

test('200 runs with the token ending in the middle: one new login, none twice, order kept', async () => {
  const items = addJobs(200);
  sandbox.accidents.add({ kind: 'expiredToken', operation: 'runJob', skip: 100 });

  const { json, outputs, error } = await runNode({ parameters: RUN_JOB }, credentials(), items);

  expect(error).toBeUndefined();
  expect(json.map(({ jobId }) => jobId)).toEqual(items.map(({ jobId }) => jobId));
  expect(outputs[0]?.map(({ pairedItem }) => Object(pairedItem).item)).toEqual(
    items.map((_item, index) => index),
  );
  expect(items.map(({ jobId }) => sandbox.store.runsOfJob(jobId).length)).toEqual(
    Array(200).fill(1),
  );
  expect(sandbox.stats.logins).toBe(2);
});

test('work on items is concurrent and bounded', async () => {
  const { error } = await runNode({ parameters: RUN_JOB }, credentials(), addJobs(200));
  expect(error).toBeUndefined();
  expect(sandbox.stats.maxOpenConnections).toBeGreaterThan(10);
  expect(sandbox.stats.maxOpenConnections).toBeLessThanOrEqual(128);
});

describe('an item that fails', () => {
  const unknown = '00000000-0000-4000-8000-00000000dead';

  test('stops the node and is named', async () => {
    const [good] = addJobs(1);
    const items = [good ?? {}, { jobId: unknown }];
    const { error } = await runNode({ parameters: RUN_JOB }, credentials(), items);
    expect(error?.message).toBe(`The job ${unknown} does not exist`);
    expect(error?.context?.itemIndex).toBe(1);
  });

  test('leaves the others alone when the node continues', async () => {
    const items = [...addJobs(2), { jobId: unknown }, ...addJobs(2)];
    const { outputs, error } = await runNode(
      { parameters: RUN_JOB, settings: { onError: 'continueRegularOutput' } },
      credentials(),
      items,
    );
    expect(error).toBeUndefined();
    expect(outputs[0]).toHaveLength(5);
    expect(outputs[0]?.[2]).toMatchObject({
      json: { error: expect.stringContaining(unknown) },
      pairedItem: { item: 2 },
    });
  });

  test('goes to the error branch', async () => {
    const items = [...addJobs(1), { jobId: unknown }];
    const { outputs } = await runNode(
      { parameters: RUN_JOB, settings: { onError: 'continueErrorOutput' } },
      credentials(),
      items,
    );
    expect(outputs[0]?.map(({ json }) => json.jobId)).toEqual([items[0]?.jobId]);
    expect(outputs[1]).toHaveLength(1);
    expect(outputs[1]?.[0]).toMatchObject({
      json: { error: expect.stringContaining(unknown) },
      pairedItem: { item: 1 },
    });
  });

  test('does not make n8n run the node again where the node continues', async () => {
    const items = [{ jobId: unknown }, ...addJobs(1)];
    await runNode(
      {
        parameters: RUN_JOB,
        settings: {
          onError: 'continueRegularOutput',
          retryOnFail: true,
          maxTries: 3,
          waitBetweenTries: 0,
        },
      },
      credentials(),
      items,
    );
    expect(sandbox.store.runsOfJob(items[1]?.jobId ?? '')).toHaveLength(1);
  });
});

describe('a lost response', () => {
  beforeAll(() => {
    process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '6';
  });
  afterAll(() => {
    delete process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS;
  });

  test.each(['resetAfter', 'truncated'] as const)(
    'to a started run is made up for by looking at the newest runs: %s',
    async (kind) => {
      // Long enough to be seen in its queue on a busy machine.
      sandbox.store.setScript(JOB_IDS.salesExtraction, { queueSeconds: 3, durationSeconds: null });
      sandbox.accidents.add({ kind, operation: 'runJob' });
      const { json } = await runNode({ parameters: RUN_JOB }, credentials(), [
        { jobId: JOB_IDS.salesExtraction },
      ]);
      const runs = sandbox.store.runsOfJob(JOB_IDS.salesExtraction);
      expect(json.map(({ id }) => id)).toEqual(runs.map(({ id }) => id));
      expect(runs).toHaveLength(1);
    },
  );

  test('to a read is no matter', async () => {
    sandbox.accidents.add({ kind: 'resetAfter', operation: 'projects' });
    const { json } = await runNode(
      { parameters: { resource: 'project', operation: 'getAll' } },
      credentials(),
    );
    expect(json.length).toBeGreaterThan(0);
  });
});

test('stopping the execution while a request hangs returns within a second', async () => {
  sandbox.accidents.add({ kind: 'hang', operation: 'projects' });
  const { result, cancel } = await startNode(
    { parameters: { resource: 'project', operation: 'getAll' } },
    credentials(),
  );
  await waitUntil(() => sandbox.stats.byOperation.projects === 1);
  const stoppedAt = Date.now();
  cancel();
  await result.catch(() => undefined);
  expect(Date.now() - stoppedAt).toBeLessThan(1000);
});

async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}
