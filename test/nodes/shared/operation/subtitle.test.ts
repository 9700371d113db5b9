import { NodeHelpers, Workflow, type INode, type INodeParameters } from 'n8n-workflow';
import { loadPackage } from '../../../../harness/engine/nodeTypes';
import { packedDescriptions } from '../../../support/descriptions/packedDescriptions';

const DAILY_SALES = {
  __rl: true,
  mode: 'list',
  value: '6f1d2c3b-0000-4000-8000-000000000000',
  cachedResultName: 'Daily sales',
};
const RETAIL = { ...DAILY_SALES, cachedResultName: 'Retail' };

/** What the editor shows below a node on its canvas. */
async function subtitle(name: string, given: INodeParameters): Promise<unknown> {
  const { nodeTypes } = await loadPackage();
  const type = `n8n-nodes-data-platform.${name}`;
  const { description } = nodeTypes.getByNameAndVersion(type);
  const node: INode = {
    id: '1',
    name: 'Node',
    type,
    typeVersion: 1,
    position: [0, 0],
    parameters: given,
  };
  const { properties } = description;
  node.parameters =
    NodeHelpers.getNodeParameters(properties, given, true, false, node, description) ?? {};
  const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
  await workflow.expression.acquireIsolate();
  try {
    return workflow.expression.getSimpleParameterValue(
      node,
      description.subtitle,
      'internal',
      {},
      undefined,
      'none',
    );
  } finally {
    await workflow.expression.releaseIsolate();
  }
}

test.each<[string, string, INodeParameters]>([
  ['Daily sales', 'the job', { resource: 'job', operation: 'run', jobId: DAILY_SALES }],
  [
    'Daily sales',
    'the job, not its project',
    { resource: 'job', operation: 'runAndWait', projectId: RETAIL, jobId: DAILY_SALES },
  ],
  [
    'Daily sales',
    'the job, not its project, where the list had jobs of all projects',
    {
      resource: 'job',
      operation: 'run',
      jobId: { ...DAILY_SALES, cachedResultName: 'Retail / Daily sales' },
    },
  ],
  [
    'Sales / day',
    'the whole name of a job of the chosen project',
    {
      resource: 'job',
      operation: 'run',
      projectId: RETAIL,
      jobId: { ...DAILY_SALES, cachedResultName: 'Sales / day' },
    },
  ],
  ['Retail', 'the project of a list', { resource: 'job', operation: 'getAll', projectId: RETAIL }],
  [
    'Sales / day',
    'the whole name of a new project',
    { resource: 'project', operation: 'create', name: 'Sales / day' },
  ],
  [
    '81c3f6aa',
    'an ID that was typed',
    {
      resource: 'pipeline',
      operation: 'run',
      pipelineId: { __rl: true, mode: 'id', value: '81c3f6aa' },
    },
  ],
  [
    'TOKEN',
    'the name of a variable, not its project',
    {
      resource: 'environmentVariable',
      operation: 'set',
      scope: 'project',
      projectId: RETAIL,
      name: 'TOKEN',
    },
  ],
  [
    'Run job',
    'the action where nothing was picked',
    { resource: 'job', operation: 'run', jobId: { __rl: true, mode: 'list', value: '' } },
  ],
  [
    'Run job',
    'the action where an expression picks',
    {
      resource: 'job',
      operation: 'run',
      jobId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
    },
  ],
])('the subtitle is "%s": %s', async (expected, _what, parameters) => {
  expect(await subtitle('dataPlatformProjects', parameters)).toBe(expected);
});

test('the subtitle of a file is its path', async () => {
  const parameters = { resource: 'file', operation: 'download', filePath: 'conf/a.yml' };
  expect(await subtitle('dataPlatformConfFiles', parameters)).toBe('conf/a.yml');
});

test('the subtitle of a sync is its folder', async () => {
  const parameters = { resource: 'folder', operation: 'sync', targetPath: '/spark' };
  expect(await subtitle('dataPlatformConfFiles', parameters)).toBe('/spark');
});

test('the subtitle of the trigger says its events in words', async () => {
  expect(await subtitle('dataPlatformProjectsTrigger', {})).toBe('Run failed');
  const events = ['runStopped', 'runFailed', 'later'];
  expect(await subtitle('dataPlatformProjectsTrigger', { events })).toBe(
    'Run stopped, Run failed, later',
  );
  expect(await subtitle('dataPlatformProjectsTrigger', { events: '={{ $json.events }}' })).toBe('');
});

test('every operation has a subtitle before anything is picked', async () => {
  const descriptions = await packedDescriptions();
  const missing: string[] = [];
  for (const { name, properties } of descriptions) {
    for (const { displayOptions, options = [] } of properties.filter(
      (property) => property.name === 'operation',
    )) {
      for (const option of options) {
        if (!('value' in option)) continue;
        const [resource] = displayOptions?.show?.resource ?? [];
        const text = await subtitle(name, {
          resource: resource as string,
          operation: option.value as string,
        });
        if (typeof text !== 'string' || text === '') missing.push(`${name} ${option.name}`);
      }
    }
  }
  expect(missing).toEqual([]);
});
