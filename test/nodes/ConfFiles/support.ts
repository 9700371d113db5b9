import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';
import type { StartItem } from '../../support/engine/helperNodes';
import { runNode, type NodeUnderTest, type WorkflowRun } from '../../support/engine/runWorkflow';

export const CONF_FILES_NODE = 'n8n-nodes-data-platform.dataPlatformConfFiles';

/** A sandbox without the demo's files. */
export async function startEmptySandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return await startSandbox({ seed: false, ...options });
}

/** Runs one operation of the node under test. */
export async function runConfFiles(
  sandbox: Sandbox,
  parameters: NodeUnderTest['parameters'],
  items: StartItem[] = [{}],
  { settings, credential }: { settings?: NodeUnderTest['settings']; credential?: object } = {},
): Promise<WorkflowRun> {
  return await runNode(
    { type: CONF_FILES_NODE, parameters, settings },
    { dataPlatformUploadTokenApi: { ...sandbox.uploadCredentials, ...credential } },
    { items },
  );
}

export interface SyncFields {
  options?: object;
  settings?: NodeUnderTest['settings'];
  targetPath?: string;
  filePath?: string;
  binaryPropertyName?: string;
  dryRun?: boolean;
}

/** Syncs files to a folder. What is not given is not written, as a new node stores it. */
export async function runSync(
  sandbox: Sandbox,
  items: StartItem[],
  { options = {}, settings, ...fields }: SyncFields = {},
): Promise<WorkflowRun> {
  const parameters = { resource: 'folder', operation: 'sync', options: options as never };
  return await runConfFiles(sandbox, { ...parameters, ...fields }, items, { settings });
}

export function textFile(path: string, text: string): StartItem {
  return { json: { path }, file: { name: path.split('/').pop() ?? path, text } };
}
