import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeType } from 'n8n-workflow';
import { loadPackage } from '../../harness/engine/nodeTypes';
import { runNode, type NodeUnderTest, type WorkflowRun } from '../../harness/engine/runWorkflow';

const TYPE = 'n8n-nodes-data-platform.dataPlatformSettings';

export function credentialOf(fields: object) {
  return { namespace: 'platform-common', ...fields };
}

/** Runs an operation with a Kubernetes credential alone, if with any. */
export async function runSettings(
  parameters: NodeUnderTest['parameters'],
  credential?: object,
): Promise<WorkflowRun> {
  const credentials: Record<string, object> =
    credential === undefined ? {} : { dataPlatformKubernetesApi: credential };
  return await runNode({ type: TYPE, parameters }, credentials);
}

/** Presses the button "Test" of the credential. */
export async function press(data: object) {
  const { nodeTypes } = await loadPackage();
  const node = nodeTypes.getByName(TYPE) as INodeType;
  const credential = { data } as unknown as ICredentialsDecrypted;
  const test = node.methods?.credentialTest?.testKubernetesCredential;
  return await test?.call({} as ICredentialTestFunctions, credential);
}
