import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { JOB_IDS, startSandbox, type Sandbox } from '../../../../sandbox';
import { retryNode, runNode } from '../../../../harness/engine/runWorkflow';
import {
  credentialFor,
  sendJson,
  startRawServer,
  withLogin,
  type ReceivedRequest,
} from '../../../support/rawServer';

/** What is kept of the starts of a try: for Retry On Fail in this process, for a user's retry in the saved execution. */

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
});
afterEach(() => sandbox.close());

const credentials = () => ({ dataPlatformApi: sandbox.credentials });
const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
const node = (options: object = {}, given: object = {}) => ({
  parameters: {
    resource: 'job',
    operation: 'run',
    jobId: { __rl: true, mode: 'id', value: '={{ $json.jobId }}' },
    options: options as never,
  },
  settings: given,
});
const addJob = (durationSeconds: number | null = null) =>
  sandbox.store.addJob({ name: 'Job', script: { queueSeconds: 0, durationSeconds } }).id;
const itemsOf = (...jobs: string[]) => jobs.map((jobId) => ({ jobId }));
const runsOf = (job: string) => sandbox.store.runsOfJob(job);
const sends = () => sandbox.stats.byOperation.runJob ?? 0;
const looks = () => sandbox.stats.byOperation.job ?? 0;
const refuseStart = (skip: number) =>
  sandbox.accidents.add({ kind: 'status', status: 409, operation: 'runJob', skip });

describe('Retry On Fail', () => {
  test('starts nothing again for items that were started already', async () => {
    const jobs = [addJob(), addJob()];
    const unknown = '00000000-0000-4000-8000-00000000dead';
    const { error } = await runNode(node({}, settings), credentials(), itemsOf(...jobs, unknown));
    expect(error?.message).toContain(unknown);
    expect(jobs.map((job) => runsOf(job).length)).toEqual([1, 1]);
  });

  test('is no other run of the node: each has runs of its own', async () => {
    const job = addJob();
    await runNode(node({}, settings), credentials(), itemsOf(job, job));
    await runNode(node({}, settings), credentials(), itemsOf(job));
    expect(runsOf(job)).toHaveLength(3);
  });

  test.each([1, 100])(
    'of two branches that bring the same %d items, each has runs of its own',
    async (count) => {
      const job = addJob();
      const items = Array.from({ length: count }, () => ({ json: { jobId: job } }));
      // The first try fails, so that the second one goes on with what it remembers.
      refuseStart(count - 1);
      const { run, error } = await runNode(node({}, settings), credentials(), {
        items,
        branches: 2,
      });
      expect(error).toBeUndefined();
      const ids = (run.data.resultData.runData.Node ?? []).map((task) =>
        task.data?.main?.[0]?.map(({ json }) => String(json.id)),
      );
      expect(ids.map((list) => list?.length)).toEqual([count, count]);
      expect(new Set(ids.flat()).size).toBe(2 * count);
      expect(runsOf(job)).toHaveLength(2 * count);
    },
  );
});

