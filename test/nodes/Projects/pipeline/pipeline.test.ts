import { PIPELINE_IDS, PROJECT_IDS, startSandbox, type Sandbox } from '../../../../sandbox';
import { byId, perform, performed } from '../support';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
});
afterEach(() => sandbox.close());

const { retail } = PROJECT_IDS;
const projectId = byId(retail);
const asked = () => sandbox.stats.byOperation;

test('get many returns those of one project, and get the graph of the current version', async () => {
  const all = { projectId, returnAll: true };
  expect(await performed(sandbox, 'pipeline.getAll', all)).toEqual([
    expect.objectContaining({
      id: PIPELINE_IDS.dailySales,
      name: expect.any(String),
      isScheduled: expect.any(Boolean),
    }),
  ]);
  const pipelineId = byId(PIPELINE_IDS.energyForecast);
  const [pipeline] = await performed(sandbox, 'pipeline.get', { pipelineId });
  const { graph } = pipeline?.currentVersion as { graph: Record<string, unknown[]> };
  expect(graph.jobNodes?.[0]).toMatchObject({ job: { name: expect.any(String) } });
  expect(graph.conditionNodes).toHaveLength(1);
});

test.each([
  [{ nextNode: ['2'] }, '"nextNode"'],
  [{ position: { x: 'left', y: 2 } }, 'position.x'],
])('a graph that does not fit the schema is refused: %j', async (more, message) => {
  const [job] = sandbox.store.jobs().filter((one) => one.projectId === retail);
  const graph = { jobNodes: [{ id: '1', job: job?.id, ...more }] };
  const parameters = { projectId, name: 'New', jobsAs: 'graph', graph };
  const { error } = await perform(sandbox, 'pipeline.create', parameters);
  expect(error?.description).toContain(message);
  expect(asked().createGraphPipeline).toBeUndefined();
});

describe('Check Condition', () => {
  test('has the result of each item, in their order', async () => {
    const CASES: Array<[expression: string, variables: unknown, result: boolean]> = [
      ['double(rmse) < 500.0', { rmse: 420.5 }, true],
      ['double(rmse) < 500.0', { rmse: '500' }, false],
      ['day == "Monday" && !(done == "yes")', { day: 'Monday', done: 'no' }, true],
      ['true', {}, true],
      ['flag == "true"', '{ "flag": true }', true],
    ];
    const items = CASES.map(([expression, variables]) => ({ json: { expression, variables } }));
    const expression = '={{ $json.expression }}';
    const parameters = { projectId, expression, variables: '={{ $json.variables }}' };
    const checked = await performed(sandbox, 'pipeline.checkCondition', parameters, {
      items: items as never,
    });
    expect(checked).toEqual(
      CASES.map(([written, , result]) => ({ projectId: retail, expression: written, result })),
    );
  });

  test.each([
    ['a ==', 'cannot be evaluated', 1],
    ['={{ " " }}', 'The expression is empty', undefined],
  ])('of "%s" fails: %s', async (expression, message, sent) => {
    const parameters = { projectId, expression };
    const { error } = await perform(sandbox, 'pipeline.checkCondition', parameters);
    expect(`${error?.message} ${error?.description}`).toContain(message);
    expect(asked().evaluateConditionExpression).toBe(sent);
  });
});

describe('versions of a pipeline', () => {
  const addPipeline = () => {
    const graph = { jobNodes: [], conditionNodes: [] };
    const { id } = sandbox.store.pipelines.add({ projectId: retail, name: 'daily', graph });
    const details = { releaseNote: null, sourceUrl: null, graph };
    for (let n = 0; n < 2; n++) sandbox.store.pipelines.addVersion(id, details, 'demo');
    return id;
  };

  test.each([
    [undefined, 1],
    ['resetAfter', 2],
  ] as const)('are deleted but for the current one (%s)', async (kind, sent) => {
    const id = addPipeline();
    if (kind) sandbox.accidents.add({ kind, operation: 'deletePipelineVersions' });
    const parameters = { pipelineId: byId(id), versionNumbers: '1, 2, 3' };
    const keptVersions = [{ number: 3, reasons: ['CURRENT_VERSION'] }];
    expect(await performed(sandbox, 'pipeline.deleteVersions', parameters)).toMatchObject([
      { id, deletedVersions: [1, 2], keptVersions, currentVersion: { number: 3 } },
    ]);
    const pipeline = sandbox.store.pipelines.find(id);
    const left = pipeline && sandbox.store.pipelines.versions(pipeline);
    expect(left?.map(({ number }) => number)).toEqual([3]);
    expect(asked().deletePipelineVersions).toBe(sent);
  });

  test('that all stay fail with the reasons', async () => {
    const parameters = { pipelineId: byId(addPipeline()), versionNumbers: 3 };
    const { error } = await perform(sandbox, 'pipeline.deleteVersions', parameters);
    expect(error?.message).toMatch(/^The platform did not delete the versions 3 of pipeline /);
    expect(error?.description).toContain('version 3: CURRENT_VERSION');
  });
});
