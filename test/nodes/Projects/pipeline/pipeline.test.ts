import { PROJECT_IDS } from '../../../../sandbox';
import { byId, perform, performed } from '../support';
import { sandboxForEachTest } from '../../../support/testSandbox';

const sandbox = sandboxForEachTest({ seedRuns: false });

const { retail } = PROJECT_IDS;
const projectId = byId(retail);
const asked = () => sandbox.stats.byOperation;

describe('Check Condition', () => {
  test('has the result of each item, in their order', async () => {
    const CASES = [
      { expression: 'double(rmse) < 500.0', variables: { rmse: 420.5 }, result: true },
      { expression: 'double(rmse) < 500.0', variables: { rmse: '500' }, result: false },
      { expression: '1 + 1 == 2', variables: {}, result: true },
      { expression: '2 * -double(n) + 9 / 3 == 1.0', variables: { n: 1 }, result: true },
      { expression: 'flag == "true"', variables: '{ "flag": true }', result: true },
    ];
    const items = CASES.map((json) => ({ json }));
    const expression = '={{ $json.expression }}';
    const parameters = { projectId, expression, variables: '={{ $json.variables }}' };
    expect(await performed(sandbox, 'pipeline.checkCondition', parameters, { items })).toEqual(
      CASES.map(({ expression, result }) => ({ projectId: retail, expression, result })),
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

  test('are made current again by a request that is repeated if its response is lost', async () => {
    const id = addPipeline();
    sandbox.accidents.add({ kind: 'resetAfter', operation: 'rollbackPipelineVersion' });
    const parameters = { pipelineId: byId(id), versionNumber: 1 };
    const [pipeline] = await performed(sandbox, 'pipeline.rollback', parameters);
    expect(pipeline).toMatchObject({ id, currentVersion: { number: 1 } });
    expect(asked().rollbackPipelineVersion).toBe(2);
  });

  test('that all stay fail with the reasons', async () => {
    const parameters = { pipelineId: byId(addPipeline()), versionNumbers: 3 };
    const { error } = await perform(sandbox, 'pipeline.deleteVersions', parameters);
    expect(error?.message).toMatch(/^The platform did not delete the versions 3 of pipeline /);
    expect(error?.description).toContain('version 3: CURRENT_VERSION');
  });
});
