import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Credential, N8nApi, WorkflowFile } from './n8nApi';
import { workflowsFolder } from '../paths';

/** Hashes of the imported files. A workflow is imported again only if its file changes, so a user's edits are kept. */
type Imported = Record<string, string>;

/**
 * Saves the credentials and the ready-made workflows in n8n.
 * @param sayKept for the n8n of a user: keeps existing workflows, and calls this function with a line for each
 * @returns the workflows
 */
export async function importReadyMade(
  api: N8nApi,
  userFolder: string,
  credentials: Credential[],
  sayKept?: (line: string) => void,
): Promise<WorkflowFile[]> {
  const stateFile = join(userFolder, 'imported.json');
  const imported = readState(stateFile);
  const ids = await saveCredentials(api, credentials);
  const workflows = workflowFiles();
  for (const { file, hash, workflow } of workflows) {
    const known = imported[file];
    if ((known === hash || (sayKept && !known)) && (await api.hasWorkflow(workflow.id))) {
      if (!known) sayKept?.(`The workflow "${workflow.name}" was there before and stays as it is.`);
      continue;
    }
    await api.saveWorkflow(withCredentials(workflow, ids));
    imported[file] = hash;
  }
  writeFileSync(stateFile, JSON.stringify(imported, undefined, 2));
  return workflows.map(({ workflow }) => workflow);
}

type CredentialIds = Record<string, { id: string; name: string }>;

async function saveCredentials(api: N8nApi, credentials: Credential[]): Promise<CredentialIds> {
  const ids: CredentialIds = {};
  for (const credential of credentials) {
    const { type, name } = credential;
    // Only credentials of the sandbox, which has new addresses and tokens, are replaced. Others may be in use.
    const kept = type.startsWith('dataPlatform') ? undefined : await api.findCredential(credential);
    ids[type] = { id: kept ?? (await api.saveCredential(credential)), name };
  }
  return ids;
}

function workflowFiles() {
  return readdirSync(workflowsFolder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const text = readFileSync(join(workflowsFolder, file), 'utf8');
      const hash = createHash('sha256').update(text).digest('hex');
      return { file, hash, workflow: JSON.parse(text) as WorkflowFile };
    });
}

/** n8n chooses the IDs of credentials, so the references in a file are replaced. */
function withCredentials(workflow: WorkflowFile, ids: CredentialIds): WorkflowFile {
  const nodes = workflow.nodes.map((node) => ({
    ...node,
    ...(node.credentials && {
      credentials: Object.fromEntries(
        Object.entries(node.credentials).map(([type, named]) => [type, ids[type] ?? named]),
      ),
    }),
  }));
  return { ...workflow, nodes };
}

function readState(file: string): Imported {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Imported) : {};
}
