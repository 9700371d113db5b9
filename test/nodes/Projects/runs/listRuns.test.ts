import { PROJECT_IDS, startSandbox, type Sandbox } from '../../../../sandbox';
import { byId, perform, performed } from '../support';

const HOUR_MS = 3_600_000;
const EMPTY = byId('');

let now: number;
let sandbox: Sandbox;
const start = async (options: object = {}) => {
  now = Date.now();
  sandbox = await startSandbox({ seedRuns: false, clock: () => now, ...options });
  return sandbox.store.addProject({ name: 'Many' }).id;
};
afterEach(() => sandbox.close());

const hoursAgo = (hours: number) => new Date(now - hours * HOUR_MS).toISOString();
const YESTERDAY = () => ({ status: ['failed'], since: hoursAgo(24) });

/** Jobs that failed one hour ago, succeeded two hours ago, and failed three days ago. */
function addJobs(projectId: string, count: number) {
  return Array.from({ length: count }, (_, n) => {
    const script = { queueSeconds: 0, durationSeconds: 5 };
    const { id } = sandbox.store.addJob({ projectId, name: `Job ${n}`, script });
    const runAt = (outcome: 'FAILED' | 'SUCCEEDED', hours: number) => {
      const requestedAt = now - hours * HOUR_MS + n;
      return sandbox.store.startRun(id, { requestedAt, script: { outcome } })?.id ?? '';
    };
    const old = runAt('FAILED', 72);
    const good = runAt('SUCCEEDED', 2);
    return { id, old, good, failed: runAt('FAILED', 1) };
  });
}

const list = async (parameters: object, more?: object) =>
  await performed(sandbox, 'jobRun.getAll', { jobId: EMPTY, returnAll: true, ...parameters }, more);

describe.each(['recent', 'early'] as const)('on a platform that is %s', (generation) => {
  test.each([1, 100, 250])('what failed since yesterday of %i jobs of a project', async (count) => {
    const projectId = await start({ generation });
    const jobs = addJobs(projectId, count);
    await list({ projectId: byId(projectId), options: YESTERDAY() });
    sandbox.stats.reset();
    const json = await list({ projectId: byId(projectId), options: YESTERDAY() });
    expect(json.map(({ id }) => id)).toEqual(jobs.map(({ failed }) => failed).reverse());
    expect(json[0]).toMatchObject({
      jobId: jobs.at(-1)?.id,
      jobName: `Job ${count - 1}`,
      projectId,
      status: 'FAILED',
      succeeded: false,
      number: 3,
    });
    // The jobs, their runs, those that are wanted.
    expect(sandbox.stats.requests).toBe(1 + 2 * Math.ceil(count / 100));
  });

  test('of all projects, newest first, as many as wanted', async () => {
    const one = await start({ generation });
    const other = sandbox.store.addProject({ name: 'Other' }).id;
    const [a, b] = [addJobs(one, 3), addJobs(other, 3)];
    const options = YESTERDAY();
    const all = await list({ projectId: EMPTY, options });
    const ids = [...a, ...b].map(({ failed }) => failed);
    expect(all.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(new Set(all.map(({ projectName }) => projectName))).toEqual(new Set(['Many', 'Other']));
    const some = await list({ projectId: EMPTY, options, returnAll: false, limit: 2 });
    expect(some).toEqual(all.slice(0, 2));
  });

  test('of one job, in one request', async () => {
    const projectId = await start({ generation });
    const [job = { id: '', old: '', good: '', failed: '' }] = addJobs(projectId, 1);
    const idsOf = async (options: object) =>
      (await list({ jobId: byId(job.id), options })).map(({ id }) => id);
    await idsOf({});
    sandbox.stats.reset();
    expect(await idsOf(YESTERDAY())).toEqual([job.failed]);
    expect(sandbox.stats.requests).toBe(1);
    expect(await idsOf({ status: ['failed'] })).toEqual([job.failed, job.old]);
    expect(await idsOf({ since: hoursAgo(24) })).toEqual([job.failed, job.good]);
    expect(await idsOf({ status: ['succeeded', 'stopped'] })).toEqual([job.good]);
    expect(await idsOf({ status: ['running'] })).toEqual([]);
  });

  test('100 items share requests', async () => {
    const projectId = await start({ generation });
    addJobs(projectId, 2);
    const parameters = { projectId: byId(projectId), options: YESTERDAY() };
    await list(parameters);
    sandbox.stats.reset();
    const items = Array.from({ length: 100 }, () => ({ json: {} }));
    expect(await list(parameters, { items })).toHaveLength(200);
    expect(sandbox.stats.requests).toBeLessThan(12);
  });
});

test('runs of pipelines are listed in the same way', async () => {
  const projectId = await start();
  const [job = { id: '' }] = addJobs(projectId, 1);
  const node = { id: job.id, jobId: job.id, position: null, nextNodes: [] };
  const graph = { jobNodes: [node], conditionNodes: [] };
  sandbox.store.setScript(job.id, { outcome: 'FAILED' });
  const { id } = sandbox.store.pipelines.add({ projectId, name: 'Nightly', graph });
  await performed(sandbox, 'pipeline.run', { pipelineId: byId(id) });
  now += 60_000;
  const json = await performed(sandbox, 'pipelineRun.getAll', {
    pipelineId: EMPTY,
    projectId: byId(projectId),
    options: YESTERDAY(),
  });
  expect(json).toMatchObject([{ pipelineId: id, pipelineName: 'Nightly', status: 'FAILED' }]);
});

test('of a busy job, no page is read beyond the limit', async () => {
  const projectId = await start();
  const script = { queueSeconds: 0, durationSeconds: 1, outcome: 'FAILED' as const };
  const { id } = sandbox.store.addJob({ projectId, script });
  for (let n = 600; n > 0; n--) sandbox.store.startRun(id, { requestedAt: now - n * 60_000 });
  const parameters = { projectId: byId(projectId), returnAll: false, limit: 10 };
  await list(parameters);
  sandbox.stats.reset();
  expect(await list({ ...parameters, options: { status: ['failed'] } })).toHaveLength(10);
  expect(sandbox.stats.requests).toBe(3);
  expect(await list({ projectId: byId(projectId) })).toHaveLength(600);
});

test('a project that was deleted, and a time that is none', async () => {
  await start();
  const gone = { __rl: true, mode: 'list', value: PROJECT_IDS.retail.replace(/1$/, 'f') };
  const projectId = { ...gone, cachedResultName: 'Retail' };
  const deleted = await perform(sandbox, 'jobRun.getAll', { jobId: EMPTY, projectId });
  expect(deleted.error?.message).toBe('The project "Retail" does not exist any more');
  const options = { since: 'soon' };
  const wrong = await perform(sandbox, 'jobRun.getAll', { jobId: EMPTY, options });
  expect(wrong.error?.message).toBe('"Since" must be a date or a time, not "soon"');
});

test('an expression that gives no job does not mean all of them', async () => {
  await start();
  const jobId = { __rl: true, mode: 'id', value: '={{ $json.jobId }}' };
  const { error } = await perform(sandbox, 'jobRun.getAll', { jobId });
  expect(error?.message).toBe('No job is selected');
});
