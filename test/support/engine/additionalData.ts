import { ExecutionLifecycleHooks } from 'n8n-core';
import {
  Workflow,
  type INode,
  type IWorkflowExecuteAdditionalData,
  type WorkflowParameters,
} from 'n8n-workflow';
import { createCredentialsHelper } from './credentialsHelper';
import type { LoadedPackage } from './nodeTypes';

export type TestCredentials = Record<string, object>;

/** Names of n8n's own addresses, which expressions can read. */
const ADDRESS_NAMES = [
  'restApiUrl',
  'instanceBaseUrl',
  'formWaitingBaseUrl',
  'webhookBaseUrl',
  'webhookWaitingBaseUrl',
  'webhookTestBaseUrl',
];

/** Creates the data that the n8n application passes to its engine. */
export function createAdditionalData(
  loaded: LoadedPackage,
  credentials: TestCredentials,
): IWorkflowExecuteAdditionalData {
  return {
    credentialsHelper: createCredentialsHelper(loaded, credentials),
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

/** Builds the references to credentials in a node of a workflow. */
const buildReferences = (credentials: TestCredentials) =>
  Object.fromEntries(Object.keys(credentials).map((id) => [id, { id, name: id }]));

/** Builds a node of a workflow. @param credentials credentials that the node uses */
export function describeNode(
  name: string,
  type: string,
  parameters: INode['parameters'],
  credentials: TestCredentials = {},
): INode {
  const node: INode = { id: name, name, type, typeVersion: 1, position: [0, 0], parameters };
  return { ...node, credentials: buildReferences(credentials) };
}

export function createWorkflow(
  { nodeTypes }: LoadedPackage,
  nodes: INode[],
  others: Partial<WorkflowParameters> = {},
): Workflow {
  const defaults = { id: 'test-workflow', active: false, connections: {} };
  return new Workflow({ ...defaults, nodeTypes, nodes, ...others });
}
