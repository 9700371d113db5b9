import { setTimeout as pause } from 'node:timers/promises';
import { PIPELINE_IDS } from '../../../../sandbox';
import { captureInfoLines } from '../../../support/engine/infoLines';
import { describeBeside, ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';
import { byId, perform } from '../support';
import { CONTINUES, jobNode, jobRunsOn, RETRIES } from './jobRuns';

process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '3';

const test = testBeside({ seedRuns: false });
const { addJob, addJobs, runsOf, sends, failStart, run, retry, start } = jobRunsOn(sandbox);
const refuseStart = (skip = 0) => failStart({ kind: 'status', status: 409, skip });

const ENDLESS = { durationSeconds: null };
const UNKNOWN_JOB = '20000000-0000-4000-8000-00000000dead';

for (const operation of ['run', 'runAndWait']) {
  describeBeside(operation, () => {
    test('starts nothing if one of its items has a bad ID or a bad option', async () => {
      const jobs = addJobs(3);
      const badId = await run(jobNode(operation), [...jobs, 'no uuid']);
      expect(badId.error?.message).toContain('"no uuid" is not a valid job ID');
      expect(badId.error?.context).toMatchObject({ itemIndex: 3 });
      const [jobId = ''] = jobs;
      const items = ['start', 'later'].map((ifRunning) => ({ jobId, ifRunning }));
      const badOption = await run(
        jobNode(operation, { ifRunning: '={{ $json.ifRunning }}' }),
        items,
      );
      expect(badOption.error?.message).toBe(
        '"If Already Running" cannot be "later". Choose one of: error, skip, start, take',
      );
      expect(sends()).toBe(0);
    });

    test.each([
      [21, 20, undefined],
      [25, 20, 'and 4 more'],
    ])('names the runs that were started if the last of %i fails', async (count, named, more) => {
      refuseStart(count - 1);
      const { error } = await run(jobNode(operation), addJobs(count));
      expect(error?.description).toContain('Runs that were started:');
      expect(error?.description?.match(/\(job /g)).toHaveLength(named);
      expect(/and .+ more/.exec(error?.description ?? '')?.[0]).toBe(more);
    });

    test('logs each start and each run that it continues with', async () => {
      const jobs = addJobs(100);
      const lines = await captureInfoLines(() => run(jobNode(operation), jobs));
      const lineOf = (what: string, job: string, item: number) =>
        `Node: ${what} run ${runsOf(job)[0]?.id} of job ${job} (execution test-execution, item ${item})`;
      const starts = lines.filter((line) => / run \S+ of job /.test(line));
      expect(starts.sort()).toEqual(jobs.map((job, item) => lineOf('Started', job, item)).sort());
      const live = addJob({ durationSeconds: 3 });
      sandbox().store.startRun(live);
      const taken = await captureInfoLines(() =>
        run(jobNode(operation, { ifRunning: 'take' }), [live]),
      );
      expect(taken).toContain(lineOf('Continued with', live, 0));
    });
  });
}

describeBeside('what a platform does not return', () => {
  const hidden = { seedRuns: false, introspection: false };

  testBeside(hidden)('"run" sends nothing but the documented request', async () => {
    const { json } = await run(jobNode('run'), [addJob()]);
    expect(json).toHaveLength(1);
    expect(sandbox().stats.byOperation).toEqual({ authenticate: 1, runJob: 1 });
  });

  describe.each([
    [hidden, 'The platform does not return its schema: it refuses introspection'],
    [{ generation: 'documented' }, 'This platform cannot return "job'],
  ] as const)('%j', (options, why) => {
    const test = testBeside({ seedRuns: false, ...options });

    test('"runAndWait" starts nothing that it could not wait for', async () => {
      const { error } = await run(jobNode('runAndWait'), [addJob()]);
      expect(error?.message).toContain(why);
      expect(sends()).toBe(0);
    });

    test.each([
      [{}, 1],
      [{ ifRunning: 'take' }, 1],
      [{ onLostAnswer: 'startAgain' }, 2],
    ])('a retry of "run" by a user, %j, has sent %i starts', async (given, sent) => {
      const job = addJob();
      failStart({ kind: 'status', status: 504 });
      const failed = await run(jobNode('run'), [job]);
      expect(failed.error?.message).toContain('It is not known whether');
      const { error } = await retry(failed, jobNode('run', given));
      expect(sends()).toBe(sent);
      if (sent === 2) return expect(error).toBeUndefined();
      if ('ifRunning' in given) return expect(error?.message).toContain(why);
      expect(error?.message).toBe(
        `Job ${job} was not started, because the failed execution may have started it, and its runs cannot be read`,
      );
      expect(error?.description).toContain('set "If the Response Is Lost" to "Start Again"');
      expect(error?.description).toContain(why);
    });
  });
});

// n8n completes expressions from one schema for all options, which has the fields of a skipped run as well.
test('"run" returns five fields, and of a skipped run all', async () => {
  const job = addJob(ENDLESS);
  sandbox().store.startRun(job);
  for (const ifRunning of ['take', 'start']) {
    const { json } = await run(jobNode('run', { ifRunning }), [job]);
    expect(Object.keys(json[0] ?? {})).toEqual(['id', 'status', 'succeeded', 'jobId', 'url']);
  }
  const { json } = await run(jobNode('run', { ifRunning: 'skip' }), [job]);
  const whole = { skipped: true, jobName: 'Job', number: 2, trigger: expect.anything() };
  expect(json[0]).toMatchObject(whole);
});

const itemsOf = (outputs: Array<Array<{ pairedItem?: unknown }>>) =>
  outputs.map((items) => items.map(({ pairedItem }) => pairedItem));

for (const operation of ['run', 'runAndWait']) {
  describeBeside(`${operation}, with a run under way`, () => {
    // A run that is waited for goes on, however long the machine takes to read it.
    const node = (ifRunning: string) =>
      jobNode(operation, { ifRunning, timeout: 1, onTimeout: 'output' });

    test('"take" continues with it, for 100 items', async () => {
      const job = addJob(ENDLESS);
      const live = sandbox().store.startRun(job);
      const { json } = await run(node('take'), Array<string>(100).fill(job));
      expect(json.map(({ id }) => id)).toEqual(Array(100).fill(live?.id));
      expect(sends()).toBe(0);
      // One read for all items; waiting asks once more, for the names.
      expect(sandbox().stats.byOperation.job).toBe(operation === 'runAndWait' ? 2 : 1);
    });

    test('"skip" returns it at once, and asks for the names of 101 jobs together', async () => {
      const jobs = addJobs(101, () => ENDLESS);
      const live = jobs.map((job) => sandbox().store.startRun(job)?.id);
      const { json } = await run(node('skip'), jobs);
      const expected = { number: 1, jobName: 'Job', status: 'RUNNING', skipped: true };
      expect(json).toMatchObject(jobs.map((jobId, n) => ({ ...expected, id: live[n], jobId })));
      // Two reads and two requests for names, of up to 100 jobs each.
      expect(sandbox().stats.byOperation.job).toBe(4);
    });

    test('"error" names it, and starts nothing if the node stops on error', async () => {
      const jobs = addJobs(3, () => ENDLESS);
      const busy = jobs[1] ?? '';
      const live = sandbox().store.startRun(busy);
      const { error } = await run(node('error'), jobs);
      expect(error?.message).toBe(`Job ${busy} is already running: run 1 (${live?.id}), RUNNING`);
      expect(error?.description).toBe(
        'Nothing was started for this item. Wait until that run ends, or choose another value for "If Already Running".',
      );
      expect(error?.context).toMatchObject({ itemIndex: 1 });
      expect(sends()).toBe(0);
    });

    test('of several items of one job, "skip" starts a run for the first', async () => {
      const jobs = addJobs(2, () => ENDLESS);
      const { json } = await run(node('skip'), [...jobs, ...jobs, ...jobs]);
      const skipped = [undefined, undefined, true, true, true, true];
      expect(json.map((item) => item.skipped)).toEqual(skipped);
      expect(jobs.map((job) => runsOf(job).length)).toEqual([1, 1]);
    });
  });
}

describeBeside('"error" of "If Already Running"', () => {
  test('starts the others if the node continues on fail', async () => {
    const [job, busy] = [addJob(ENDLESS), addJob(ENDLESS)];
    sandbox().store.startRun(busy);
    const items = [job, busy, job];
    const { outputs } = await run(jobNode('run', { ifRunning: 'error' }, CONTINUES), items);
    expect(itemsOf(outputs)).toEqual([[{ item: 0 }], [{ item: 1 }, { item: 2 }]]);
    // Of two items of one job, the second one names the run of the first.
    const [started] = runsOf(job);
    expect(outputs[1]?.[1]?.json.error).toMatch(
      `Job ${job} is already running: run ${started?.id}, `,
    );
    expect(sends()).toBe(1);
  });

  test('starts nothing if two items are to start one job', async () => {
    const jobs = addJobs(2, () => ENDLESS);
    const { error } = await run(jobNode('run', { ifRunning: 'error' }), [...jobs, jobs[0] ?? '']);
    expect(error?.message).toBe(`Job ${jobs[0]} is started by the items 0 and 2`);
    expect(error?.description).toBe(
      'Remove one item, or choose another value for "If Already Running". The second item would find the run of the first one. Nothing was started for them.',
    );
    expect(error?.context).toMatchObject({ itemIndex: 2 });
    expect(sends()).toBe(0);
  });

  test('names a pipeline as one', async () => {
    const [id, options] = [PIPELINE_IDS.dailySales, { ifRunning: 'error' }];
    const parameters = { pipelineId: byId(id), options };
    const { error } = await perform(sandbox(), 'pipeline.run', parameters, { items: [{}, {}] });
    expect(error?.message).toBe(`Pipeline ${id} is started by the items 0 and 1`);
  });

  test('denies nothing that an earlier try started', async () => {
    const jobs = addJobs(2, () => ENDLESS);
    refuseStart(1);
    const settings = { ...RETRIES, maxTries: 2, waitBetweenTries: 500 };
    const { result } = await start(jobNode('run', { ifRunning: 'error' }, settings), jobs);
    while (sends() < 2) await pause(5);
    const [first = '', second = ''] = jobs;
    const refused = runsOf(first).length === 0 ? first : second;
    sandbox().store.startRun(refused);
    const { error } = await result;
    expect(error?.message).toContain(`Job ${refused} is already running`);
    expect(error?.description).toContain('Runs that were started:');
    expect(error?.description).not.toMatch(/^Nothing was started\.|\sNothing was started\./);
  });
});

describeBeside('of two items of one job whose first one fails, the second one', () => {
  test.each(['take', 'skip'])('starts a run of its own, with "%s"', async (ifRunning) => {
    const job = addJob(ENDLESS);
    refuseStart();
    const { outputs } = await run(jobNode('run', { ifRunning }, CONTINUES), [job, job]);
    expect(itemsOf(outputs)).toEqual([[{ item: 1 }], [{ item: 0 }]]);
    expect(outputs[0]?.[0]?.json).toMatchObject({ id: runsOf(job)[0]?.id });
    expect(outputs[0]?.[0]?.json.skipped).toBeUndefined();
    expect(sends()).toBe(2);
  });

  test('continues with the run that was under way before', async () => {
    const jobId = addJob(ENDLESS);
    const live = sandbox().store.startRun(jobId);
    refuseStart();
    const node = jobNode('run', { ifRunning: '={{ $json.ifRunning }}' }, CONTINUES);
    const items = ['start', 'take'].map((ifRunning) => ({ jobId, ifRunning }));
    const { outputs } = await run(node, items);
    expect(outputs[0]?.map(({ json }) => json.id)).toEqual([live?.id]);
    expect(sends()).toBe(1);
  });

  test('starts nothing if it is not known whether that began a run', async () => {
    const job = addJob(ENDLESS);
    failStart({ kind: 'resetBefore' });
    const options = { ifRunning: 'take', onLostAnswer: 'error' };
    const { outputs } = await run(jobNode('run', options, CONTINUES), [job, job]);
    const unknown = { json: { errorCode: 'OUTCOME_UNKNOWN', mayHaveHappened: true } };
    expect(outputs[1]).toMatchObject([unknown, unknown]);
    expect(sends()).toBe(1);
  });
});

test.each([
  ['run', { ifRunning: 'take' }],
  ['runAndWait', {}],
])('%s %j starts jobs beside one that cannot be read only if it continues', async (...given) => {
  const [operation, options] = given;
  const jobs = [UNKNOWN_JOB, ...addJobs(3)];
  const { error } = await run(jobNode(operation, options), jobs);
  expect(error?.context).toMatchObject({ itemIndex: 0 });
  expect(sends()).toBe(0);
  const { outputs } = await run(jobNode(operation, options, CONTINUES), [...jobs, 'no uuid']);
  const failed = [{ item: 0 }, { item: 4 }];
  expect(itemsOf(outputs)).toEqual([[{ item: 1 }, { item: 2 }, { item: 3 }], failed]);
});

describeBeside('a cancel', () => {
  const slow = testBeside({ seedRuns: false, latencyMs: 50 });
  const isStopped = (job: string) => runsOf(job).every(({ stoppedAt }) => stoppedAt !== null);

  slow.each([true, false])('lets nothing start, "Stop on Cancel" %s', async (stopOnCancel) => {
    const jobs = addJobs(170, () => ENDLESS);
    const { result, cancel } = await start(jobNode('runAndWait', { stopOnCancel }), jobs);
    while (sends() < 60) await pause(5);
    cancel();
    await result;
    await pause(1_000);
    const started = jobs.filter((job) => runsOf(job).length > 0);
    while (stopOnCancel && !started.every(isStopped)) await pause(50);
    // Those whose request had left already.
    expect(started.length).toBeLessThanOrEqual(60 + 2 * 50);
    expect(new Set(started.map(isStopped))).toEqual(new Set([stopOnCancel]));
  });

  test('while 30 lost starts are looked for, stops their runs', async () => {
    const jobs = addJobs(30, () => ({ queueSeconds: 1, durationSeconds: null }));
    failStart({ times: 30 });
    const { result, cancel } = await start(jobNode('runAndWait', { stopOnCancel: true }), jobs);
    while (sends() < 30) await pause(5);
    await pause(300);
    cancel();
    await result;
    while (!jobs.every(isStopped)) await pause(50);
    expect(sends()).toBe(30);
  });
});
