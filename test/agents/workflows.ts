import type { N8nApi, WorkflowFile } from '../../start/localN8n/n8nApi';

type WorkflowNode = WorkflowFile['nodes'][number];
type Changes = Record<string, (node: WorkflowNode) => WorkflowNode>;

/** Saves a copy of a workflow of this n8n, with some of its nodes changed. */
export async function copyWorkflow(
  api: N8nApi,
  id: string,
  copyId: string,
  changes: Changes,
): Promise<WorkflowFile> {
  const { name, nodes, connections, settings } = await api.request<WorkflowFile>(
    'GET',
    `/workflows/${id}`,
  );
  const copy = {
    id: copyId,
    name: `${name} (${copyId})`,
    nodes: nodes.map((node) => changes[node.name]?.(node) ?? node),
    connections,
    settings,
  };
  await api.saveWorkflow(copy);
  return copy;
}

/** Changes some of a node's parameters. */
export function withParameters(parameters: object): (node: WorkflowNode) => WorkflowNode {
  return (node) => ({
    ...node,
    parameters: { ...(node.parameters as object), ...parameters },
  });
}
