import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Credential, N8nApi, WorkflowFile } from './n8nApi';
import { workflowsFolder } from '../paths';

/** Hashes of the imported files, by name. Edits of the user are kept until the file of the workflow changes. */
type ImportedHashes = Record<string, string>;

/**
 * Saves the credentials and the ready-made workflows in n8n.
 * @param sayKept called with a message for each workflow that n8n has from elsewhere; if undefined, those are overwritten
 * @returns the workflows
 */
export async function importReadyMade(
  api: N8nApi,
  userFolder: string,
  credentials: Credential[],
  sayKept?: (line: string) => void,
): Promise<WorkflowFile[]> {
  const stateFile = join(userFolder, 'imported.json');
  const importedHashes = readState(stateFile);
  const ids = await saveCredentials(api, credentials);
  const workflows = readWorkflowFiles();
  for (const { file, hash, workflow } of workflows) {
    const importedHash = importedHashes[file];
    const isKept = importedHash === hash || (sayKept && !importedHash);
    if (isKept && (await api.hasWorkflow(workflow.id))) {
      if (!importedHash) {
        sayKept?.(`n8n already has the workflow "${workflow.name}". It was not changed.`);
      }
      continue;
    }
    await api.saveWorkflow(replaceCredentials(workflow, ids));
    importedHashes[file] = hash;
  }
  writeFileSync(stateFile, JSON.stringify(importedHashes, undefined, 2));
  return workflows.map(({ workflow }) => workflow);
}

type CredentialIds = Record<string, { id: string; name: string }>;

async function saveCredentials(api: N8nApi, credentials: Credential[]): Promise<CredentialIds> {
  const ids: CredentialIds = {};
  for (const credential of credentials) {
    const { type, name } = credential;
    // Credentials of the sandbox are replaced, because its addresses and tokens are new. Other credentials may be in use.
    const keptId = type.startsWith('dataPlatform')
      ? undefined
      : await api.findCredential(credential);
    ids[type] = { id: keptId ?? (await api.saveCredential(credential)), name };
  }
  return ids;
}

function readWorkflowFiles() {
  return readdirSync(workflowsFolder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const text = readFileSync(join(workflowsFolder, file), 'utf8');
      const hash = createHash('sha256').update(text).digest('hex');
      return { file, hash, workflow: JSON.parse(text) as WorkflowFile };
    });
}

/** Replaces the references to credentials, because n8n has chosen other IDs than those in the file. */
function replaceCredentials(workflow: WorkflowFile, ids: CredentialIds): WorkflowFile {
  const nodes = workflow.nodes.map((node) => ({
    ...node,
    ...(node.credentials && {
      credentials: Object.fromEntries(
        Object.entries(node.credentials).map(([type, reference]) => [type, ids[type] ?? reference]),
      ),
    }),
  }));
  return { ...workflow, nodes };
}

function readState(file: string): ImportedHashes {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ImportedHashes) : {};
}
