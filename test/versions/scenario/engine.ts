import { Container } from '@n8n/di';
import * as core from 'n8n-core';
import {
  Workflow,
  type IDataObject,
  type IExecuteData,
  type INode,
  type INodeExecutionData,
  type INodeType,
  type IRun,
  type IRunExecutionData,
} from 'n8n-workflow';
import { additionalDataFor, credentialReferences } from '../../support/engine/additionalData';
import { START_NODE_TYPE, type StartItem } from '../../support/engine/helperNodes';
import { loadPackageFrom, type LoadedPackage } from '../../support/engine/nodeTypes';

const PACKAGE = 'n8n-nodes-data-platform.';
const NODE = 'Node';

export interface NodeRun {
  status: string;
  items: INodeExecutionData[];
  error: (Error & { description?: string | null }) | undefined;
}

/** n8n's own engine, of whatever version is installed, with the nodes in place. Uses only what all of them have. */
export class Engine {
  private constructor(
    private readonly loaded: LoadedPackage,
    private readonly credentials: Record<string, object>,
  ) {}

  static async load(folder: string, credentials: Record<string, object>): Promise<Engine> {
    await keepBinaryDataOnDisk();
    return new Engine(await loadPackageFrom(folder), credentials);
  }

  /** The type of a node of the package. */
  nodeType(name: string): INodeType {
    return this.loaded.nodeTypes.getByNameAndVersion(PACKAGE + name) as INodeType;
  }

  /** Runs "items → node" as a whole workflow. */
  run(
    name: string,
    parameters: object,
    items: StartItem[] = [{}],
    settings: Partial<INode> = {},
  ): { result: Promise<NodeRun>; cancel(): void } {
    const start = nodeOf('Start', START_NODE_TYPE, { items });
    const node = { ...this.node(name, parameters), ...settings };
    const workflow = this.workflow([start, node], {
      Start: { main: [[{ node: NODE, type: 'main', index: 0 }]] },
    });
    const first = { node: start, data: { main: [[{ json: {} }]] }, source: null };
    const execution = new core.WorkflowExecute(
      this.additionalData(),
      'manual',
      emptyRun(first),
    ).processRunExecutionData(workflow);
    return { result: execution.then(readRun), cancel: () => execution.cancel() };
  }

  /** Calls the node as the tool of an agent. All calls are made by one run of the agent. */
  asTool(name: string, parameters: object): (input: IDataObject) => Promise<IDataObject[]> {
    const node = { ...this.node(name, parameters), type: `${PACKAGE}${name}Tool` };
    const workflow = this.workflow([node], {});
    const agent: IExecuteData = {
      node: nodeOf('Agent', START_NODE_TYPE, {}),
      data: { main: [[{ json: {} }]] },
      source: null,
    };
    const run = emptyRun(agent);
    let calls = 0;
    return async (json) => {
      const context = new core.SupplyDataContext(
        workflow,
        node,
        this.additionalData(),
        'manual',
        run,
        calls++,
        [],
        {},
        'ai_tool',
        agent,
        [],
      );
      context.addInputData('ai_tool', [[{ json }]]);
      const output = (await this.nodeType(name).execute?.call(
        context as never,
      )) as INodeExecutionData[][];
      return (output[0] ?? []).map((item) => item.json);
    };
  }

  /** Gives what polls a trigger, as n8n does on schedule. What it remembers is kept from poll to poll. */
  trigger(name: string, parameters: object): () => Promise<IDataObject[] | undefined> {
    const node = this.node(name, parameters);
    const workflow = this.workflow([node], {});
    return async () => {
      const context = new core.PollContext(
        workflow,
        node,
        this.additionalData(),
        'trigger',
        'update',
      );
      const output = await this.nodeType(name).poll?.call(context);
      return output?.[0]?.map((item) => item.json);
    };
  }

  /** Asks one of the node's methods, as the editor does. */
  async ask(
    name: string,
    kind: 'listSearch' | 'loadOptions' | 'resourceMapping',
    method: string,
    parameters: object,
  ): Promise<unknown> {
    const node = this.node(name, parameters);
    const additionalData = this.additionalData();
    additionalData.currentNodeParameters = node.parameters;
    const context = new core.LoadOptionsContext(
      this.workflow([node], {}),
      node,
      additionalData,
      'parameters',
    );
    const methods = this.nodeType(name).methods?.[kind] as
      Record<string, (this: unknown) => Promise<unknown>> | undefined;
    const asked = methods?.[method];
    if (!asked) throw new Error(`The node has no method ${method}`);
    return await asked.call(context);
  }

  private node(name: string, parameters: object): INode {
    const credentials = credentialReferences(this.credentials);
    return { ...nodeOf(NODE, PACKAGE + name, parameters), credentials };
  }

  private workflow(nodes: INode[], connections: object): Workflow {
    const { nodeTypes } = this.loaded;
    const find = (type: string) => nodeTypes.getByNameAndVersion(type.replace(/Tool$/, ''));
    return new Workflow({
      id: 'test-workflow',
      active: false,
      nodes,
      connections: connections as never,
      nodeTypes: { ...nodeTypes, getByName: find, getByNameAndVersion: find },
      settings: { executionOrder: 'v1' },
    });
  }

  private additionalData() {
    return additionalDataFor(this.loaded, this.credentials);
  }
}

function nodeOf(name: string, type: string, parameters: object): INode {
  return {
    id: name,
    name,
    type,
    typeVersion: 1,
    position: [0, 0],
    parameters: parameters as INode['parameters'],
  };
}

function emptyRun(first: IExecuteData): IRunExecutionData {
  return {
    version: 1,
    startData: {},
    resultData: { runData: {} },
    executionData: {
      contextData: {},
      metadata: {},
      nodeExecutionStack: [first],
      waitingExecution: {},
      waitingExecutionSource: {},
    },
    // What makes this is not in the oldest versions.
  } as unknown as IRunExecutionData;
}

function readRun({ status, data }: IRun): NodeRun {
  const task = data.resultData.runData[NODE]?.at(-1);
  return {
    status,
    items: task?.data?.main?.[0] ?? [],
    error: (task?.error ?? data.resultData.error) as NodeRun['error'],
  };
}

async function keepBinaryDataOnDisk(): Promise<void> {
  const service = Container.get(core.BinaryDataService);
  if ('BinaryDataConfig' in core) {
    Container.get(core.BinaryDataConfig).mode = 'filesystem';
    return await service.init();
  }
  // Older versions are told when they are initialised.
  await (service.init as (config: object) => Promise<void>)({
    mode: 'filesystem',
    availableModes: ['filesystem'],
    localStoragePath: `${process.env.N8N_USER_FOLDER}/binaryData`,
  });
}
