import { WorkflowExecute } from 'n8n-core';
import {
  Workflow,
  type IDataObject,
  type INode,
  type INodeExecutionData,
  type IRun,
} from 'n8n-workflow';
import { additionalDataFor, credentialReferences, type TestCredentials } from './additionalData';
import { useBinaryDataOnDisk } from './binaryData';
import { START_NODE_TYPE, type StartItem } from './helperNodes';
import { loadPackage } from './nodeTypes';

export const PROJECTS_NODE = 'n8n-nodes-data-platform.dataPlatformProjects';

export interface NodeUnderTest {
  type?: string;
  parameters: INode['parameters'];
  /** Settings of the node, as `onError` or `retryOnFail`. */
  settings?: Partial<INode>;
}

export interface WorkflowRun {
  run: IRun;
  /** Output items of the node under test, one list an output. */
  outputs: INodeExecutionData[][];
  /** The JSON of its first output. */
  json: IDataObject[];
  error: (Error & { description?: string | null; context?: IDataObject }) | undefined;
}

/** Items that carry files. */
export interface StartItems {
  items: StartItem[];
}

export interface RunningWorkflow {
  result: Promise<WorkflowRun>;
  cancel(): void;
}

/** Runs "items → node" as a whole workflow in n8n's own engine, with the built package. */
export async function runNode(
  node: NodeUnderTest,
  credentials: TestCredentials,
  items?: IDataObject[] | StartItems,
): Promise<WorkflowRun> {
  const { result } = await startNode(node, credentials, items);
  return await result;
}

/** The same, to be cancelled on the way. */
export async function startNode(
  node: NodeUnderTest,
  credentials: TestCredentials,
  items: IDataObject[] | StartItems = [{}],
): Promise<RunningWorkflow> {
  await useBinaryDataOnDisk();
  const startItems = 'items' in items ? items.items : items.map((json) => ({ json }));
  const loaded = await loadPackage();
  const workflow = new Workflow({
    id: 'test-workflow',
    active: false,
    nodeTypes: loaded.nodeTypes,
    nodes: [
      describeNode('Start', START_NODE_TYPE, {
        items: startItems,
      } as unknown as INode['parameters']),
      {
        ...describeNode('Node', node.type ?? PROJECTS_NODE, node.parameters),
        credentials: credentialReferences(credentials),
        ...node.settings,
      },
    ],
    connections: {
      Start: { main: [[{ node: 'Node', type: 'main', index: 0 }]] },
    },
    settings: { executionOrder: 'v1' },
  });
  const additionalData = additionalDataFor(loaded, credentials);
  const execution = new WorkflowExecute(additionalData, 'manual').run({
    workflow,
    startNode: workflow.getNode('Start') ?? undefined,
  });
  return {
    result: execution.then(readRun),
    cancel: () => execution.cancel(),
  };
}

function describeNode(name: string, type: string, parameters: INode['parameters']): INode {
  return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters };
}

function readRun(run: IRun): WorkflowRun {
  const task = run.data.resultData.runData.Node?.at(-1);
  const outputs = (task?.data?.main ?? []).map((items) => items ?? []);
  return {
    run,
    outputs,
    json: (outputs[0] ?? []).map(({ json }) => json),
    error: (task?.error ?? run.data.resultData.error) as WorkflowRun['error'],
  };
}
