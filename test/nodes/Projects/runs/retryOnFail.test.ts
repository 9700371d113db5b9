import { setTimeout as pause } from 'node:timers/promises';
import { nodeAsTool } from '../../../support/engine/callTool';
import { runNode } from '../../../support/engine/runWorkflow';
import { ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';
import { byId } from '../support';
import { jobNode, jobRunsOn, RETRIES } from './jobRuns';

process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '1';

const test = testBeside({ seedRuns: false });
const { credentials, addJob, addJobs, runsOf, sends, failStart, run, start } = jobRunsOn(sandbox);

test('a wait that failed continues with the run that the first try started', async () => {
  const job = addJob({ durationSeconds: 3 });
  const { json, error } = await run(jobNode('runAndWait', { timeout: 1.5 }, RETRIES), [job]);
  expect(error).toBeUndefined();
  expect(json).toMatchObject([{ id: runsOf(job)[0]?.id, status: 'SUCCEEDED' }]);
  expect(runsOf(job)).toHaveLength(1);
});

test('of several items only the one whose run failed gets a new run', async () => {
  const jobs = [addJob(), addJob({ outcome: ['FAILED', 'SUCCEEDED'] })];
  const { json, error } = await run(jobNode('runAndWait', {}, RETRIES), jobs);
  expect(error).toBeUndefined();
  expect(json).toMatchObject([{ status: 'SUCCEEDED' }, { status: 'SUCCEEDED', number: 2 }]);
  expect(jobs.map((job) => runsOf(job).length)).toEqual([1, 2]);
});

test('a run that began after the failed try is adopted, not started again', async () => {
  const jobs = addJobs(20, () => ({ durationSeconds: 30 }));
  failStart({ kind: 'status', status: 504, times: jobs.length });
  const settings = { ...RETRIES, maxTries: 2, waitBetweenTries: 3_000 };
  const { result } = await start(jobNode('run', {}, settings), jobs);
  while (sends() < jobs.length) await pause(10);
  // Behind the window of the first try.
  await pause(2_500);
  const late = jobs.map((job) => sandbox().store.startRun(job)?.id);
  const { json, error } = await result;
  expect(error).toBeUndefined();
  expect(json.map(({ id }) => id)).toEqual(late);
  expect(sends()).toBe(jobs.length);
});

test('each run of the node, and each of its branches, has runs of its own', async () => {
  const [job, count] = [addJob(), 10];
  const node = jobNode('run', {}, RETRIES);
  const items = Array.from({ length: count }, () => ({ json: { jobId: job } }));
  await run(node, [job]);
  // The first try fails, so that the second one goes on with what it remembers.
  failStart({ kind: 'status', status: 409, skip: count - 1 });
  const branched = await runNode(node, credentials(), { items, branches: 2 });
  expect(branched.error).toBeUndefined();
  const ids = (branched.run.data.resultData.runData.Node ?? []).map((task) =>
    task.data?.main?.[0]?.map(({ json }) => String(json.id)),
  );
  expect(ids.map((list) => list?.length)).toEqual([count, count]);
  expect(new Set(ids.flat()).size).toBe(2 * count);
  expect(runsOf(job)).toHaveLength(2 * count + 1);
});

describe('as the tool of an agent', () => {
  const toolOf = async ({ parameters }: ReturnType<typeof jobNode>) => {
    const jobId = byId("={{ $fromAI('jobId') }}");
    return await nodeAsTool(
      { parameters: { ...parameters, jobId } as never, settings: RETRIES },
      credentials(),
    );
  };

  test('a call that is tried again continues with its run; another call starts another', async () => {
    const job = addJob({ durationSeconds: 3 });
    const tool = await toolOf(jobNode('runAndWait', { timeout: 2 }));
    expect(JSON.parse(await tool({ jobId: job }))).toMatchObject([{ status: 'SUCCEEDED' }]);
    expect(runsOf(job)).toHaveLength(1);
    await tool({ jobId: job });
    expect(runsOf(job)).toHaveLength(2);
  });

  test('a change whose response was lost is made once by each call', async () => {
    const job = addJob();
    failStart({ operation: 'duplicateJob' });
    const tool = await toolOf(jobNode('duplicate'));
    const copies = () => sandbox().stats.byOperation.duplicateJob;
    await expect(tool({ jobId: job })).rejects.toThrow('It is not known whether');
    expect(copies()).toBe(1);
    await tool({ jobId: job });
    expect(copies()).toBe(2);
  });
});