describe("a user's retry", () => {
  test('starts what was not started, and keeps the rest', async () => {
    const [first, second] = [addJob(), addJob()];
    refuseStart(1);
    const failed = await runNode(node(), credentials(), itemsOf(first, second));
    expect(failed.error?.description).toContain('Runs that were started:');
    const { json, error } = await retryNode(failed, node(), credentials());
    expect(error).toBeUndefined();
    expect(json.map(({ id }) => id)).toEqual([runsOf(first)[0]?.id, runsOf(second)[0]?.id]);
    expect([runsOf(first), runsOf(second)].map(({ length }) => length)).toEqual([1, 1]);
  });

  test("keeps an adopted run as someone else's", async () => {
    const [live, refused] = [addJob(), addJob()];
    const taken = sandbox.store.startRun(live);
    const taking = node({ ifRunning: 'take' });
    refuseStart(0);
    const failed = await runNode(taking, credentials(), itemsOf(live, refused));
    refuseStart(0);
    const again = await retryNode(failed, taking, credentials());
    for (const { error } of [failed, again]) {
      expect(error?.context).toMatchObject({ itemIndex: 1 });
      expect(error?.description).not.toContain('Runs that were started');
    }
    const { json } = await retryNode(again, taking, credentials());
    expect(json.map(({ id }) => id)).toEqual([taken?.id, runsOf(refused)[0]?.id]);
  });

  test('blames the item that is still to start for a run that is under way', async () => {
    const job = addJob();
    refuseStart(1);
    const failed = await runNode(node(), credentials(), itemsOf(job, job));
    const [run] = runsOf(job);
    const { error } = await retryNode(failed, node({ ifRunning: 'error' }), credentials());
    expect(error?.message).toBe(`Job ${job} is already running: run 1 (${run?.id}), RUNNING`);
    expect(error?.context).toMatchObject({ itemIndex: 1 });
    expect(sends()).toBe(2);
  });

  test('names the run that the failed execution may have started', async () => {
    const job = addJob();
    refuseStart(0);
    const failed = await runNode(node(), credentials(), itemsOf(job));
    const late = sandbox.store.startRun(job);
    const { error } = await retryNode(failed, node(), credentials());
    expect(error?.message).toBe(
      `Job ${job} has a current run that the failed execution may have started: run 1 (${late?.id}), RUNNING`,
    );
    expect(error?.description).toBe(
      'Nothing was started for this item. To continue with that run, set "If Already Running" to "Use the Current Run". To start another run, wait until it ends, or set "If the Response Is Lost" to "Start Again".',
    );
    expect(sends()).toBe(1);
  });

  test.each([
    ['look', 1],
    ['startAgain', 0],
  ])('with "%s" looks %i times before it starts', async (onLostAnswer, expected) => {
    const job = addJob();
    refuseStart(0);
    const failed = await runNode(node({ onLostAnswer }), credentials(), itemsOf(job));
    const looked = looks();
    await retryNode(failed, node({ onLostAnswer }), credentials());
    expect(looks() - looked).toBe(expected);
    expect(sends()).toBe(2);
  });
});

describe("a user's retry in another process", () => {
  interface Retried {
    json: Array<{ id?: string }>;
    error?: string;
  }

  const retryElsewhere = async (...given: Parameters<typeof retryNode>) => {
    const child = fork(path.join(__dirname, 'retryProcess.ts'), { execArgv: ['--import', 'tsx'] });
    child.send(given);
    const [retried] = (await once(child, 'message')) as [Retried];
    return retried;
  };

  test('starts the second of two items with one job: the run of the first one has its owner', async () => {
    const job = addJob();
    refuseStart(1);
    const failed = await runNode(node(), credentials(), itemsOf(job, job));
    expect(runsOf(job)).toHaveLength(1);
    const { json, error } = await retryElsewhere(failed, node(), credentials());
    expect(error).toBeUndefined();
    expect(json.map(({ id }) => id)).toEqual(
      runsOf(job)
        .map(({ id }) => id)
        .reverse(),
    );
    expect(runsOf(job)).toHaveLength(2);
  }, 60_000);

  test('does not take the run of the first item for the second, whose response is lost', async () => {
    const job = addJob();
    refuseStart(1);
    const failed = await runNode(node(), credentials(), itemsOf(job, job));
    sandbox.accidents.add({ kind: 'resetAfter', operation: 'runJob' });
    const { json, error } = await retryElsewhere(failed, node(), credentials());
    expect(error).toBeUndefined();
    expect(new Set(json.map(({ id }) => id)).size).toBe(2);
    expect(runsOf(job)).toHaveLength(2);
  }, 60_000);
});

describe("a user's retry on a platform that takes only what is registered with it", () => {
  test.each([
    ['start', undefined, 2],
    ['take', 'it accepts only registered queries', 1],
  ])('with "%s"', async (ifRunning, message, sent) => {
    const isStart = ({ body }: ReceivedRequest) => body.includes('runJob');
    const server = await startRawServer(
      withLogin((request, response) => {
        if (!isStart(request)) {
          sendJson(response, { errors: [{ message: 'Only persisted queries are allowed' }] });
        } else if (server.received.filter(isStart).length === 1) {
          sendJson(response, {}, 403);
        } else {
          sendJson(response, { data: { runJob: { id: JOB_IDS.weatherImport, status: 'QUEUED' } } });
        }
      }),
    );
    try {
      const registered = { dataPlatformApi: credentialFor(server.baseUrl) };
      const items = itemsOf(JOB_IDS.weatherImport);
      const failed = await runNode(node(), registered, items);
      const { error } = await retryNode(failed, node({ ifRunning }), registered);
      expect(error?.message).toEqual(message && expect.stringContaining(message));
      expect(server.received.filter(isStart)).toHaveLength(sent);
    } finally {
      await server.close();
    }
  });
});
