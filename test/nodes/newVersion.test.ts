/** The worked example of CONTRIBUTING.md, "Change what is recorded": an operation's default and an output change. */
import {
  VersionedNodeType,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeProperties,
  type INodeType,
  type INodeTypeDescription,
  type IVersionedNodeType,
} from 'n8n-workflow';
import { addNode } from '../support/engine/nodeTypes';
import { runNode } from '../support/engine/runWorkflow';
import { differences } from '../../schemas/interface/compare';
import { describeNode } from '../../schemas/interface/describe';
import type { Interface } from '../../schemas/interface/recorded';

const TYPE = 'n8n-nodes-data-platform.example';

const RESOURCE: INodeProperties = {
  ...{ displayName: 'Resource', name: 'resource', type: 'options', default: 'job' },
  options: [{ name: 'Job', value: 'job' }],
};

/** The menu of a version, with what new nodes begin with. */
const menu = (
  value: string,
  versions: NonNullable<INodeProperties['displayOptions']>['show'] = {},
): INodeProperties => ({
  ...{ displayName: 'Operation', name: 'operation', type: 'options', default: value },
  options: [
    { name: 'Run', value: 'run' },
    { name: 'Run and Wait', value: 'runAndWait' },
  ],
  displayOptions: { show: { resource: ['job'], ...versions } },
});

const DESCRIPTION: INodeTypeDescription = {
  displayName: 'Example',
  name: 'example',
  group: ['transform'],
  description: 'Runs a job',
  version: 1,
  defaults: { name: 'Example' },
  inputs: ['main'],
  outputs: ['main'],
  properties: [RESOURCE, menu('run')],
};

/** In one description: a condition tells which default is of which version. */
const WITH_CONDITIONS: INodeTypeDescription = {
  ...DESCRIPTION,
  version: [1, 1.1],
  properties: [
    RESOURCE,
    menu('run', { '@version': [1] }),
    menu('runAndWait', { '@version': [{ _cnd: { gte: 1.1 } }] }),
  ],
};

/** What the operation is, put out by its old name and, from 1.1 on, by its new one. */
async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const operation = this.getNodeParameter('operation', 0) as string;
  return [[{ json: this.getNode().typeVersion < 1.1 ? { did: operation } : { operation } }]];
}

const oneClass = (description: INodeTypeDescription): INodeType => ({ description, execute });

/** And with a class for each version, where much is different. */
const NEW = { ...DESCRIPTION, version: 1.1, properties: [RESOURCE, menu('runAndWait')] };
const TWO_CLASSES: IVersionedNodeType = new VersionedNodeType(
  { 1: oneClass(DESCRIPTION), 1.1: oneClass(NEW) },
  { ...DESCRIPTION, defaultVersion: 1.1 },
);

/** A node in a workflow that was saved with the defaults: n8n has left them out. */
const runSaved = async (typeVersion: number) => {
  const node = { type: TYPE, parameters: {}, settings: { typeVersion } };
  return (await runNode(node, {})).json;
};

const recordOf = (description: INodeTypeDescription, version: number): Interface => ({
  credentials: {},
  nodes: { [`example ${version}`]: describeNode(description, version, () => undefined) },
});

test.each([
  ['conditions in one description', oneClass(WITH_CONDITIONS)],
  ['a class for each version', TWO_CLASSES],
])(
  'with %s, a saved node keeps what it does and a new one begins with the new',
  async (_, node) => {
    addNode(TYPE, node);
    expect(await runSaved(1)).toEqual([{ did: 'run' }]);
    expect(await runSaved(1.1)).toEqual([{ operation: 'runAndWait' }]);
  },
);

test('the new version is an addition beside the old one', () => {
  const now = {
    credentials: {},
    nodes: { ...recordOf(WITH_CONDITIONS, 1).nodes, ...recordOf(WITH_CONDITIONS, 1.1).nodes },
  };
  expect(differences(recordOf(DESCRIPTION, 1), now)).toEqual({
    breaks: [],
    additions: ['node example 1.1 is new'],
  });
  expect(now.nodes['example 1.1']?.parameters['job: operation']?.default).toBe('runAndWait');
});
