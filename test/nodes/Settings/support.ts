import type { Sandbox } from '../../../sandbox';
import { runNode, type NodeUnderTest, type WorkflowRun } from '../../engine/runWorkflow';

export const SETTINGS_NODE = 'n8n-nodes-data-platform.dataPlatformSettings';

/** Runs one operation of the node under test with both of its credentials, unless others are given. */
export async function runSettings(
  sandbox: Sandbox,
  parameters: NodeUnderTest['parameters'],
  credentials: object = bothCredentials(sandbox),
): Promise<WorkflowRun> {
  return await runNode({ type: SETTINGS_NODE, parameters }, credentials as Record<string, object>);
}

export function bothCredentials({ credentials, clusterCredentials }: Sandbox) {
  return { dataPlatformApi: credentials, dataPlatformKubernetesApi: clusterCredentials };
}
