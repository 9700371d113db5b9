import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTool } from '../../../support/engine/callTool';
import { runNode, type retryNode } from '../../../support/engine/runWorkflow';
import { describeBeside, ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';
import { byId } from '../support';
import { jobNode, jobRunsOn, RETRIES } from './jobRuns';

process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '1';

const test = testBeside({ seedRuns: false });
const jobRuns = jobRunsOn(sandbox);
const { credentials, addJob, addJobs, runsOf, sends, failStart, run, ran, start, retry } = jobRuns;
const refuseStart = (skip = 0) => failStart({ kind: 'status', status: 409, skip });
const LONG = { durationSeconds: 30 };

describeBeside('Retry On Fail', () => {
  test('of several items only the one whose run failed gets a new run', async () => {
    const jobs = [addJob(), addJob({ outcome: ['FAILED', 'SUCCEEDED'] })];
    const json = await ran(jobNode('runAndWait', {}, RETRIES), jobs);
    expect(json).toMatchObject([{ status: 'SUCCEEDED' }, { status: 'SUCCEEDED', number: 2 }]);
    expect(jobs.map((job) => runsOf(job).length)).toEqual([1, 2]);
  });

  test('a run that began long after the failed try is named; nothing is started again', async () => {
    const jobs = addJobs(20, () => ({ durationSeconds: 1 }));
    failStart({ kind: 'status', status: 504, times: jobs.length });
    const settings = { ...RETRIES, maxTries: 2, waitBetweenTries: 3_000 };
    const { result } = await start(jobNode('runAndWait', {}, settings), jobs);
    while (sends() < jobs.length) await pause(10);
    // Behind the window of the first try.
    await pause(2_500);
    const late = jobs.map((job) => sandbox().store.startRun(job)?.id);
    const { error } = await result;
    expect(error?.message).toContain('It is not known whether');
    expect(error?.description).toContain(`(${late[0]})`);
    expect(sends()).toBe(jobs.length);
  });

  test('each run of the node, and each of its branches, has runs of its own', async () => {
    const [job, count] = [addJob(), 10];
    const node = jobNode('run', {}, RETRIES);
    const items = Array.from({ length: count }, () => ({ json: { jobId: job } }));
    await ran(node, [job]);
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
});

describeBeside('in a loop over items', () => {
  const loop = async (node: ReturnType<typeof jobNode>, jobs: string[]) =>
    await runNode(node, credentials(), {
      items: jobs.map((jobId) => ({ json: { jobId } })),
      isLoop: true,
    });
  const idsOf = ({ run }: Awaited<ReturnType<typeof runNode>>) =>
    (run.data.resultData.runData.Node ?? []).map((task) => task.data?.main?.[0]?.[0]?.json.id);
  const ran = (job: string) => [...runsOf(job)].reverse().map(({ id }) => id);

  test.each(['run', 'runAndWait'])(
    'each pass of %s has a run of its own, also after a try that failed in the second one',
    async (operation) => {
      const job = addJob();
      refuseStart(1);
      const looped = await loop(jobNode(operation, {}, RETRIES), [job, job, job]);
      expect(looped.error).toBeUndefined();
      expect(idsOf(looped)).toEqual(ran(job));
      expect([runsOf(job).length, sends()]).toEqual([3, 4]);
    },
  );

  test('a wait that fails in each pass continues with the run of its pass', async () => {
    const job = addJob({ durationSeconds: 2.5 });
    const looped = await loop(jobNode('runAndWait', { timeout: 1.5 }, RETRIES), [job, job]);
    expect(looped.error).toBeUndefined();
    expect(idsOf(looped)).toEqual(ran(job));
    expect(sends()).toBe(2);
  });

  test("a user's retry of the second pass continues with its run, and starts the third", async () => {
    const [job, slow] = [addJob(), addJob({ durationSeconds: 4 })];
    const node = (timeout: number) => jobNode('runAndWait', { timeout });
    const failed = await loop(node(2), [job, slow, job]);
    expect(failed.error?.message).toContain('has not ended within 2 s');
    const again = await retry(failed, node(60));
    expect(again.error).toBeUndefined();
    const [first, third] = ran(job);
    expect(idsOf(again)).toEqual([first, ...ran(slow), third]);
    expect(sends()).toBe(3);
  });
});

describeBeside('as the tool of an agent', () => {
  const toolOf = async (operation: string, options?: object) => {
    const jobId = byId("={{ $fromAI('jobId') }}");
    const { parameters, settings } = jobNode(operation, options, RETRIES);
    const node = { parameters: { ...parameters, jobId } as never, settings };
    return await createTool(node, credentials());
  };

  test('a call that is tried again continues with its run; another call starts another', async () => {
    const job = addJob({ durationSeconds: 3 });
    const tool = await toolOf('runAndWait', { timeout: 2 });
    expect(JSON.parse(await tool({ jobId: job }))).toMatchObject([{ status: 'SUCCEEDED' }]);
    expect(runsOf(job)).toHaveLength(1);
    await tool({ jobId: job });
    expect(runsOf(job)).toHaveLength(2);
  });

  test('a change whose response was lost is made once by each call', async () => {
    const job = addJob();
    failStart({ operation: 'duplicateJob' });
    const tool = await toolOf('duplicate');
    const copies = () => sandbox().stats.byOperation.duplicateJob;
    await expect(tool({ jobId: job })).rejects.toThrow('It is not known whether');
    expect(copies()).toBe(1);
    await tool({ jobId: job });
    expect(copies()).toBe(2);
  });
});

describeBeside("a user's retry", () => {
  test('waits for the runs of 50 items that the failed execution started', async () => {
    const jobs = addJobs(50, () => ({ durationSeconds: 3 }));
    const failed = await run(jobNode('runAndWait', { timeout: 1 }), jobs);
    expect(failed.error?.message).toContain('has not ended within 1 s');
    const again = await retry(failed, jobNode('runAndWait'));
    expect(again.error).toBeUndefined();
    expect(again.json.map(({ id }) => id)).toEqual(jobs.map((job) => runsOf(job)[0]?.id));
    expect(sends()).toBe(50);
  });

  test('starts a new run after one whose failure was reported', async () => {
    const job = addJob({ outcome: ['FAILED'] });
    const failed = await run(jobNode('runAndWait'), [job]);
    expect(failed.error?.message).toContain('(run 1)');
    const again = await retry(failed, jobNode('runAndWait'));
    expect(again.error?.message).toContain('(run 2)');
    expect(sends()).toBe(2);
  });

  test('starts a new run if a later try reported the failure of the run kept before', async () => {
    const job = addJob({ durationSeconds: 3, outcome: ['FAILED'] });
    const settings = { ...RETRIES, maxTries: 2, waitBetweenTries: 3_000 };
    const failed = await run(jobNode('runAndWait', { timeout: 1 }, settings), [job]);
    expect(failed.error?.message).toContain('(run 1)');
    const again = await retry(failed, jobNode('runAndWait'));
    expect(again.error?.message).toContain('(run 2)');
  });

  test('keeps nothing after a try that succeeded', async () => {
    const job = addJob({ durationSeconds: 3 });
    const settings = { ...RETRIES, maxTries: 2, waitBetweenTries: 3_000 };
    const { error, run: saved } = await run(jobNode('runAndWait', { timeout: 1 }, settings), [job]);
    expect(error).toBeUndefined();
    const contexts = saved.data.executionData?.contextData;
    expect(contexts).toHaveProperty(['node:Node']);
    expect(JSON.stringify(contexts)).not.toContain('keptForRetry');
  });

  test("keeps an adopted run as someone else's", async () => {
    const [live, refused] = [addJob(LONG), addJob(LONG)];
    const taken = sandbox().store.startRun(live);
    const taking = jobNode('run', { ifRunning: 'take' });
    refuseStart();
    const failed = await run(taking, [live, refused]);
    refuseStart();
    const again = await retry(failed, taking);
    for (const { error } of [failed, again]) {
      expect(error?.context).toMatchObject({ itemIndex: 1 });
      expect(error?.description).not.toContain('Runs that were started');
    }
    const { json } = await retry(again, taking);
    expect(json.map(({ id }) => id)).toEqual([taken?.id, runsOf(refused)[0]?.id]);
  });

  test('blames the item that is still to start for a run that is under way', async () => {
    const job = addJob(LONG);
    refuseStart(1);
    const failed = await run(jobNode('run'), [job, job]);
    const { error } = await retry(failed, jobNode('run', { ifRunning: 'error' }));
    const [first] = runsOf(job);
    expect(error?.message).toBe(`Job ${job} is already running: run 1 (${first?.id}), RUNNING`);
    expect(error?.context).toMatchObject({ itemIndex: 1 });
    expect(sends()).toBe(2);
  });

  test('starts the job if nothing is kept and no run is open', async () => {
    const job = addJob({ durationSeconds: 0.1 });
    sandbox().store.startRun(job, { requestedAt: Date.now() - 2 * 3_600_000 });
    refuseStart();
    const { error } = await retry(await run(jobNode('run'), [job]), jobNode('run'));
    expect(error).toBeUndefined();
    expect(sends()).toBe(2);
  });

  test('starts nothing if nothing is kept, as after a crash, and a run is open', async () => {
    const job = addJob(LONG);
    refuseStart();
    const failed = await run(jobNode('run'), [job]);
    const open = sandbox().store.startRun(job);
    const { error } = await retry(failed, jobNode('run'));
    expect(error?.message).toContain(
      `has a current run that the failed execution may have started: run 1 (${open?.id})`,
    );
    expect(sends()).toBe(1);
  });
});

for (const operation of ['run', 'runAndWait']) {
  describeBeside(`${operation}, after a start of which nothing is known`, () => {
    const failing = async (job: string) => {
      failStart({ kind: 'status', status: 504 });
      const failed = await run(jobNode(operation), [job]);
      expect(failed.error?.message).toContain('It is not known whether');
      return failed;
    };

    test('names the live run that the failed execution may have started, and starts nothing', async () => {
      const job = addJob(LONG);
      const failed = await failing(job);
      const late = sandbox().store.startRun(job);
      const { error } = await retry(failed, jobNode(operation));
      expect(error?.message).toBe(
        `Job ${job} has a current run that the failed execution may have started: run 1 (${late?.id}), RUNNING`,
      );
      expect(error?.description).toBe(
        'Nothing was started for this item. To continue with that run, set "If Already Running" to "Use the Current Run". To start another run, wait until it ends, or set "If the Response Is Lost" to "Start Again".',
      );
      expect(sends()).toBe(1);
    });

    test.each([{}, { ifRunning: 'take' }, { ifRunning: 'skip' }])(
      'names the run that has ended in the meantime, with %j',
      async (options) => {
        const job = addJob({ durationSeconds: 0.1 });
        sandbox().store.startRun(job, { requestedAt: Date.now() - 2 * 3_600_000 });
        const failed = await failing(job);
        const { id } = sandbox().store.startRun(job) ?? {};
        while (runsOf(job)[0]?.status !== 'SUCCEEDED') await pause(20);
        // The second retry is as careful as the first.
        for (let failedBefore = failed, retries = 0; retries < 2; retries++) {
          failedBefore = await retry(failedBefore, jobNode(operation, options));
          expect(failedBefore.error?.message).toBe(
            `Job ${job} has a run that the failed execution may have started: run 2 (${id}), SUCCEEDED`,
          );
        }
        expect(sends()).toBe(1);
      },
    );

    test('starts nothing if more runs began since than are read', async () => {
      const job = addJob({ durationSeconds: 0.1 });
      const failed = await failing(job);
      for (let n = 0; n < 100; n++) sandbox().store.startRun(job, { author: 'another' });
      const { error } = await retry(failed, jobNode(operation));
      expect(error?.message).toContain('may have started it before the newest 100 runs');
      expect(sends()).toBe(1);
    });

    test('starts the job again if no run began since', async () => {
      const job = addJob({ durationSeconds: 0.1 });
      sandbox().store.startRun(job, { requestedAt: Date.now() - 2 * 3_600_000 });
      const again = await retry(await failing(job), jobNode(operation));
      expect(again.json).toMatchObject([{ jobId: job }]);
      expect(sends()).toBe(2);
    });

    test.each([
      ['continues with it if the user says so', { ifRunning: 'take' }, 1],
      ['starts another if the job may run twice', { onLostAnswer: 'startAgain' }, 2],
    ])('%s', async (_name, options, sent) => {
      const job = addJob({ durationSeconds: 2 });
      const failed = await failing(job);
      const late = sandbox().store.startRun(job);
      const again = await retry(failed, jobNode(operation, options));
      expect(again.error).toBeUndefined();
      expect(again.json[0]?.id === late?.id).toBe(sent === 1);
      expect(sends()).toBe(sent);
    });
  });
}

// Alone, as all starts in the process have the same window.
describe.each(['run', 'runAndWait'])('%s', (operation) => {
  test('starts nothing while the lost start may still begin a run', async () => {
    const job = addJob(LONG);
    failStart({ kind: 'status', status: 504 });
    const node = jobNode(operation, { onLostAnswer: 'error' });
    process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '30';
    const { error } = await retry(await run(node, [job]), node);
    process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '1';
    expect(error?.message).toContain(
      'because a start that the failed execution sent may still begin a run',
    );
    expect(sends()).toBe(1);
  });
});

test('in another process, the second of two items with one job gets a run of its own', async () => {
  const job = addJob(LONG);
  refuseStart(1);
  const failed = await run(jobNode('run'), [job, job]);
  failStart({});
  const child = fork(path.join(__dirname, 'retryProcess.ts'), { execArgv: ['--import', 'tsx'] });
  child.send([failed, jobNode('run'), credentials()] satisfies Parameters<typeof retryNode>);
  const [{ json, error }] = (await once(child, 'message')) as [
    { json: Array<{ id?: string }>; error?: string },
  ];
  expect(error).toBeUndefined();
  // Newest first.
  expect(json.map(({ id }) => id)).toEqual([...runsOf(job)].reverse().map(({ id }) => id));
  expect(json).toHaveLength(2);
});
