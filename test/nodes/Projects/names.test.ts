import {
  APP_IDS,
  JOB_IDS,
  PIPELINE_IDS,
  PROJECT_IDS,
  startSandbox,
  type Sandbox,
} from '../../../sandbox';
import { byId, performed } from './support';

/** Names beside the IDs in outputs, asked for once for all items. */

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const items = (count: number) => ({ items: Array.from({ length: count }, () => ({ json: {} })) });
const stats = () => sandbox.stats.byOperation;

test.each([1, 100])('technologies of %i jobs and apps have their labels', async (count) => {
  const jobs = await performed(
    sandbox,
    'job.get',
    { jobId: byId(JOB_IDS.tripIngestion) },
    items(count),
  );
  expect(jobs).toHaveLength(count);
  for (const { technology } of jobs) expect(technology).toMatchObject({ label: 'Spark' });
  expect(stats().technology).toBe(1);
  const app = { appId: byId(APP_IDS.salesDashboard) };
  const [read] = await performed(sandbox, 'app.get', app);
  const [listed] = await performed(sandbox, 'app.getAll', { projectId: byId(PROJECT_IDS.retail) });
  for (const one of [read, listed]) expect(one?.technology).toMatchObject({ label: 'Dashboard' });
  expect(stats().technology).toBe(2);
});

test('a job that is changed has the label of its technology, also where the catalog is away', async () => {
  const jobId = byId(JOB_IDS.priceWatch);
  const change = { jobId, updateFields: { description: 'Changed' } };
  const [changed] = await performed(sandbox, 'job.update', change);
  const [copy] = await performed(sandbox, 'job.duplicate', { jobId });
  for (const one of [changed, copy]) expect(one?.technology).toMatchObject({ label: 'Python' });

  const other = await startSandbox();
  try {
    for (const path of ['/technology', '/gateway']) {
      other.accidents.add({ kind: 'status', status: 404, path, times: 1_000 });
    }
    const [without] = await performed(other, 'job.update', change);
    expect(without).toMatchObject({ id: JOB_IDS.priceWatch, description: 'Changed' });
    expect(without?.technology).not.toHaveProperty('label');
  } finally {
    await other.close();
  }
});

test.each([
  ['jobRun.get', 1],
  ['jobRun.get', 100],
  ['jobRun.stop', 1],
  ['jobRun.stop', 100],
])('%s of %i items has the names of job and project', async (operation, count) => {
  // Those that were stopped cannot be stopped again.
  sandbox.store.setScript(JOB_IDS.vehicleStream, { durationSeconds: null });
  const ids = Array.from(
    { length: count },
    () => sandbox.store.startRun(JOB_IDS.vehicleStream)?.id,
  );
  const each = { items: ids.map((id) => ({ json: { id } })) };
  const runs = await performed(sandbox, operation, { runId: '={{ $json.id }}' }, each);
  expect(runs).toHaveLength(count);
  for (const run of runs) {
    expect(run).toMatchObject({
      jobId: JOB_IDS.vehicleStream,
      jobName: 'Stream vehicle positions',
      projectName: 'Urban Mobility',
    });
  }
  expect(stats().job).toBe(1);
});

test('runs of pipelines report the names of pipeline and project', async () => {
  const pipelineId = PIPELINE_IDS.dailySales;
  const names = { pipelineName: 'Daily sales', projectName: 'Retail Analytics' };
  const listed = await performed(sandbox, 'pipelineRun.getAll', { pipelineId: byId(pipelineId) });
  expect(listed.length).toBeGreaterThan(1);
  for (const run of listed) expect(run).toMatchObject({ pipelineId, ...names });
  const runId = listed[0]?.id;
  const [read] = await performed(sandbox, 'pipelineRun.get', { runId });
  const live = sandbox.store.pipelines.start(pipelineId)?.id;
  const [stopped] = await performed(sandbox, 'pipelineRun.stop', { runId: live });
  for (const run of [read, stopped]) expect(run).toMatchObject({ pipelineId, ...names });
});

test('a run that was skipped for one under way reports its names', async () => {
  const [run] = await performed(sandbox, 'job.runAndWait', {
    jobId: byId(JOB_IDS.vehicleStream),
    options: { ifRunning: 'skip' },
  });
  expect(run).toMatchObject({
    skipped: true,
    jobName: 'Stream vehicle positions',
    projectName: 'Urban Mobility',
  });
});
