import { WorkflowExecute } from 'n8n-core';
import type {
  IDataObject,
  INode,
  INodeExecutionData,
  IRun,
  IRunExecutionData,
  Workflow,
} from 'n8n-workflow';
import {
  createAdditionalData,
  describeNode,
  createWorkflow,
  type TestCredentials,
} from './additionalData';
import { useBinaryDataOnDisk } from './binaryData';
import {
  LOOP_NODE_TYPE,
  PASS_NODE_TYPE,
  READ_NODE_TYPE,
  START_NODE_TYPE,
  type StartItem,
} from './helperNodes';
import { loadPackage, type LoadedPackage } from './nodeTypes';

export const PROJECTS_NODE = 'n8n-nodes-data-platform.dataPlatformProjects';

const READER_NODES = ['After Success', 'After Error'];

export interface NodeUnderTest {
  type?: string;
  parameters: INode['parameters'];
  /** Settings of the node, such as `onError` or `retryOnFail`. */
  settings?: Partial<INode>;
}

type TypedNode = NodeUnderTest & { type: string };

export interface WorkflowRun {
  run: IRun;
  /** Output items of the node under test, one list per output. */
  outputs: INodeExecutionData[][];
  json: IDataObject[];
  hints: string[];
  error: (Error & { description?: string | null; context?: IDataObject }) | undefined;
  /** Values of the expression, one list per output. */
  values: unknown[][];
}

export interface StartItems {
  items: StartItem[];
  /** Number of branches through which the items reach the node. Default 1. */
  branches?: number;
  /** Nodes before the node under test. A node without a type has the same type as the node under test. */
  before?: Array<INode['parameters'] | TypedNode>;
  /** True if a loop passes the items to the node one by one. */
  isLoop?: boolean;
  /** Number of nodes in `before` to which a loop passes the items one by one. The nodes after them get all results at once. */
  loopBefore?: number;
  /** Expression that a node after each output evaluates for each item. */
  expression?: string;
  /** Time zone in the workflow's settings. Default: n8n's time zone. */
  timezone?: string;
}

export interface RunningWorkflow {
  result: Promise<WorkflowRun>;
  cancel(): void;
}

/** Runs a workflow with the items and the node of the built package in n8n's own engine. */
export async function runNode(
  node: NodeUnderTest,
  credentials: TestCredentials,
  items?: IDataObject[] | StartItems,
): Promise<WorkflowRun> {
  const { result } = await startNode(node, credentials, items);
  return await result;
}

export async function startNode(
  node: NodeUnderTest,
  credentials: TestCredentials,
  items: IDataObject[] | StartItems = [{}],
): Promise<RunningWorkflow> {
  await useBinaryDataOnDisk();
  const loaded = await loadPackage();
  const workflow = buildWorkflow(
    loaded,
    node,
    credentials,
    Array.isArray(items) ? { items: items.map((json) => ({ json })) } : items,
  );
  const additionalData = createAdditionalData(loaded, credentials);
  const execution = new WorkflowExecute(
    additionalData,
    'manual',
    createRunData(workflow.getNode('Start')),
  ).processRunExecutionData(workflow);
  return {
    result: execution.then(readRun),
    cancel: () => execution.cancel(),
  };
}

/** Creates the data with which n8n starts a run at a node. n8n's function for this has another name in older versions. */
export function createRunData(node: INode | null): IRunExecutionData {
  return {
    version: 1,
    startData: {},
    resultData: { runData: {} },
    executionData: {
      contextData: {},
      metadata: {},
      nodeExecutionStack: node ? [{ node, data: { main: [[{ json: {} }]] }, source: null }] : [],
      waitingExecution: {},
      waitingExecutionSource: {},
    },
  } as unknown as IRunExecutionData;
}

/**
 * Retries a failed execution, as a user does. The retry has only the data that n8n saved, not the memory of the process. The node
 * may be different from the failed one.
 */
