import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox, type Sandbox } from '../../../../../sandbox';
import { infoLinesOf } from '../../../../../harness/engine/infoLines';
import { startNode } from '../../../../../harness/engine/runWorkflow';

/** What becomes of runs that a node waits for, or is just starting, when its execution is cancelled. */

let sandbox: Sandbox;
const use = async (latencyMs = 0) => {
  sandbox = await startSandbox({ seedRuns: false, latencyMs });
};
afterEach(() => sandbox.close());

const addJob = () => {
  const script = { queueSeconds: 0, durationSeconds: null, killSeconds: 0 };
  return sandbox.store.addJob({ name: 'Endless', script }).id;
};
const runOf = (job: string) => sandbox.store.runsOfJob(job)[0];
const statusOf = (job: string) => runOf(job)?.status;
const looks = () => sandbox.stats.byOperation.jobInstance ?? 0;

/** Cancels once the condition is met. @returns what the node has told in n8n's log since then */
async function cancelled(jobs: string[], options: object, condition: () => boolean) {
  const parameters = {
    resource: 'job',
    operation: 'runAndWait',
    jobId: { __rl: true, mode: 'id', value: '={{ $json.jobId }}' },
    options: { pollInterval: 1, ...options },
  };
  let tookMs = 0;
  const lines = await infoLinesOf(async () => {
    const { result, cancel } = await startNode(
      { parameters },
      { dataPlatformApi: sandbox.credentials },
      jobs.map((jobId) => ({ jobId })),
    );
    await eventually(condition);
    const cancelledAt = Date.now();
    cancel();
    await result;
    tookMs = Date.now() - cancelledAt;
    // n8n does not wait for a node that it has cancelled.
    await pause(300);
  });
  return { tookMs, told: lines.filter((line) => line.includes('still running')) };
}

test.each([
  [false, 'RUNNING'],
  [true, 'KILLED'],
])('with stopOnCancel %s leaves the run %s, within a second', async (stopOnCancel, status) => {
  await use();
  const job = addJob();
  const { tookMs, told } = await cancelled([job], { stopOnCancel }, () => looks() > 0);
  expect(tookMs).toBeLessThan(1_000);
  await eventually(() => statusOf(job) === status);
  await pause(200);
  expect(statusOf(job)).toBe(status);
  expect(told).toHaveLength(stopOnCancel ? 0 : 1);
});

test('an adopted run goes on, and is reported', async () => {
  await use();
  const [live, own] = [addJob(), addJob()];
  const taken = sandbox.store.startRun(live);
  const { told } = await cancelled(
    [live, own],
    { ifRunning: 'take', stopOnCancel: true },
    () => looks() > 0,
  );
  await eventually(() => statusOf(own) === 'KILLED');
  expect(statusOf(live)).toBe('RUNNING');
  expect(told).toEqual([
    `Node: a run is still running on the platform (${taken?.id}). Stop it there or with the operation "Stop"; the option "Stop on Cancel" does so next time.`,
  ]);
});

test.each([
  [false, 'RUNNING'],
  [true, 'KILLED'],
])(
  'a run whose start was under way: with stopOnCancel %s it is left %s',
  async (stopOnCancel, status) => {
    await use(150);
    const job = addJob();
    const sends = () => sandbox.stats.byOperation.runJob ?? 0;
    await cancelled([job], { stopOnCancel }, () => sends() === 1 && runOf(job) === undefined);
    await eventually(() => statusOf(job) === status);
    await pause(400);
    expect(statusOf(job)).toBe(status);
  },
);

async function eventually(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries++) {
    if (tries > 2_000) throw new Error('It did not happen');
    await pause(5);
  }
}
