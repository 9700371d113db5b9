import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';
import type { StartItem } from '../../support/engine/helperNodes';
import { runNode, type NodeUnderTest, type WorkflowRun } from '../../support/engine/runWorkflow';

export const CONF_FILES_NODE = 'n8n-nodes-data-platform.dataPlatformConfFiles';

const OF_ITEM = { filePath: '={{ $json.path }}' };
export const UPLOAD = { resource: 'file', operation: 'upload', ...OF_ITEM };
export const DOWNLOAD = { resource: 'file', operation: 'download', ...OF_ITEM };
export const DELETE = { resource: 'file', operation: 'delete', ...OF_ITEM };
export const LIST = { resource: 'file', operation: 'getAll', path: '/' };
export const SYNC = { resource: 'folder', operation: 'sync', ...OF_ITEM };

export interface Changes {
  settings?: NodeUnderTest['settings'];
  credential?: object;
  cluster?: object;
}

export async function startEmptySandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return await startSandbox({ seed: false, ...options });
}

type Credentials = (sandbox: Sandbox, changes: Changes) => Record<string, object>;

const runWith =
  (credentials: Credentials) =>
  async (
    sandbox: Sandbox,
    parameters: object,
    items: StartItem[] = [{}],
    changes: Changes = {},
  ): Promise<WorkflowRun> =>
    await runNode(
      { type: CONF_FILES_NODE, parameters: parameters as never, settings: changes.settings },
      credentials(sandbox, changes),
      { items },
    );

/** Nothing in it leads to a local address, and no token was pasted: what works comes through the cluster. */
export const clusterCredentials: Credentials = (sandbox, { credential, cluster }) => ({
  dataPlatformUploadTokenApi: {
    ...sandbox.uploadCredentials,
    localAddress: '',
    uploadToken: '',
    ...credential,
  },
  dataPlatformKubernetesApi: { ...sandbox.clusterCredentials, ...cluster },
});

export const runConfFiles = runWith(({ uploadCredentials }, { credential }) => ({
  dataPlatformUploadTokenApi: { ...uploadCredentials, ...credential },
}));
export const runThroughCluster = runWith(clusterCredentials);

export function textFile(path: string, text: string): StartItem {
  return { json: { path }, file: { name: path.split('/').pop() ?? path, text } };
}

export const actionsOf = ({ json }: WorkflowRun): string[] =>
  json.map(({ action, path }) => `${String(action)} ${String(path)}`);
