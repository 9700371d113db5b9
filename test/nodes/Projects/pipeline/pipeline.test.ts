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
      CASES.map(({ result }) => ({ result })),
    );
  });

  test.each([
    ['a ==', 'cannot be evaluated', 1],
    ['={{ "" }}', 'needs a value for "expression"', undefined],
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

  test('are deleted, and the platform says of each whether it is', async () => {
    const id = addPipeline();
    const parameters = { pipelineId: byId(id), versionNumbers: '1, 2, 3' };
    expect(await performed(sandbox, 'pipeline.deleteVersions', parameters)).toEqual([
      { number: 1, success: true },
      { number: 2, success: true },
      { number: 3, success: false },
    ]);
    const pipeline = sandbox.store.pipelines.find(id);
    const left = pipeline && sandbox.store.pipelines.versions(pipeline);
    expect(left?.map(({ number }) => number)).toEqual([3]);
  });

  test('are made current again by a request that is repeated if its response is lost', async () => {
    const id = addPipeline();
    sandbox.accidents.add({ kind: 'resetAfter', operation: 'rollbackPipelineVersion' });
    const parameters = { pipelineId: byId(id), versionNumber: 1 };
    const [pipeline] = await performed(sandbox, 'pipeline.rollback', parameters);
    expect(pipeline).toMatchObject({ id, currentVersion: { number: 1 } });
    expect(asked().rollbackPipelineVersion).toBe(2);
  });
});
