import { PROJECT_IDS, startSandbox, type Sandbox } from '../../../../sandbox';
import { pipelineOf } from '../../../operations/onSandbox';
import { byId, perform, performed } from '../support';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const EMPTY = byId('');

let now: number;
let sandbox: Sandbox;
const start = async (options: object = {}) => {
  now = Date.now();
  sandbox = await startSandbox({ seedRuns: false, clock: () => now, ...options });
  return sandbox.store.addProject({ name: 'Many' }).id;
};
afterEach(() => sandbox.close());

/** How many requests some work takes once the schema is known. */
async function requestsOf<T>(work: () => Promise<T>): Promise<[T, number]> {
  await work();
  sandbox.stats.reset();
  return [await work(), sandbox.stats.requests];
}

const SECONDS = { queueSeconds: 0, durationSeconds: 5 };
const addJob = (projectId: string, name: string, script: object = {}) =>
  sandbox.store.addJob({ projectId, name, script: { ...SECONDS, ...script } }).id;

describe('runs of many jobs', () => {
  const hoursAgo = (hours: number) => new Date(now - hours * HOUR_MS).toISOString();
  const YESTERDAY = () => ({ status: ['failed'], since: hoursAgo(24) });

  /** Jobs that failed one hour ago, succeeded two hours ago, and failed three days ago. */
  function addJobs(projectId: string, count: number) {
    return Array.from({ length: count }, (_, n) => {
      const id = addJob(projectId, `Job ${n}`);
      const runAt = (outcome: 'FAILED' | 'SUCCEEDED', hours: number) => {
        const requestedAt = now - hours * HOUR_MS + n;
        return sandbox.store.startRun(id, { requestedAt, script: { outcome } })?.id ?? '';
      };
      const [old, good] = [runAt('FAILED', 72), runAt('SUCCEEDED', 2)];
      return { id, old, good, failed: runAt('FAILED', 1) };
    });
  }

  const list = async (parameters: object, more?: object) => {
    const all = { jobId: EMPTY, returnAll: true, ...parameters };
    return await performed(sandbox, 'jobRun.getAll', all, more);
  };

  test.each([
    ['recent', 1],
    ['middle', 101],
  ] as const)('on a platform that is %s, of %i jobs, in few requests', async (...given) => {
    const [generation, count] = given;
    const projectId = await start({ generation });
    const jobs = addJobs(projectId, count);
    const parameters = { projectId: byId(projectId), options: YESTERDAY() };
    const [json, requests] = await requestsOf(() => list(parameters));
    expect(json.map(({ id }) => id)).toEqual(jobs.map(({ failed }) => failed).reverse());
    const names = { jobId: jobs.at(-1)?.id, jobName: `Job ${count - 1}`, projectId };
    expect(json[0]).toMatchObject({ ...names, status: 'FAILED', succeeded: false, number: 3 });
    // The jobs, their runs, those that are wanted.
    expect(requests).toBe(1 + 2 * Math.ceil(count / 100));
  });

  test('for 100 items share requests', async () => {
    const projectId = await start();
    addJobs(projectId, 2);
    const parameters = { projectId: byId(projectId), options: YESTERDAY() };
    const items = Array.from({ length: 100 }, () => ({ json: {} }));
    const [json, requests] = await requestsOf(() => list(parameters, { items }));
    expect(json).toHaveLength(200);
    expect(requests).toBeLessThan(12);
  });

  test('of all projects, newest first, as many as wanted', async () => {
    const one = await start();
    const other = sandbox.store.addProject({ name: 'Other' }).id;
    const jobs = [...addJobs(one, 3), ...addJobs(other, 3)];
    const parameters = { projectId: EMPTY, options: YESTERDAY() };
    const all = await list(parameters);
    expect(all.map(({ id }) => id).sort()).toEqual(jobs.map(({ failed }) => failed).sort());
    expect(new Set(all.map(({ projectName }) => projectName))).toEqual(new Set(['Many', 'Other']));
    const some = await list({ ...parameters, returnAll: false, limit: 2 });
    expect(some).toEqual(all.slice(0, 2));
  });

  test.each(['recent', 'middle'] as const)('of one job, in one request: %s', async (generation) => {
    const projectId = await start({ generation });
    const [job = { id: '', old: '', good: '', failed: '' }] = addJobs(projectId, 1);
    const idsOf = async (options: object) =>
      (await list({ jobId: byId(job.id), options })).map(({ id }) => id);
    expect(await requestsOf(() => idsOf(YESTERDAY()))).toEqual([[job.failed], 1]);
    expect(await idsOf({ status: ['failed'] })).toEqual([job.failed, job.old]);
    expect(await idsOf({ since: hoursAgo(24) })).toEqual([job.failed, job.good]);
    expect(await idsOf({ status: ['succeeded', 'stopped'] })).toEqual([job.good]);
    expect(await idsOf({ status: ['running'] })).toEqual([]);
  });

  test('of pipelines are listed in the same way', async () => {
    const projectId = await start();
    const pipelineId = pipelineOf(sandbox, addJob(projectId, 'Job', { outcome: 'FAILED' }));
    sandbox.store.pipelines.start(pipelineId);
    now += 60_000;
    const parameters = { pipelineId: EMPTY, projectId: byId(projectId), options: YESTERDAY() };
    const json = await performed(sandbox, 'pipelineRun.getAll', parameters);
    const pipelineName = sandbox.store.pipelines.find(pipelineId)?.name;
    expect(json).toMatchObject([{ pipelineId, pipelineName, status: 'FAILED' }]);
  });

  test('of a busy job, no page is read beyond the limit or the time', async () => {
    const projectId = await start();
    const id = addJob(projectId, 'Busy', { durationSeconds: 1, outcome: 'FAILED' });
    for (let n = 600; n > 0; n--) sandbox.store.startRun(id, { requestedAt: now - n * 60_000 });
    const all = { projectId: byId(projectId), options: { status: ['failed'] } };
    const some = { ...all, returnAll: false, limit: 10 };
    const [json, requests] = await requestsOf(() => list(some));
    expect([json.length, requests]).toEqual([10, 3]);
    expect(await list(all)).toHaveLength(600);
    const lastHour = { jobId: byId(id), options: { since: hoursAgo(1) } };
    expect((await requestsOf(() => list(lastHour)))[1]).toBe(1);
  });

  test.each<[object, string]>([
    [
      { options: { since: 'soon' } },
      '"Since" must be a date such as 2026-11-01 or 2026-11-01T06:00:00, not "soon"',
    ],
    // Not all jobs, as if it were left empty.
    [{ jobId: byId('={{ $json.jobId }}') }, 'No job is selected'],
  ])('are refused for %j', async (parameters, message) => {
    await start();
    const { error } = await perform(sandbox, 'jobRun.getAll', { jobId: EMPTY, ...parameters });
    expect(error?.message).toBe(message);
  });
});

