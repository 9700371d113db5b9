import { PROJECT_IDS } from '../../../sandbox';
import { closeSandboxes } from '../client';
import { dataOf, onAClock } from './client';

afterEach(closeSandboxes);

const projectId = PROJECT_IDS.energy;
const VARIABLES =
  'executionVariablesOutput { key value } executionGlobalVariablesInput { key value }';

test('a run keeps the environment that it started with, and has set its variables at its end', async () => {
  const { ask, at, sandbox } = await onAClock();
  const outputVariables = [{ key: 'ROWS', value: '42', isPassword: false }];
  const script = { queueSeconds: 0, durationSeconds: 10, killSeconds: 0, outputVariables };
  const { id } = sandbox.store.addJob({ projectId, script });
  const day = { scope: 'JOB', entityId: id, name: 'DAY', value: 'first' } as const;
  const variable = sandbox.store.variables.add(day);
  const run = sandbox.store.startRun(id)?.id ?? '';
  const stopped = sandbox.store.startRun(id)?.id ?? '';
  sandbox.store.variables.replace({ ...variable, value: 'second' });
  const of = async (runId: string) =>
    dataOf(await ask(`{ jobInstance(id: "${runId}") { ${VARIABLES} } }`)).jobInstance;
  at(5);
  expect(await of(run)).toMatchObject({ executionVariablesOutput: [] });
  sandbox.store.stopRun(stopped);
  at(10);
  expect(await of(run)).toEqual({
    executionVariablesOutput: [{ key: 'ROWS', value: '42' }],
    executionGlobalVariablesInput: expect.arrayContaining([
      { key: 'DAY', value: 'first' },
    ]) as object,
  });
  expect(await of(stopped)).toMatchObject({ executionVariablesOutput: [] });
});

test('a job gets what those before it have set, also through conditions, and no passwords', async () => {
  const { ask, at, sandbox } = await onAClock();
  const jobs = ['a', 'b', 'c'].map((name) => {
    const outputVariables = [{ key: name, value: name, isPassword: name === 'a' }];
    const script = { queueSeconds: 0, durationSeconds: 10, outputVariables };
    return sandbox.store.addJob({ projectId, name, script }).id;
  });
  const node = (id = '', ...nextNodes: string[]) => ({ id, jobId: id, position: null, nextNodes });
  const [a = '', b = '', c = ''] = jobs;
  const condition = '52000000-0000-4000-8000-0000000000ff';
  const graph = {
    jobNodes: [node(a, b), node(b, condition), node(c)],
    conditionNodes: [
      {
        id: condition,
        position: null,
        condition: 'AllSuccess' as const,
        nextNodesSuccess: [c],
        nextNodesFailure: [],
      },
    ],
  };
  const settings = { hasExecutionVariablesEnabled: true };
  const pipeline = sandbox.store.pipelines.add({ projectId, graph, settings });
  const run = sandbox.store.pipelines.start(pipeline.id)?.id ?? '';
  at(30);
  const inputs =
    'executionVariablesInput { parentJobAlias isDirectParent executionVariables { key value } }';
  const { pipelineInstance } = dataOf(
    await ask(`{ pipelineInstance(id: "${run}") { jobsInstance { ${inputs} } } }`),
  );
  const from = (parentJobAlias: string, isDirectParent: boolean, value: string | null) => ({
    parentJobAlias,
    isDirectParent,
    executionVariables: [{ key: parentJobAlias, value }],
  });
  expect(pipelineInstance).toEqual({
    jobsInstance: [
      { executionVariablesInput: [] },
      { executionVariablesInput: [from('a', true, null)] },
      { executionVariablesInput: [from('a', false, null), from('b', true, 'b')] },
    ],
  });
});
