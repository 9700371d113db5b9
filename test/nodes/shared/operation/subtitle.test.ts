import { NodeHelpers, Workflow, type INodeParameters } from 'n8n-workflow';
import { loadPackage } from '../../../support/engine/nodeTypes';
import { someNode } from '../../../support/someNode';
import { describedOperations } from '../../../support/descriptions/describedOperations';

/** Returns the text below a node on the canvas. */
async function subtitle(name: string, given: INodeParameters): Promise<unknown> {
  const { nodeTypes } = await loadPackage();
  const type = `n8n-nodes-data-platform.${name}`;
  const { description } = nodeTypes.getByNameAndVersion(type);
  const { properties, subtitle: expression } = description;
  const node = someNode({ type, parameters: given });
  node.parameters =
    NodeHelpers.getNodeParameters(properties, given, true, false, node, description) ?? {};
  const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
  await workflow.expression.acquireIsolate();
  try {
    const read = workflow.expression.getSimpleParameterValue.bind(workflow.expression);
    return read(node, expression, 'internal', {}, undefined, 'none');
  } finally {
    await workflow.expression.releaseIsolate();
  }
}

const picked = (cachedResultName: string) => ({
  ...{ __rl: true, mode: 'list', value: '6f1d2c3b-0000-4000-8000-000000000000', cachedResultName },
});
const typed = (value: string) => ({ __rl: true, mode: 'id', value });
const [DAILY_SALES, RETAIL] = [picked('Daily sales'), picked('Retail')];

test.each<[string, string, string, INodeParameters]>([
  ['the job', 'Daily sales', 'job.run', { jobId: DAILY_SALES }],
  ['not its project', 'Daily sales', 'job.run', { projectId: RETAIL, jobId: DAILY_SALES }],
  ['the job of a list of all', 'Daily sales', 'job.run', { jobId: picked('Retail / Daily sales') }],
  ['its whole name', 'Sales / day', 'job.run', { projectId: RETAIL, jobId: picked('Sales / day') }],
  ['the project of a list', 'Retail', 'job.getAll', { projectId: RETAIL }],
  ['the whole name of a new project', 'Sales / day', 'project.create', { name: 'Sales / day' }],
  ['an ID that was typed', '81c3f6aa', 'pipeline.run', { pipelineId: typed('81c3f6aa') }],
  ['the run, not its job', 'r17', 'jobRun.get', { jobId: DAILY_SALES, runId: typed('r17') }],
  [
    'the volume, not where it is moved to',
    'Daily sales',
    'volume.move',
    { volumeId: DAILY_SALES, targetProjectId: RETAIL },
  ],
  [
    'the name of a variable, not its project',
    'TOKEN',
    'environmentVariable.set',
    { scope: 'project', projectId: RETAIL, name: 'TOKEN' },
  ],
  ['the action if nothing was picked', 'Run job', 'job.run', { jobId: typed('') }],
  ['the action if an expression picks', 'Run job', 'job.run', { jobId: typed('={{ $json.id }}') }],
])('below a node of projects stands %s: "%s"', async (_what, expected, chosen, parameters) => {
  const [resource = '', operation = ''] = chosen.split('.');
  expect(await subtitle('dataPlatformProjects', { resource, operation, ...parameters })).toBe(
    expected,
  );
});

test.each<[string, string, INodeParameters]>([
  ['ConfFiles', 'conf/a.yml', { resource: 'file', operation: 'download', filePath: 'conf/a.yml' }],
  ['ConfFiles', '/spark', { resource: 'folder', operation: 'sync', targetPath: '/spark' }],
  ['ProjectsTrigger', 'Run failed', {}],
  ['ProjectsTrigger', 'Run stopped, later', { events: ['runStopped', 'later'] }],
  ['ProjectsTrigger', '', { events: '={{ $json.events }}' }],
])('below a node %s stands its path, or its events: "%s"', async (node, expected, parameters) => {
  expect(await subtitle(`dataPlatform${node}`, parameters)).toBe(expected);
});

test('every operation has a subtitle before anything is picked', async () => {
  for (const { name, node, resource, operation } of describedOperations()) {
    const text = await subtitle(`dataPlatform${node}`, { resource, operation });
    expect([name, text]).toEqual([name, expect.stringMatching(/./)]);
  }
});
