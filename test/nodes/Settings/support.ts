import type { Sandbox } from '../../../sandbox';
import { findSchemaMismatches } from '../../support/descriptions/outputSchema';
import { runNode, type NodeUnderTest, type WorkflowRun } from '../../support/engine/runWorkflow';

export const SETTINGS_NODE = 'n8n-nodes-data-platform.dataPlatformSettings';

/** Settings come as they are; the output of these is the node's own. */
const WITH_KNOWN_OUTPUT = ['clusterNode/check', 'uploadToken/get'];

export async function runSettings(
  sandbox: Sandbox,
  parameters: NodeUnderTest['parameters'],
  credentials: object = {
    dataPlatformApi: sandbox.credentials,
    dataPlatformKubernetesApi: sandbox.clusterCredentials,
  },
): Promise<WorkflowRun> {
  const result = await runNode(
    { type: SETTINGS_NODE, parameters },
    credentials as Record<string, object>,
  );
  const operation = `${String(parameters.resource)}/${String(parameters.operation)}`;
  if (WITH_KNOWN_OUTPUT.includes(operation)) {
    expect(
      result.json.flatMap((json) => findSchemaMismatches('Settings', operation, json)),
    ).toEqual([]);
  }
  return result;
}
