import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PROJECT_IDS, startSandbox, TECHNOLOGY_IDS } from '../../../../sandbox';
import { runNode, startNode } from '../../../../harness/engine/runWorkflow';
import { startSandboxProcess } from '../../../../harness/sandboxProcess';
import { cases, slowTest } from '../../../support/cases';
import { jobNode, jobRunsOn } from './jobRuns';

const RUNS = cases(500, 200);

test(`${RUNS} runs in one node: requests are a fiftieth of one a run and poll`, async () => {
  const sandbox = await startSandbox({ seedRuns: false });
  const { addJobs, run } = jobRunsOn(() => sandbox);
  const maxSeconds = cases(20, 4);
  const jobs = addJobs(RUNS, (n) => ({ durationSeconds: 1 + ((maxSeconds - 1) * n) / RUNS }));
  const { json, error } = await run(jobNode('runAndWait'), jobs);
  await sandbox.close();
  expect(error).toBeUndefined();
  expect(json.map(({ jobId, status }) => [jobId, status])).toEqual(
    jobs.map((job) => [job, 'SUCCEEDED']),
  );
  const pollsOneByOne = json.reduce(
    (sum, { durationSeconds }) => sum + Math.ceil(Number(durationSeconds)),
    0,
  );
  // A busy machine may need one poll more, of as many requests as there are hundreds of runs.
  const { jobInstance } = sandbox.stats.byOperation;
  expect(jobInstance).toBeLessThanOrEqual(pollsOneByOne / 50 + RUNS / 100);
}, 120_000);

test('executions that wait for runs of their own share their polls and what they ask for names', async () => {
  const sandbox = await startSandbox({ seedRuns: false });
  const jobs = jobRunsOn(() => sandbox).addJobs(50, () => ({ durationSeconds: 1 }));
  const runs = jobs.map((job) => sandbox.store.startRun(job)?.id);
  const waits = runs.map(async (runId) => {
    const options = { pollInterval: 1 };
    const parameters = { resource: 'jobRun', operation: 'wait', runId, options };
    return await runNode({ parameters }, { dataPlatformApi: sandbox.credentials });
  });
  const ended = await Promise.all(waits);
  await sandbox.close();
  expect(ended.map(({ json }) => json[0]?.jobName)).toEqual(jobs.map(() => 'Job'));
  const { authenticate, __schema, jobInstance = 0, job = 0 } = sandbox.stats.byOperation;
  expect({ authenticate, __schema }).toEqual({ authenticate: 1, __schema: 1 });
  expect(jobInstance + job).toBeLessThanOrEqual(15);
}, 120_000);

slowTest(
  'waiting takes no more memory the longer it lasts',
  async () => {
    const watchedSeconds = 10;
    const script = { queueSeconds: 0, durationSeconds: 6 + watchedSeconds };
    const platform = await startSandboxProcess({ scriptDefaults: script });
    try {
      const credentials = { dataPlatformApi: platform.credentials };
      const create = {
        parameters: {
          resource: 'job',
          operation: 'create',
          projectId: { __rl: true, mode: 'id', value: PROJECT_IDS.retail },
          name: 'Long',
          category: 'Extraction',
          technologyId: { __rl: true, mode: 'id', value: TECHNOLOGY_IDS.python },
        },
      };
      const created = await runNode(create, credentials);
      expect(created.error).toBeUndefined();
      const items = Array.from({ length: RUNS }, () => ({ jobId: String(created.json[0]?.id) }));
      const { result } = await startNode(jobNode('runAndWait'), credentials, items);
      await pause(5_000);
      const early = heapUsed();
      await pause(1000 * watchedSeconds);
      const late = heapUsed();
      expect((await result).error).toBeUndefined();
      expect(late - early).toBeLessThan(4 * 1024 * 1024);
    } finally {
      platform.stop();
    }
  },
  120_000,
);

/** In bytes, of what is still needed. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
