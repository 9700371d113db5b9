import { ExecutionLifecycleHooks } from 'n8n-core';
import type { IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { CredentialsInMemory } from './credentialsHelper';
import type { LoadedPackage } from './nodeTypes';

/** The data of each credential, by its type. */
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

/** What the n8n application hands to its engine. */
export function additionalDataFor(
  loaded: LoadedPackage,
  credentials: TestCredentials,
): IWorkflowExecuteAdditionalData {
  return {
    credentialsHelper: new CredentialsInMemory(loaded, credentials),
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
export function credentialReferences(credentials: TestCredentials) {
  return Object.fromEntries(
    Object.keys(credentials).map((type) => [type, { id: type, name: type }]),
  );
}
