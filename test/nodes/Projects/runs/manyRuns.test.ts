import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Platform } from '../../../../platform/connection/platform';
import { JOB_RUNS } from '../../../../platform/runs/kinds';
import { RunWaiter } from '../../../../platform/runs/wait/runWaiter';
import type { PlatformCredential } from '../../../../platform/access';
import { PROJECT_IDS, startSandbox, TECHNOLOGY_IDS, type Sandbox } from '../../../../sandbox';
import { runNode, startNode } from '../../../../harness/engine/runWorkflow';
import { startSandboxProcess } from '../../../../harness/sandboxProcess';
import { cases } from '../../../support/cases';

const RUNS = 500;
const LONGEST_S = cases(20, 5);
/** For how long the memory is watched. */
const WATCHED_S = cases(10, 3);
const POLL_INTERVAL_S = 1;

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
});
afterEach(() => sandbox.close());

/** Jobs whose runs take 2 s to the longest time. */
function jobs(): string[] {
  return Array.from({ length: RUNS }, (_, n) => {
    const script = { queueSeconds: 0, durationSeconds: 2 + ((LONGEST_S - 2) * n) / (RUNS - 1) };
    return sandbox.store.addJob({ name: `Job ${n}`, script }).id;
  });
}

const runAndWait = (jobId: string) => ({
  parameters: {
    resource: 'job',
    operation: 'runAndWait',
    jobId: { __rl: true, mode: 'id', value: jobId },
    options: { pollInterval: POLL_INTERVAL_S, timeout: 60 },
  },
});

test(`500 runs of 2 to ${LONGEST_S} s in one node: requests are a fiftieth of one a run and poll`, async () => {
  const items = jobs().map((jobId) => ({ jobId }));
  const node = runAndWait('={{ $json.jobId }}');
  const { json, error } = await runNode(node, { dataPlatformApi: sandbox.credentials }, items);
  expect(error).toBeUndefined();
  expect(json.map(({ status }) => status)).toEqual(Array(RUNS).fill('SUCCEEDED'));
  const looksOneByOne = json.reduce(
    (sum, { durationSeconds }) => sum + Math.ceil(Number(durationSeconds) / POLL_INTERVAL_S),
    0,
  );
  expect(sandbox.stats.byOperation.jobInstance).toBeLessThanOrEqual(looksOneByOne / 50);
}, 120_000);

test('100 executions that wait for runs of their own share their looks and what they ask for names', async () => {
  const script = { queueSeconds: 0, durationSeconds: 1 };
  const started = Array.from({ length: 100 }, (_, n) => {
    const name = `Job ${n}`;
    return { name, run: sandbox.store.startRun(sandbox.store.addJob({ name, script }).id) };
  });
  const waits = started.map(async ({ run }) => {
    const options = { pollInterval: POLL_INTERVAL_S };
    const parameters = { resource: 'jobRun', operation: 'wait', runId: run?.id, options };
    return await runNode({ parameters }, { dataPlatformApi: sandbox.credentials });
  });
  const ended = await Promise.all(waits);
  expect(ended.map(({ json }) => json[0]?.jobName)).toEqual(started.map(({ name }) => name));
  const { authenticate, __schema, jobInstance = 0, job = 0 } = sandbox.stats.byOperation;
  expect({ authenticate, __schema }).toEqual({ authenticate: 1, __schema: 1 });
  expect(jobInstance + job).toBeLessThanOrEqual(25);
}, 120_000);

test('waiting takes no more memory the longer it lasts', async () => {
  const script = { queueSeconds: 0, durationSeconds: 6 + WATCHED_S };
  const platform = await startSandboxProcess({ scriptDefaults: script });
  try {
    const credentials = { dataPlatformApi: platform.credentials };
    const items = Array.from({ length: RUNS }, () => ({}));
    const projectId = { __rl: true, mode: 'id', value: PROJECT_IDS.retail };
    const create = {
      parameters: {
        resource: 'job',
        operation: 'create',
        projectId,
        name: 'Long',
        category: 'Extraction',
        technologyId: { __rl: true, mode: 'id', value: TECHNOLOGY_IDS.python },
      },
    };
    const created = await runNode(create, credentials);
    expect(created.error).toBeUndefined();
    const node = runAndWait(String(created.json[0]?.id));
    const { result } = await startNode(node, credentials, items);
    await pause(5_000);
    const early = heapUsed();
    await pause(1000 * WATCHED_S);
    const late = heapUsed();
    expect((await result).error).toBeUndefined();
    expect(late - early).toBeLessThan(4 * 1024 * 1024);
  } finally {
    platform.stop();
  }
}, 120_000);

test('each end is seen within one poll interval', async () => {
  const { projects } = Platform.connect(sandbox.credentials as unknown as PlatformCredential);
  const watcher = new RunWaiter(projects, JOB_RUNS, { pollIntervalMs: POLL_INTERVAL_S * 1000 });
  const lags = await Promise.all(
    jobs()
      .filter((_job, n) => n % 4 === 0)
      .map(async (jobId) => {
        const run = sandbox.store.startRun(jobId);
        const wait = await watcher.waitForEnd(run?.id ?? '', 60_000);
        return Date.now() - Date.parse(String(wait.run?.endTime));
      }),
  );
  // A request takes its time, too, and longer on a busy machine; a look less would be a whole interval.
  expect(Math.max(...lags)).toBeLessThan(POLL_INTERVAL_S * 1000 + 900);
}, 120_000);

/** In bytes, of what is still needed. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
