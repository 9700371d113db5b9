import {
  NodeHelpers,
  Workflow,
  type INode,
  type INodeParameters,
  type INodePropertyOptions,
} from 'n8n-workflow';
import { loadPackage } from '../../../support/engine/nodeTypes';
import { describedNodes } from '../../../support/descriptions/packageNodes';

/** What the editor shows below a node on its canvas. */
async function subtitle(name: string, given: INodeParameters): Promise<unknown> {
  const { nodeTypes } = await loadPackage();
  const type = `n8n-nodes-data-platform.${name}`;
  const { description } = nodeTypes.getByNameAndVersion(type);
  const { properties, subtitle: expression } = description;
  const node: INode = {
    ...{ id: '1', name: 'Node', type, typeVersion: 1, position: [0, 0] },
    parameters: given,
  };
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
  [
    'not its project, of a list of all projects',
    'Daily sales',
    'job.run',
    { jobId: picked('Retail / Daily sales') },
  ],
  [
    'the whole name of a job of the chosen project',
    'Sales / day',
    'job.run',
    { projectId: RETAIL, jobId: picked('Sales / day') },
  ],
  ['the project of a list', 'Retail', 'job.getAll', { projectId: RETAIL }],
  ['the whole name of a new project', 'Sales / day', 'project.create', { name: 'Sales / day' }],
  ['an ID that was typed', '81c3f6aa', 'pipeline.run', { pipelineId: typed('81c3f6aa') }],
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
  [
    'ProjectsTrigger',
    'Run stopped, Run failed, later',
    { events: ['runStopped', 'runFailed', 'later'] },
  ],
  ['ProjectsTrigger', '', { events: '={{ $json.events }}' }],
])('below a node %s stands its path, or its events: "%s"', async (node, expected, parameters) => {
  expect(await subtitle(`dataPlatform${node}`, parameters)).toBe(expected);
});

test('every operation has a subtitle before anything is picked', async () => {
  const missing: string[] = [];
  for (const { name, properties } of describedNodes()) {
    const menus = properties.filter((property) => property.name === 'operation');
    for (const { displayOptions, options } of menus) {
      const resource = displayOptions?.show?.resource?.[0] as string;
      for (const { value } of options as INodePropertyOptions[]) {
        const text = await subtitle(name, { resource, operation: value as string });
        if (typeof text !== 'string' || text === '') missing.push(`${name} ${resource}.${value}`);
      }
    }
  }
  expect(missing).toEqual([]);
});