export async function retryNode(
  failed: WorkflowRun,
  node: NodeUnderTest,
  credentials: TestCredentials,
): Promise<WorkflowRun> {
  const loaded = await loadPackage();
  const isLoop = failed.run.data.resultData.runData.Loop !== undefined;
  const workflow = buildWorkflow(loaded, node, credentials, { items: [], isLoop });
  const saved = JSON.parse(JSON.stringify(failed.run.data)) as IRunExecutionData;
  delete saved.resultData.error;
  saved.resultData.runData.Node?.pop();
  for (const entry of saved.executionData?.nodeExecutionStack ?? []) {
    entry.node = workflow.getNode(entry.node.name) ?? entry.node;
  }
  const additionalData = createAdditionalData(loaded, credentials);
  const execution = new WorkflowExecute(additionalData, 'retry', saved);
  return readRun(await execution.processRunExecutionData(workflow));
}

function buildWorkflow(
  loaded: LoadedPackage,
  node: NodeUnderTest,
  credentials: TestCredentials,
  {
    items,
    branches = 1,
    before = [],
    isLoop = false,
    loopBefore = 0,
    expression,
    timezone,
  }: StartItems,
): Workflow {
  const type = node.type ?? PROJECTS_NODE;
  const branchNodes = Array.from({ length: branches - 1 }, (_, n) => `Branch ${n + 1}`);
  const row = [...before.map((_node, n) => `Before ${n + 1}`), 'Node'];
  const readers = expression === undefined ? [] : READER_NODES;
  const to = (name: string) => ({ node: name, type: 'main' as const, index: 0 });
  const nodes = [
    describeNode('Start', START_NODE_TYPE, { items } as unknown as INode['parameters']),
    ...branchNodes.map((name) => describeNode(name, PASS_NODE_TYPE, {})),
    ...(isLoop || loopBefore > 0 ? [describeNode('Loop', LOOP_NODE_TYPE, {})] : []),
    ...before.map((node, n) => {
      const name = `Before ${n + 1}`;
      if (!isTyped(node)) return describeNode(name, type, node, credentials);
      const ownCredentials = node.type === type ? credentials : undefined;
      return {
        ...describeNode(name, node.type, node.parameters, ownCredentials),
        ...node.settings,
      };
    }),
    { ...describeNode('Node', type, node.parameters, credentials), ...node.settings },
    ...readers.map((name) => describeNode(name, READ_NODE_TYPE, { value: expression })),
  ];
  const connections = {
    Start: { main: [[row[0] ?? '', ...branchNodes].map(to)] },
    ...Object.fromEntries(row.slice(1).map((name, n) => [row[n] ?? '', { main: [[to(name)]] }])),
    ...Object.fromEntries(branchNodes.map((name) => [name, { main: [[to('Node')]] }])),
    Node: { main: readers.map((name) => [to(name)]) },
    ...(isLoop && {
      Start: { main: [[to('Loop')]] },
      Loop: { main: [[], [to('Node')]] },
      Node: { main: [[to('Loop')]] },
    }),
    ...(loopBefore > 0 && {
      Start: { main: [[to('Loop')]] },
      Loop: { main: [[to(row[loopBefore] ?? '')], [to('Before 1')]] },
      [`Before ${loopBefore}`]: { main: [[to('Loop')]] },
    }),
  };
  const settings = { executionOrder: 'v1' as const, timezone };
  return createWorkflow(loaded, nodes, { connections, settings });
}

function isTyped(node: INode['parameters'] | TypedNode): node is TypedNode {
  return typeof node.type === 'string' && typeof node.parameters === 'object';
}

function readRun(run: IRun): WorkflowRun {
  const task = run.data.resultData.runData.Node?.at(-1);
  const outputs = (task?.data?.main ?? []).map((items) => items ?? []);
  return {
    run,
    outputs,
    json: (outputs[0] ?? []).map(({ json }) => json),
    hints: (task?.hints ?? []).map(({ message }) => message),
    values: READER_NODES.map((name) =>
      (run.data.resultData.runData[name] ?? []).flatMap(({ data }) =>
        (data?.main?.[0] ?? []).map(({ json }) => json.value),
      ),
    ),
    error: (task?.error ?? run.data.resultData.error) as WorkflowRun['error'],
  };
}
