import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox, type Sandbox } from '../../../../sandbox';
import { infoLinesOf } from '../../../../harness/engine/infoLines';
import { runNode, startNode } from '../../../../harness/engine/runWorkflow';

let sandbox: Sandbox;
const use = async (latencyMs = 0) => {
  sandbox = await startSandbox({ seedRuns: false, latencyMs });
};
afterEach(() => sandbox.close());

const credentials = () => ({ dataPlatformApi: sandbox.credentials });
const jobId = { __rl: true, mode: 'id', value: '={{ $json.jobId }}' };
const node = (operation: string, options: object = {}) => ({
  parameters: { resource: 'job', operation, jobId, options: options as never },
});
const addJob = (script: object = {}) =>
  sandbox.store.addJob({ name: 'Job', script: { queueSeconds: 0, durationSeconds: 1, ...script } })
    .id;
const runsOf = (job: string) => sandbox.store.runsOfJob(job);
const sends = () => sandbox.stats.byOperation.runJob ?? 0;
const items = (count: number, job: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => ({ jobId: job(n) }));

test.each(['run', 'runAndWait'])('%s logs each start and each taken run', async (operation) => {
  await use();
  const jobs = Array.from({ length: 100 }, () => addJob());
  const told = await infoLinesOf(async () => {
    await runNode(
      node(operation, { pollInterval: 1 }),
      credentials(),
      items(100, (n) => jobs[n] ?? ''),
    );
  });
  const lineOf = (what: string, job: string, item: number) =>
    `Node: ${what} run ${runsOf(job)[0]?.id} of job ${job} (execution test-execution, item ${item})`;
  const starts = told.filter((line) => / run \S+ of job /.test(line));
  expect(starts.sort()).toEqual(jobs.map((job, item) => lineOf('Started', job, item)).sort());

  const [live = ''] = [addJob({ durationSeconds: 3 })];
  sandbox.store.startRun(live);
  const taken = await infoLinesOf(async () => {
    await runNode(node(operation, { ifRunning: 'take', pollInterval: 1 }), credentials(), [
      { jobId: live },
    ]);
  });
  expect(taken).toContain(lineOf('Took', live, 0));
});

test('with stopOnCancel, 50 adopted runs go on', async () => {
  await use();
  const jobs = Array.from({ length: 50 }, () => addJob({ durationSeconds: null }));
  jobs.forEach((job) => sandbox.store.startRun(job));
  const own = addJob({ durationSeconds: null });
  const { result, cancel } = await startNode(
    node('runAndWait', { ifRunning: 'take', stopOnCancel: true, pollInterval: 1 }),
    credentials(),
    [...jobs, own].map((job) => ({ jobId: job })),
  );
  const looks = () => sandbox.stats.byOperation.jobInstance ?? 0;
  while (looks() === 0) await pause(10);
  cancel();
  await result;
  const isStopped = (job: string) => runsOf(job)[0]?.stoppedAt !== null;
  while (!isStopped(own)) await pause(20);
  await pause(300);
  expect(jobs.filter(isStopped)).toEqual([]);
});

test.each([true, false])(
  'nothing is started after a cancel, with stopOnCancel %s',
  async (stopOnCancel) => {
    await use(50);
    const jobs = Array.from({ length: 500 }, () => addJob({ durationSeconds: null }));
    const { result, cancel } = await startNode(
      node('runAndWait', { stopOnCancel }),
      credentials(),
      items(500, (n) => jobs[n] ?? ''),
    );
    while (sends() < 60) await pause(5);
    const cancelledAt = Date.now();
    cancel();
    await result;
    // A second on a machine that does nothing else.
    expect(Date.now() - cancelledAt).toBeLessThan(3_000);
    await pause(1_000);
    const isStopped = ({ stoppedAt }: { stoppedAt: number | null }) => stoppedAt !== null;
    while (stopOnCancel && !jobs.flatMap(runsOf).every(isStopped)) await pause(50);
    const started = jobs.flatMap(runsOf);
    // Those whose request had left already.
    expect(started.length).toBeLessThanOrEqual(60 + 2 * 50);
    expect(new Set(started.map(isStopped))).toEqual(new Set([stopOnCancel]));
  },
  90_000,
);