describe('last runs', () => {
  /** Jobs of which every other one has run, each a day longer ago than the one before. */
  function addJobs(projectId: string, count: number) {
    return Array.from({ length: count }, (_, n) => {
      const id = addJob(projectId, `Job ${n}`, { outcome: 'FAILED' });
      for (const days of n % 2 === 1 ? [n + 1, n] : []) {
        sandbox.store.startRun(id, { requestedAt: now - days * DAY_MS });
      }
      return id;
    });
  }

  const list = async (projectId: string, options: object, more: object = {}) => {
    const parameters = { projectId: byId(projectId), returnAll: true, options, ...more };
    return await performed(sandbox, 'job.getAll', parameters);
  };

  test('of 250 jobs are asked for together, as many as the limit lets through', async () => {
    const projectId = await start();
    const jobs = addJobs(projectId, 250);
    const [json, requests] = await requestsOf(() => list(projectId, { lastRun: true }));
    expect(requests).toBe(1 + 3);
    expect(json.map(({ id }) => id)).toEqual(jobs);
    expect(json[0]?.lastRun).toBeNull();
    expect(json[1]?.lastRun).toEqual({
      id: sandbox.store.runsOfJob(jobs[1] ?? '')[0]?.id,
      number: 2,
      status: 'FAILED',
      succeeded: false,
      startTime: new Date(now - DAY_MS).toISOString(),
      endTime: new Date(now - DAY_MS + 5_000).toISOString(),
      url: expect.stringContaining(`/job/${jobs[1]}/instances/`),
    });
    const limit = { returnAll: false, limit: 30 };
    sandbox.stats.reset();
    expect(await list(projectId, { lastRun: true }, limit)).toHaveLength(30);
    expect(sandbox.stats.requests).toBe(2);
  });

  test('what has not run since stays, with what never ran; a run that goes on is one since', async () => {
    const projectId = await start();
    const jobs = addJobs(projectId, 10);
    const endless = addJob(projectId, 'Endless', { durationSeconds: null });
    sandbox.store.startRun(endless, { requestedAt: now - 9 * DAY_MS });
    const idle = async (notRunSinceDays: number, more: object = {}) =>
      (await list(projectId, { notRunSinceDays }, more)).map(({ id }) => id);
    const neverRun = jobs.filter((_, n) => n % 2 === 0);
    const ranLongAgo = (days: number) => jobs.filter((_, n) => n % 2 === 1 && n > days);
    expect((await idle(4)).sort()).toEqual([...neverRun, ...ranLongAgo(4)].sort());
    expect((await idle(0)).sort()).toEqual([...jobs].sort());
    // The limit counts what is left.
    expect(await idle(100, { returnAll: false, limit: 2 })).toEqual(neverRun.slice(0, 2));
    const [first] = await list(projectId, { notRunSinceDays: 100 });
    expect(first).not.toHaveProperty('lastRun');
  });

  test('of all projects, with the same fields as of one, and of pipelines', async () => {
    const projectId = await start();
    addJobs(projectId, 3);
    const ofOne = await list(projectId, { lastRun: true });
    const ofAll = await list('', { lastRun: true });
    expect(ofAll.filter(({ lastRun }) => lastRun !== null)).toHaveLength(1);
    expect(new Set(ofAll.flatMap(Object.keys))).toEqual(new Set(ofOne.flatMap(Object.keys)));
    expect(ofOne[0]).toMatchObject({ projectId, projectName: 'Many' });
    const ofRetail = { projectId: byId(PROJECT_IDS.retail), options: { lastRun: true } };
    const [pipeline] = await performed(sandbox, 'pipeline.getAll', ofRetail);
    expect(pipeline).toMatchObject({ lastRun: null, projectId: PROJECT_IDS.retail });
  });

  test('a platform that lacks them says so; without them it lists', async () => {
    const projectId = await start({ generation: 'documented' });
    const parameters = { projectId: byId(projectId), options: { lastRun: true } };
    const { error } = await perform(sandbox, 'job.getAll', parameters);
    expect(error?.message).toMatch(/^This platform cannot .*"job"/);
    sandbox.stats.reset();
    await list(projectId, {});
    expect(sandbox.stats.byOperation).toMatchObject({ jobs: 1, projects: 1 });
  });

  test('a job that is gone a moment later has none', async () => {
    const projectId = await start();
    addJobs(projectId, 2);
    const gone = { message: 'Job does not exist', path: ['item1'] };
    const errors = [{ ...gone, extensions: { code: 'NOT_FOUND' } }];
    const accident = { kind: 'errors', operation: 'job', data: { item0: null } } as const;
    sandbox.accidents.add({ ...accident, errors, times: 3 });
    expect(await list(projectId, { lastRun: true })).toHaveLength(2);
  });
});
