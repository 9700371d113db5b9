import { JOB_IDS, startSandbox, type Sandbox } from '../../../../sandbox';
import { runNode } from '../../../engine/runWorkflow';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
});
afterEach(() => sandbox.close());

const credentials = () => ({ dataPlatformApi: sandbox.credentials });
const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
const jobId = { __rl: true, mode: 'id', value: '={{ $json.jobId }}' };
const runAndWait = (options: object = {}) => ({
  parameters: {
    resource: 'job',
    operation: 'runAndWait',
    jobId,
    options: { pollInterval: 1, timeout: 25, ...options },
  },
  settings,
});
const addJob = (script: object) =>
  sandbox.store.addJob({ name: 'Job', script: { queueSeconds: 0, durationSeconds: 1, ...script } })
    .id;
const runsOf = (job: string) => sandbox.store.runsOfJob(job);

test('a wait that failed goes on with the run that the first try started', async () => {
  const job = addJob({ durationSeconds: 4 });
  const { json, error } = await runNode(runAndWait({ timeout: 2 }), credentials(), [
    { jobId: job },
  ]);
  expect(error).toBeUndefined();
  expect(json).toEqual([expect.objectContaining({ id: runsOf(job)[0]?.id, status: 'SUCCEEDED' })]);
  expect(runsOf(job)).toHaveLength(1);
});

test('a run that failed is what Retry On Fail is for: the next try starts a new one', async () => {
  const job = addJob({ outcome: ['FAILED', 'SUCCEEDED'] });
  const { json, error } = await runNode(runAndWait(), credentials(), [{ jobId: job }]);
  expect(error).toBeUndefined();
  expect(json[0]).toMatchObject({ status: 'SUCCEEDED', number: 2 });
  expect(runsOf(job)).toHaveLength(2);
});

test('of several items only the one whose run failed gets a new run', async () => {
  const good = addJob({});
  const bad = addJob({ outcome: ['FAILED', 'SUCCEEDED'] });
  const items = [{ jobId: good }, { jobId: bad }];
  const { json, error } = await runNode(runAndWait(), credentials(), items);
  expect(error).toBeUndefined();
  expect(json.map(({ status }) => status)).toEqual(['SUCCEEDED', 'SUCCEEDED']);
  expect([runsOf(good).length, runsOf(bad).length]).toEqual([1, 2]);
});

test('"Run" starts nothing again for items that were started already', async () => {
  const jobs = [addJob({}), addJob({})];
  const unknown = '00000000-0000-4000-8000-00000000dead';
  const items = [...jobs, unknown].map((job) => ({ jobId: job }));
  const parameters = { resource: 'job', operation: 'run', jobId };
  const { error } = await runNode({ parameters, settings }, credentials(), items);
  expect(error?.message).toContain(unknown);
  expect(jobs.map((job) => runsOf(job).length)).toEqual([1, 1]);
});

test('two runs of one node in an execution are two runs of the job', async () => {
  const job = JOB_IDS.weatherImport;
  const parameters = { resource: 'job', operation: 'run', jobId };
  await runNode({ parameters, settings }, credentials(), [{ jobId: job }, { jobId: job }]);
  await runNode({ parameters, settings }, credentials(), [{ jobId: job }]);
  expect(runsOf(job)).toHaveLength(3);
});
