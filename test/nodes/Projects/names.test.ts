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

const stats = () => sandbox.stats.byOperation;

test('technologies of 20 jobs, and of apps, have their labels', async () => {
  const items = Array.from({ length: 20 }, () => ({ json: {} }));
  const jobId = byId(JOB_IDS.tripIngestion);
  const jobs = await performed(sandbox, 'job.get', { jobId }, { items });
  const technology = expect.objectContaining({ label: 'Spark' });
  expect(jobs).toMatchObject(items.map(() => ({ technology })));
  expect(stats().technology).toBe(1);
  const app = { appId: byId(APP_IDS.salesDashboard) };
  const [read] = await performed(sandbox, 'app.get', app);
  const [listed] = await performed(sandbox, 'app.getAll', { projectId: byId(PROJECT_IDS.retail) });
  for (const one of [read, listed]) expect(one?.technology).toMatchObject({ label: 'Dashboard' });
  expect(stats().technology).toBe(2);
});

test.each(['jobRun.get', 'jobRun.stop'])('%s has the names of job and project', async (name) => {
  const jobId = JOB_IDS.vehicleStream;
  sandbox.store.setScript(jobId, { durationSeconds: null });
  const items = Array.from({ length: 20 }, () => ({
    json: { id: sandbox.store.startRun(jobId)?.id },
  }));
  const runs = await performed(sandbox, name, { runId: '={{ $json.id }}' }, { items });
  const names = { jobName: 'Stream vehicle positions', projectName: 'Urban Mobility' };
  expect(runs).toMatchObject(items.map(() => ({ jobId, ...names })));
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
