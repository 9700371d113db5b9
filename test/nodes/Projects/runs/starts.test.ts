import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { infoLinesOf } from '../../../support/engine/infoLines';
import { ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';
import { jobNode, jobRunsOn } from './jobRuns';

process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '3';

const test = testBeside({ seedRuns: false });
const { addJob, addJobs, runsOf, sends, failStart, run, start } = jobRunsOn(sandbox);

const ENDLESS = { durationSeconds: null };
const UNKNOWN_JOB = '20000000-0000-4000-8000-00000000dead';

describe.each(['run', 'runAndWait'])('%s', (operation) => {
  test('starts nothing if one of its items has a bad ID or a bad option', async () => {
    const jobs = addJobs(3);
    const badId = await run(jobNode(operation), [...jobs, 'no uuid']);
    expect(badId.error?.message).toContain('"no uuid" is not a valid ID of a job');
    expect(badId.error?.context).toMatchObject({ itemIndex: 3 });
    const [jobId = ''] = jobs;
    const badOption = await run(jobNode(operation, { ifRunning: '={{ $json.ifRunning }}' }), [
      { jobId, ifRunning: 'start' },
      { jobId, ifRunning: 'later' },
    ]);
    expect(badOption.error?.message).toBe(
      '"If Already Running" cannot be "later". Choose one of: error, skip, start, take',
    );
    expect(sends()).toBe(0);
  });

  test.each([
    [21, 20, undefined],
    [25, 20, 'and 4 more'],
  ])('names the runs that were started if the last of %i fails', async (count, named, more) => {
    failStart({ kind: 'status', status: 409, skip: count - 1 });
    const { error } = await run(jobNode(operation), addJobs(count));
    expect(error?.description).toContain('Runs that were started:');
    expect(error?.description?.match(/\(job /g)).toHaveLength(named);
    expect(/and .+ more/.exec(error?.description ?? '')?.[0]).toBe(more);
  });

  test('logs each start and each run that it continues with', async () => {
    const jobs = addJobs(100);
    const lines = await infoLinesOf(() => run(jobNode(operation), jobs));
    const lineOf = (what: string, job: string, item: number) =>
      `Node: ${what} run ${runsOf(job)[0]?.id} of job ${job} (execution test-execution, item ${item})`;
    const starts = lines.filter((line) => / run \S+ of job /.test(line));
    expect(starts.sort()).toEqual(jobs.map((job, item) => lineOf('Started', job, item)).sort());
    const live = addJob({ durationSeconds: 3 });
    sandbox().store.startRun(live);
    const taken = await infoLinesOf(() => run(jobNode(operation, { ifRunning: 'take' }), [live]));
    expect(taken).toContain(lineOf('Took', live, 0));
  });
});

describe('what a platform does not return', () => {
  const hidden = testBeside({ seedRuns: false, introspection: false });
  const documented = testBeside({
    seedRuns: false,
    introspection: false,
    generation: 'documented',
  });

  hidden('"run" sends nothing but the documented request', async () => {
    const { json } = await run(jobNode('run'), [addJob()]);
    expect(json).toHaveLength(1);
    expect(sandbox().stats.byOperation).toEqual({ authenticate: 1, runJob: 1 });
  });

  documented('"runAndWait" starts nothing that it could not wait for', async () => {
    const { error } = await run(jobNode('runAndWait'), [addJob()]);
    expect(error?.message).toContain(
      'This platform cannot return "job": its schema has no query "job"',
    );
    expect(sends()).toBe(0);
  });

  test('"runAndWait" starts none of the jobs beside one that cannot be read', async () => {
    const { error } = await run(jobNode('runAndWait'), [...addJobs(3), UNKNOWN_JOB]);
    expect(error?.context).toMatchObject({ itemIndex: 3 });
    expect(sends()).toBe(0);
  });
});

// n8n completes expressions from one schema for all options, which has the fields of a skipped run as well.
test('"run" returns the fields that its page names, and of a skipped run all', async () => {
  const page = readFileSync(path.join(__dirname, '../../../../docs/nodes/projects/job.md'), 'utf8');
  const job = addJob(ENDLESS);
  sandbox().store.startRun(job);
  for (const ifRunning of ['take', 'start']) {
    const { json } = await run(jobNode('run', { ifRunning }), [job]);
    const fields = Object.keys(json[0] ?? {}).map((field) => `\`${field}\``);
    expect(page).toContain(`It has ${fields.slice(0, -1).join(', ')} and ${fields.at(-1)}, and`);
  }
  const { json } = await run(jobNode('run', { ifRunning: 'skip' }), [job]);
  const whole = { skipped: true, jobName: 'Job', number: 2, trigger: expect.anything() };
  expect(json[0]).toMatchObject(whole);
  expect(page).toContain('All other fields come only if **If Already Running** is Skip');
});

describe('a cancel', () => {
  const slow = testBeside({ seedRuns: false, latencyMs: 50 });
  const isStopped = (job: string) => runsOf(job).every(({ stoppedAt }) => stoppedAt !== null);

  slow.each([true, false])('lets nothing start, "Stop on Cancel" %s', async (stopOnCancel) => {
    const jobs = addJobs(170, () => ENDLESS);
    const { result, cancel } = await start(jobNode('runAndWait', { stopOnCancel }), jobs);
    while (sends() < 60) await pause(5);
    const cancelledAt = Date.now();
    cancel();
    await result;
    // A second on a machine that does nothing else.
    expect(Date.now() - cancelledAt).toBeLessThan(3_000);
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
    for (let tries = 0; tries < 200 && !jobs.every(isStopped); tries++) await pause(50);
    expect(jobs.filter(isStopped)).toEqual(jobs);
    expect(sends()).toBe(30);
  });
});
