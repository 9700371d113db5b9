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
  additionalDataFor,
  describeNode,
  workflowOf,
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

const READERS = ['After Success', 'After Error'];

export interface NodeUnderTest {
  type?: string;
  parameters: INode['parameters'];
  /** Settings of the node, as `onError` or `retryOnFail`. */
  settings?: Partial<INode>;
}

type TypedNode = NodeUnderTest & { type: string };

export interface WorkflowRun {
  run: IRun;
  /** Output items of the node under test, one list an output. */
  outputs: INodeExecutionData[][];
  json: IDataObject[];
  hints: string[];
  error: (Error & { description?: string | null; context?: IDataObject }) | undefined;
  /** Values of the expression, one list for each output. */
  values: unknown[][];
}

export interface StartItems {
  items: StartItem[];
  /** How many branches bring these items to the node. Default 1. */
  branches?: number;
  /** Nodes that the items pass through one after the other before the node; those without a type are of its type. */
  before?: Array<INode['parameters'] | TypedNode>;
  /** Whether the node gets one item after the other, in passes of a loop. */
  isLoop?: boolean;
  /** Whether this many nodes before get one item after the other, and the rest gets all items that come of it. */
  loopBefore?: number;
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

export async function startNode(
  node: NodeUnderTest,
  credentials: TestCredentials,
  items: IDataObject[] | StartItems = [{}],
): Promise<RunningWorkflow> {
  await useBinaryDataOnDisk();
  const loaded = await loadPackage();
  const workflow = workflowWith(
    loaded,
    node,
    credentials,
    Array.isArray(items) ? { items: items.map((json) => ({ json })) } : items,
  );
  const additionalData = additionalDataFor(loaded, credentials);
  const execution = new WorkflowExecute(
    additionalData,
    'manual',
    runBeginningAt(workflow.getNode('Start')),
  ).processRunExecutionData(workflow);
  return {
    result: execution.then(readRun),
    cancel: () => execution.cancel(),
  };
}

/** As n8n's run() begins, which older versions call otherwise. */
export function runBeginningAt(node: INode | null): IRunExecutionData {
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
 * Retries an execution that failed, as a user does: from what n8n saved of it, so nothing that only a process remembers is
 * known. The node may have been changed meanwhile.
 */
export async function retryNode(
  failed: WorkflowRun,
  node: NodeUnderTest,
  credentials: TestCredentials,
): Promise<WorkflowRun> {
  const loaded = await loadPackage();
  const isLoop = failed.run.data.resultData.runData.Loop !== undefined;
  const workflow = workflowWith(loaded, node, credentials, { items: [], isLoop });
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

function workflowWith(
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
  const passing = Array.from({ length: branches - 1 }, (_, n) => `Branch ${n + 1}`);
  const row = [...before.map((_node, n) => `Before ${n + 1}`), 'Node'];
  const readers = expression === undefined ? [] : READERS;
  const to = (name: string) => ({ node: name, type: 'main' as const, index: 0 });
  const nodes = [
    describeNode('Start', START_NODE_TYPE, { items } as unknown as INode['parameters']),
    ...passing.map((name) => describeNode(name, PASS_NODE_TYPE, {})),
    ...(isLoop || loopBefore > 0 ? [describeNode('Loop', LOOP_NODE_TYPE, {})] : []),
    ...before.map((node, n) => {
      const name = `Before ${n + 1}`;
      if (!isTyped(node)) return describeNode(name, type, node, credentials);
      const own = node.type === type ? credentials : undefined;
      return { ...describeNode(name, node.type, node.parameters, own), ...node.settings };
    }),
    { ...describeNode('Node', type, node.parameters, credentials), ...node.settings },
    ...readers.map((name) => describeNode(name, READ_NODE_TYPE, { value: expression })),
  ];
  const connections = {
    Start: { main: [[row[0] ?? '', ...passing].map(to)] },
    ...Object.fromEntries(row.slice(1).map((name, n) => [row[n] ?? '', { main: [[to(name)]] }])),
    ...Object.fromEntries(passing.map((name) => [name, { main: [[to('Node')]] }])),
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
  return workflowOf(loaded, nodes, { connections, settings });
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
    values: READERS.map((name) =>
      (run.data.resultData.runData[name] ?? []).flatMap(({ data }) =>
        (data?.main?.[0] ?? []).map(({ json }) => json.value),
      ),
    ),
    error: (task?.error ?? run.data.resultData.error) as WorkflowRun['error'],
  };
}
