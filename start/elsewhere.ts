import { setTimeout as sleep } from 'node:timers/promises';
import { installedPackage } from './build';
import { type N8nApi, type Owner, RedirectError, refuseRedirect } from './localN8n/n8nApi';

const minutesToStart = 10;
const millisecondsBetweenLooks = 1000;
const oneOfOurNodes = { name: 'n8n-nodes-data-platform.dataPlatformProjects', version: 1 };

/** An n8n that a user has started, in a container or as another process. */
export interface Elsewhere {
  baseUrl: string;
  /** The path on this machine of the folder that contains `.n8n`. */
  userFolder: string;
  owner: Owner;
}

/** @throws Error with the missing variable, or the invalid address */
export function readElsewhere(
  address: string,
  environment: Record<string, string | undefined>,
): Elsewhere {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && (url.username || url.password)) {
    throw new Error(
      '--n8n needs an address without user name and password, such as http://localhost:5678.',
    );
  }
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Error(`--n8n needs an address such as http://localhost:5678, not "${address}".`);
  }
  const read = (variable: string, meaning: string) => {
    const value = environment[variable];
    if (value) return value;
    throw new Error(`Set ${variable}, too: ${meaning}.`);
  };
  return {
    baseUrl: url.href.replace(/\/+$/, ''),
    userFolder: read('N8N_USER_FOLDER', 'the folder that has the folder .n8n of that n8n'),
    owner: {
      email: read('N8N_OWNER_EMAIL', 'the owner of that n8n, who is created if it is new'),
      password: read('N8N_OWNER_PASSWORD', "the owner's password"),
    },
  };
}

/** The nodes must already be in its folder when n8n starts. */
export async function waitForN8n(baseUrl: string, say: (line: string) => void): Promise<void> {
  const deadline = Date.now() + minutesToStart * 60_000;
  for (let look = 0; !(await isReady(baseUrl)); look += 1) {
    if (look === 0) say(`Nothing is ready at ${baseUrl} yet. Start n8n there …`);
    if (Date.now() > deadline) {
      throw new Error(`No n8n was ready at ${baseUrl} within ${minutesToStart} minutes.`);
    }
    await sleep(millisecondsBetweenLooks);
  }
}

async function isReady(baseUrl: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(5 * millisecondsBetweenLooks);
    const url = `${baseUrl}/healthz/readiness`;
    const response = await fetch(url, { signal, redirect: 'manual' });
    refuseRedirect(response);
    return response.ok;
  } catch (error) {
    if (error instanceof RedirectError) throw error;
    return false;
  }
}

/** @throws Error if the owner's login is wrong, or n8n was started before the nodes were in its folder */
export async function signInElsewhere(api: N8nApi, elsewhere: Elsewhere): Promise<void> {
  const { baseUrl, userFolder, owner } = elsewhere;
  const fails = (advice: string) => (error: Error) => {
    throw new Error(`${error.message}\n${advice}`);
  };
  await api
    .signIn(owner)
    .catch(
      fails(`N8N_OWNER_EMAIL and N8N_OWNER_PASSWORD must be those of the owner of ${baseUrl}.`),
    );
  await api
    .request('POST', '/node-types', { nodeInfos: [oneOfOurNodes] })
    .catch(
      fails(
        `The nodes are in ${installedPackage(userFolder)}. Check that this is in the user folder of the n8n at ${baseUrl}, restart that n8n, and run this again.`,
      ),
    );
}
