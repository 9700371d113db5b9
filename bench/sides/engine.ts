import type { INodeExecutionData } from 'n8n-workflow';
import type { NodeUnderTest, StartItems } from '../../harness/engine/runWorkflow';

/** Runs "items → node" in n8n's engine; the engine is loaded only in the processes that need it. */
export async function runInEngine(
  node: NodeUnderTest,
  credentials: Record<string, object>,
  items: Array<Record<string, unknown>> | StartItems,
): Promise<INodeExecutionData[]> {
  const { runNode } = await import('../../harness/engine/runWorkflow');
  const { outputs, error } = await runNode(node, credentials, items as StartItems);
  // What n8n kept of it is no Error any more.
  if (error) throw new Error(`${error.message} ${error.description ?? ''}`, { cause: error });
  return outputs[0] ?? [];
}

export function expectItems(items: readonly unknown[], expected: number): void {
  if (items.length !== expected) throw new Error(`${items.length} items instead of ${expected}`);
}
