import { WorkflowExecute } from 'n8n-core';
import {
  Workflow,
  type IDataObject,
  type INode,
  type INodeExecutionData,
  type IRun,
  type IRunExecutionData,
} from 'n8n-workflow';
import { additionalDataFor, credentialReferences, type TestCredentials } from './additionalData';
import { useBinaryDataOnDisk } from './binaryData';
import { PASS_NODE_TYPE, READ_NODE_TYPE, START_NODE_TYPE, type StartItem } from './helperNodes';
import { loadPackage, type LoadedPackage } from './nodeTypes';

export const PROJECTS_NODE = 'n8n-nodes-data-platform.dataPlatformProjects';

/** The nodes behind the success output and the error output. */
const READERS = ['After Success', 'After Error'];

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
  /** What the expression came to, one list an output. */
  values: unknown[][];
}

/** Items that carry files. */
export interface StartItems {
  items: StartItem[];
  /** How many branches bring these items to the node. Default 1. */
  branches?: number;
  /** The parameters of nodes of the same type that the items pass through one after the other before the node. */
  before?: Array<INode['parameters']>;
  /** An expression that a node after each output evaluates for each item. */
  expression?: string;
  /** The time zone in the workflow's settings. Default: n8n's. */
  timezone?: string;
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
  const loaded = await loadPackage();
  const workflow = workflowOf(
    loaded,
    node,
    credentials,
    Array.isArray(items) ? { items: items.map((json) => ({ json })) } : items,
  );
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

/**
 * Retries an execution that failed, as a user does: from what n8n saved of it, so nothing that only a process remembers is
 * known. The node may have been changed meanwhile.
 */
export async function retryNode(
  failed: WorkflowRun,
  node: NodeUnderTest,
  credentials: TestCredentials,
): Promise<WorkflowRun> {
  const loaded = await loadPackage();
  const workflow = workflowOf(loaded, node, credentials, { items: [] });
  const saved = JSON.parse(JSON.stringify(failed.run.data)) as IRunExecutionData;
  delete saved.resultData.error;
  saved.resultData.runData.Node?.pop();
  for (const entry of saved.executionData?.nodeExecutionStack ?? []) {
    entry.node = workflow.getNode(entry.node.name) ?? entry.node;
  }
  const additionalData = additionalDataFor(loaded, credentials);
  const execution = new WorkflowExecute(additionalData, 'retry', saved);
  return readRun(await execution.processRunExecutionData(workflow));
}

function workflowOf(
  loaded: LoadedPackage,
  node: NodeUnderTest,
  credentials: TestCredentials,
  { items, branches = 1, before = [], expression, timezone }: StartItems,
): Workflow {
  const passing = Array.from({ length: branches - 1 }, (_, n) => `Branch ${n + 1}`);
  const toNode = { main: [[{ node: 'Node', type: 'main' as const, index: 0 }]] };
  const [first = 'Node', ...rest] = [...before.map((_node, n) => `Before ${n + 1}`), 'Node'];
  const onward = rest.map((name, n) => [n === 0 ? first : `Before ${n + 1}`, name] as const);
  const ownNode = (name: string, parameters: INode['parameters']) => ({
    ...describeNode(name, node.type ?? PROJECTS_NODE, parameters),
    credentials: credentialReferences(credentials),
  });
  const readers = expression === undefined ? [] : READERS;
  const toAll = [first, ...passing].map((name) => ({
    node: name,
    type: 'main' as const,
    index: 0,
  }));
  return new Workflow({
    id: 'test-workflow',
    active: false,
    nodeTypes: loaded.nodeTypes,
    nodes: [
      describeNode('Start', START_NODE_TYPE, { items } as unknown as INode['parameters']),
      ...passing.map((name) => describeNode(name, PASS_NODE_TYPE, {})),
      ...before.map((parameters, n) => ownNode(`Before ${n + 1}`, parameters)),
      { ...ownNode('Node', node.parameters), ...node.settings },
      ...readers.map((name) => describeNode(name, READ_NODE_TYPE, { value: expression })),
    ],
    connections: {
      Start: { main: [toAll] },
      ...Object.fromEntries(
        onward.map(([from, to]) => [from, { main: [[{ node: to, type: 'main', index: 0 }]] }]),
      ),
      ...Object.fromEntries(passing.map((name) => [name, toNode])),
      Node: { main: readers.map((name) => [{ node: name, type: 'main', index: 0 }]) },
    },
    settings: { executionOrder: 'v1', timezone },
  });
}

export function describeNode(name: string, type: string, parameters: INode['parameters']): INode {
  return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters };
}

function readRun(run: IRun): WorkflowRun {
  const task = run.data.resultData.runData.Node?.at(-1);
  const outputs = (task?.data?.main ?? []).map((items) => items ?? []);
  return {
    run,
    outputs,
    json: (outputs[0] ?? []).map(({ json }) => json),
    values: READERS.map((name) =>
      (run.data.resultData.runData[name] ?? []).flatMap(({ data }) =>
        (data?.main?.[0] ?? []).map(({ json }) => json.value),
      ),
    ),
    error: (task?.error ?? run.data.resultData.error) as WorkflowRun['error'],
  };
}
