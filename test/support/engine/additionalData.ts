import { ExecutionLifecycleHooks } from 'n8n-core';
import {
  Workflow,
  type INode,
  type IWorkflowExecuteAdditionalData,
  type WorkflowParameters,
} from 'n8n-workflow';
import { credentialsInMemory } from './credentialsHelper';
import type { LoadedPackage } from './nodeTypes';

export type TestCredentials = Record<string, object>;

/** n8n's own addresses; the engine puts them into expressions. */
const ADDRESS_NAMES = [
  'restApiUrl',
  'instanceBaseUrl',
  'formWaitingBaseUrl',
  'webhookBaseUrl',
  'webhookWaitingBaseUrl',
  'webhookTestBaseUrl',
];

/** Data that the n8n application gives to its engine. */
export function additionalDataFor(
  loaded: LoadedPackage,
  credentials: TestCredentials,
): IWorkflowExecuteAdditionalData {
  return {
    credentialsHelper: credentialsInMemory(loaded, credentials),
    hooks: new ExecutionLifecycleHooks('manual', 'test-execution', {
      id: 'test-workflow',
      name: 'Test',
      active: false,
      activeVersionId: null,
      isArchived: false,
      nodes: [],
      connections: {},
      createdAt: new Date(),
      updatedAt: new Date(),
    }),
    executionId: 'test-execution',
    currentNodeExecutionIndex: 0,
    variables: {},
    ...Object.fromEntries(ADDRESS_NAMES.map((name) => [name, 'http://127.0.0.1:5678/'])),
    logAiEvent: () => undefined,
  } as unknown as IWorkflowExecuteAdditionalData;
}

/** References to credentials, as a node of a workflow holds them. */
const credentialReferences = (credentials: TestCredentials) =>
  Object.fromEntries(Object.keys(credentials).map((id) => [id, { id, name: id }]));

/** A node of a workflow. @param credentials those that it uses */
export function describeNode(
  name: string,
  type: string,
  parameters: INode['parameters'],
  credentials: TestCredentials = {},
): INode {
  const node: INode = { id: name, name, type, typeVersion: 1, position: [0, 0], parameters };
  return { ...node, credentials: credentialReferences(credentials) };
}

export function workflowOf(
  { nodeTypes }: LoadedPackage,
  nodes: INode[],
  others: Partial<WorkflowParameters> = {},
): Workflow {
  const usual = { id: 'test-workflow', active: false, connections: {} };
  return new Workflow({ ...usual, nodeTypes, nodes, ...others });
}
