import { PIPELINE_IDS, PROJECT_IDS, startSandbox, type Sandbox } from '../../../../sandbox';
import { searchList } from '../../../../harness/engine/searchList';
import { byId, perform, performed } from '../support';
import { NO_SUCH_ID } from '../../../support/ids';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
});
afterEach(() => sandbox.close());

test('get many, of one project', async () => {
  const pipelines = await performed(sandbox, 'pipeline.getAll', {
    projectId: byId(PROJECT_IDS.retail),
    returnAll: true,
  });
  expect(pipelines).toEqual([
    expect.objectContaining({
      id: PIPELINE_IDS.dailySales,
      name: expect.any(String),
      isScheduled: expect.any(Boolean),
    }),
  ]);
});

test('get many, up to a limit', async () => {
  const { id } = sandbox.store.addProject({ name: 'Large' });
  for (let index = 0; index < 5; index++) {
    sandbox.store.pipelines.add({
      projectId: id,
      name: `Pipeline ${index}`,
      graph: { jobNodes: [], conditionNodes: [] },
    });
  }
  const some = { projectId: byId(id), returnAll: false, limit: 2 };
  expect(await performed(sandbox, 'pipeline.getAll', some)).toHaveLength(2);
});

test('get, with the graph of the current version only', async () => {
  const [pipeline] = await performed(sandbox, 'pipeline.get', {
    pipelineId: byId(PIPELINE_IDS.energyForecast),
  });
  expect(pipeline).toMatchObject({ id: PIPELINE_IDS.energyForecast });
  const { graph } = pipeline?.currentVersion as { graph: Record<string, unknown[]> };
  expect(graph.jobNodes?.[0]).toMatchObject({ job: { name: expect.any(String) } });
  expect(graph.conditionNodes).toHaveLength(1);
});

test.each(['resetBefore', 'resetAfter', 'truncated'] as const)(
  'delete, where the answer is lost (%s)',
  async (kind) => {
    sandbox.accidents.add({ kind, operation: 'deletePipeline' });
    const pipelineId = byId(PIPELINE_IDS.dailySales);
    expect(await performed(sandbox, 'pipeline.delete', { pipelineId })).toEqual([
      { deleted: true, id: PIPELINE_IDS.dailySales },
    ]);
    expect(sandbox.store.pipelines.find(PIPELINE_IDS.dailySales)).toBeUndefined();
    expect(sandbox.store.pipelines.find(PIPELINE_IDS.energyForecast)).toBeDefined();
  },
);

test.each(['pipeline.get', 'pipeline.delete'])('%s of an unknown one says so', async (name) => {
  const { error } = await perform(sandbox, name, { pipelineId: byId(NO_SUCH_ID) });
  expect(error?.message).toContain(NO_SUCH_ID);
});

test('the list to choose from, of one project and of all', async () => {
  const search = async (projectId: string) =>
    await searchList({
      method: 'searchPipelines',
      parameters: { projectId: byId(projectId) },
      credentials: { dataPlatformApi: sandbox.credentials },
    });
  const ofOne = await search(PROJECT_IDS.retail);
  expect(ofOne.results.map(({ value }) => value)).toEqual([PIPELINE_IDS.dailySales]);
  const ofAll = await search('');
  expect(ofAll.results.map(({ value }) => value).sort()).toEqual(
    Object.values(PIPELINE_IDS).sort(),
  );
  expect(ofAll.results.every(({ name }) => name.includes(' / '))).toBe(true);
});
