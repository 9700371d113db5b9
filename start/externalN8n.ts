import { setTimeout as sleep } from 'node:timers/promises';
import { locatePackage } from './build';
import { type N8nApi, type Owner, RedirectError, refuseRedirect } from './localN8n/n8nApi';

const maxMinutesToStart = 10;
const pollIntervalMs = 1000;
const projectsNode = { name: 'n8n-nodes-data-platform.dataPlatformProjects', version: 1 };

/** An n8n that the user starts, in a container or as another process. */
export interface ExternalN8n {
  baseUrl: string;
  /** Path on this machine of the folder that contains `.n8n`. */
  userFolder: string;
  owner: Owner;
}

/** Reads the address and the environment variables of an n8n that the user starts. @throws Error if one is missing or invalid */
export function readExternalN8n(
  address: string,
  environment: Record<string, string | undefined>,
): ExternalN8n {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && (url.username || url.password)) {
    throw new Error(
      '--n8n needs an address without user name and password, such as http://localhost:5678.',
    );
  }
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Error(`--n8n needs an address such as http://localhost:5678, not "${address}".`);
  }
  const readVariable = (variable: string, meaning: string) => {
    const value = environment[variable];
    if (value) return value;
    throw new Error(`Also set ${variable} to ${meaning}.`);
  };
  return {
    baseUrl: url.href.replace(/\/+$/, ''),
    userFolder: readVariable(
      'N8N_USER_FOLDER',
      'the folder that contains the folder .n8n of that n8n',
    ),
    owner: {
      email: readVariable(
        'N8N_OWNER_EMAIL',
        'the email of the owner of that n8n (a new n8n gets this owner)',
      ),
      password: readVariable('N8N_OWNER_PASSWORD', "the owner's password"),
    },
  };
}

/** Waits until the user has started n8n. The nodes must be in n8n's folder before it starts. */
export async function waitForN8n(baseUrl: string, say: (line: string) => void): Promise<void> {
  const deadline = Date.now() + maxMinutesToStart * 60_000;
  for (let attempt = 0; !(await isReady(baseUrl)); attempt += 1) {
    if (attempt === 0) say(`No n8n is ready at ${baseUrl} yet. Start n8n there …`);
    if (Date.now() > deadline) {
      throw new Error(`No n8n was ready at ${baseUrl} within ${maxMinutesToStart} minutes.`);
    }
    await sleep(pollIntervalMs);
  }
}

async function isReady(baseUrl: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(5 * pollIntervalMs);
    const url = `${baseUrl}/healthz/readiness`;
    const response = await fetch(url, { signal, redirect: 'manual' });
    refuseRedirect(response);
    return response.ok;
  } catch (error) {
    if (error instanceof RedirectError) throw error;
    return false;
  }
}

/** @throws Error if the owner's login is wrong, or n8n did not find the nodes in its folder when it started */
export async function signInToExternalN8n(api: N8nApi, externalN8n: ExternalN8n): Promise<void> {
  const { baseUrl, userFolder, owner } = externalN8n;
  const failWith = (advice: string) => (error: Error) => {
    throw new Error(`${error.message}\n${advice}`);
  };
  await api
    .signIn(owner)
    .catch(
      failWith(
        `Set N8N_OWNER_EMAIL and N8N_OWNER_PASSWORD to the login of the owner of the n8n at ${baseUrl}.`,
      ),
    );
  await api
    .request('POST', '/node-types', { nodeInfos: [projectsNode] })
    .catch(
      failWith(
        `The nodes are in ${locatePackage(userFolder)}. Check that this folder is in the user folder of the n8n at ${baseUrl}. Then restart that n8n and run this command again.`,
      ),
    );
}
