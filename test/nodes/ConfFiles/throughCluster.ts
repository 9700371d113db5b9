import type { Sandbox } from '../../../sandbox';
import type { StartItem } from '../../support/engine/helperNodes';
import { runNode, type NodeUnderTest, type WorkflowRun } from '../../support/engine/runWorkflow';
import { CONF_FILES_NODE } from './support';

/** What differs from a sandbox's own credentials and a plain node. */
export interface ClusterChanges {
  settings?: NodeUnderTest['settings'];
  /** Of the Upload Token credential. */
  credential?: object;
  /** Of the Kubernetes credential. */
  cluster?: object;
}

/** Nothing in it leads to a local address, and no token was pasted: what works comes through the cluster. */
export function clusterCredentials(sandbox: Sandbox, { credential, cluster }: ClusterChanges = {}) {
  return {
    dataPlatformUploadTokenApi: {
      ...sandbox.uploadCredentials,
      localAddress: '',
      uploadToken: '',
      ...credential,
    },
    dataPlatformKubernetesApi: { ...sandbox.clusterCredentials, ...cluster },
  };
}

export async function runThroughCluster(
  sandbox: Sandbox,
  parameters: NodeUnderTest['parameters'],
  items: StartItem[] = [{}],
  changes: ClusterChanges = {},
): Promise<WorkflowRun> {
  return await runNode(
    { type: CONF_FILES_NODE, parameters, settings: changes.settings },
    clusterCredentials(sandbox, changes),
    { items },
  );
}
