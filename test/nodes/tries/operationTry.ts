import type { INode } from 'n8n-workflow';
import type { StartItem } from '../../support/engine/helperNodes';
import { runNode, type NodeUnderTest, type WorkflowRun } from '../../support/engine/runWorkflow';
import type { Sandbox } from '../../../sandbox';

export interface OperationTry {
  /** As in docs/dev/generations.md, with its resource; several tries may share a name. */
  row: string;
  node: string;
  /** As `job/get`. */
  operation: string;
  /** Makes on the sandbox what the call needs, and gives the parameters without `resource` and `operation`. */
  parameters(sandbox: Sandbox): object;
  items?: StartItem[];
  settings?: Partial<INode>;
}

export interface TryChanges {
  /** In place of what `parameters` gives; these are then not asked for. */
  parameters?: object;
  items?: StartItem[];
  settings?: Partial<INode>;
  credentials?: Record<string, object>;
}

export function nodeOfTry(
  sandbox: Sandbox,
  { node, operation: key, ...tried }: OperationTry,
  { parameters = tried.parameters(sandbox), settings }: TryChanges = {},
): NodeUnderTest {
  const [resource, operation] = key.split('/');
  return {
    type: `n8n-nodes-data-platform.dataPlatform${node}`,
    parameters: { resource, operation, ...parameters } as never,
    settings: { ...tried.settings, ...settings },
  };
}

/** Credentials of every type, copied: n8n writes into what it is given. */
export function credentialsFor(sandbox: Sandbox): Record<string, object> {
  return {
    dataPlatformApi: { ...sandbox.credentials },
    dataPlatformKubernetesApi: { ...sandbox.clusterCredentials },
    dataPlatformUploadTokenApi: { ...sandbox.uploadCredentials },
  };
}

export async function runTry(
  sandbox: Sandbox,
  tried: OperationTry,
  changes: TryChanges = {},
): Promise<WorkflowRun> {
  return await runNode(
    nodeOfTry(sandbox, tried, changes),
    { ...credentialsFor(sandbox), ...changes.credentials },
    { items: changes.items ?? tried.items ?? [{}] },
  );
}

/** Words of a GraphQL server, and of nobody, that no user should have to read. */
export const RAW =
  /Cannot query field|Unknown argument|Unknown type|GRAPHQL_VALIDATION|undefined|\[object|cannot do this/;
