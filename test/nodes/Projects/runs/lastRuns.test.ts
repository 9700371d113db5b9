import { PROJECT_IDS, startSandbox, type Sandbox } from '../../../../sandbox';
import { byId, perform, performed } from '../support';

let now: number;
let sandbox: Sandbox;
const start = async (options: object = {}) => {
  now = Date.now();
  sandbox = await startSandbox({ seedRuns: false, clock: () => now, ...options });
  return sandbox.store.addProject({ name: 'Many' }).id;
};
afterEach(() => sandbox.close());

const DAY_MS = 86_400_000;

/** Jobs of which every other one has run, each a day longer ago than the one before. */
function addJobs(projectId: string, count: number) {
  return Array.from({ length: count }, (_, n) => {
    const script = { queueSeconds: 0, durationSeconds: 5, outcome: 'FAILED' as const };
    const { id } = sandbox.store.addJob({ projectId, name: `Job ${n}`, script });
    if (n % 2 === 1) {
      sandbox.store.startRun(id, { requestedAt: now - (n + 1) * DAY_MS });
      sandbox.store.startRun(id, { requestedAt: now - n * DAY_MS });
    }
    return id;
  });
}

const list = async (projectId: string, options: object, more: object = {}) =>
  await performed(sandbox, 'job.getAll', {
    projectId: byId(projectId),
    returnAll: true,
    options,
    ...more,
  });

test.each([1, 100, 1_000])('last runs of %i jobs, 100 in a request', async (count) => {
  const projectId = await start();
  const jobs = addJobs(projectId, count);
  await list(projectId, { lastRun: true });
  sandbox.stats.reset();
  const json = await list(projectId, { lastRun: true });
  expect(sandbox.stats.requests).toBe(1 + Math.ceil(count / 100));
  expect(json.map(({ id }) => id)).toEqual(jobs);
  expect(json[0]?.lastRun).toBeNull();
  if (count === 1) return;
  expect(json[1]?.lastRun).toEqual({
    id: sandbox.store.runsOfJob(jobs[1] ?? '')[0]?.id,
    number: 2,
    status: 'FAILED',
    succeeded: false,
    startTime: new Date(now - DAY_MS).toISOString(),
    endTime: new Date(now - DAY_MS + 5_000).toISOString(),
    url: expect.stringContaining(`/job/${jobs[1]}/instances/`),
  });
});

test('last runs are asked for as many as the limit lets through', async () => {
  const projectId = await start();
  addJobs(projectId, 250);
  const limit = { returnAll: false, limit: 30 };
  await list(projectId, { lastRun: true }, limit);
  sandbox.stats.reset();
  expect(await list(projectId, { lastRun: true }, limit)).toHaveLength(30);
  expect(sandbox.stats.requests).toBe(2);
});

test('what has not run since stays, with what never ran; a run that goes on is one since', async () => {
  const projectId = await start();
  const jobs = addJobs(projectId, 10);
  const endless = sandbox.store.addJob({ projectId, script: { durationSeconds: null } }).id;
  sandbox.store.startRun(endless, { requestedAt: now - 9 * DAY_MS });
  const idle = async (notRunSinceDays: number, more: object = {}) =>
    (await list(projectId, { notRunSinceDays }, more)).map(({ id }) => id);
  const neverRun = jobs.filter((_, n) => n % 2 === 0);
  const ranLongAgo = (days: number) => jobs.filter((_, n) => n % 2 === 1 && n > days);
  expect((await idle(4)).sort()).toEqual([...neverRun, ...ranLongAgo(4)].sort());
  expect((await idle(100)).sort()).toEqual([...neverRun].sort());
  expect((await idle(0)).sort()).toEqual([...jobs].sort());
  // The limit counts what is left.
  expect(await idle(100, { returnAll: false, limit: 2 })).toEqual(neverRun.slice(0, 2));
  const [first] = await list(projectId, { notRunSinceDays: 100 });
  expect(first).not.toHaveProperty('lastRun');
});

test('of all projects, and of pipelines', async () => {
  const projectId = await start();
  addJobs(projectId, 3);
  const ofAll = await performed(sandbox, 'job.getAll', {
    projectId: byId(''),
    returnAll: true,
    options: { lastRun: true },
  });
  expect(ofAll.filter(({ lastRun }) => lastRun !== null)).toHaveLength(1);
  const pipelines = await performed(sandbox, 'pipeline.getAll', {
    projectId: byId(PROJECT_IDS.retail),
    options: { lastRun: true },
  });
  expect(pipelines[0]).toMatchObject({
    lastRun: null,
    projectId: PROJECT_IDS.retail,
    projectName: 'Retail Analytics',
  });
});

test('a list has the same fields whether a project is chosen or not', async () => {
  const projectId = await start();
  addJobs(projectId, 1);
  const keys = (json: object[]) => [...new Set(json.flatMap((entry) => Object.keys(entry)))].sort();
  const ofOne = await list(projectId, {});
  const ofAll = await performed(sandbox, 'job.getAll', { projectId: byId(''), returnAll: true });
  expect(keys(ofOne)).toEqual(keys(ofAll));
  expect(ofOne[0]).toMatchObject({ projectId, projectName: 'Many' });
});

test('a platform that lacks it says so before anything is sent', async () => {
  const projectId = await start({ generation: 'documented' });
  sandbox.stats.reset();
  const { error } = await perform(sandbox, 'job.getAll', {
    projectId: byId(projectId),
    options: { lastRun: true },
  });
  expect(error?.message).toMatch(/^This platform cannot .*"job"/);
  expect(sandbox.stats.byOperation.jobs).toBeUndefined();
});

test('a list without last runs is one request, with the names of projects', async () => {
  const projectId = await start({ generation: 'documented' });
  sandbox.stats.reset();
  await list(projectId, {});
  expect(sandbox.stats.byOperation).toEqual({ authenticate: 1, jobs: 1, projects: 1 });
  // With the login.
  expect(sandbox.stats.requests).toBe(2);
});

test('a job that is gone a moment later has no last run', async () => {
  const projectId = await start();
  addJobs(projectId, 2);
  const errors = [
    { message: 'Job does not exist', path: ['item1'], extensions: { code: 'NOT_FOUND' } },
  ];
  sandbox.accidents.add({
    kind: 'errors',
    operation: 'job',
    errors,
    data: { item0: null },
    times: 3,
  });
  const json = await list(projectId, { lastRun: true });
  expect(json).toHaveLength(2);
});
