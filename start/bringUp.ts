import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type SandboxOptions, startSandbox } from '../sandbox';
import { buildPackage, installPackage, unpackPackage } from './build';
import { type Elsewhere, signInElsewhere, waitForN8n } from './elsewhere';
import { installN8n, type LocalN8n, startN8n } from './localN8n/localN8n';
import { type Credential, N8nApi, type Owner, type WorkflowFile } from './localN8n/n8nApi';
import { importReadyMade } from './localN8n/readyMade';

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Only for an n8n that listens on this machine alone. */
export const localOwner: Owner = { email: 'owner@local.test', password: 'Local-n8n-1' };

/** The token of MCP clients, also only for an n8n that listens on this machine alone. */
export const localMcpToken = 'local-mcp-token';

interface Surroundings {
  sandboxPort: number;
  /** Port of the sandbox's service of configuration files. Default: a free one. */
  confPort?: number;
  say: (line: string) => void;
  /** Called as soon as a server runs, with what ends it. */
  later: (cleanup: () => Promise<void>) => void;
  /** Options of the sandbox that differ from the usual ones. */
  sandboxOptions?: Omit<SandboxOptions, 'port' | 'confLocalPort'>;
}

interface BringUp extends Surroundings {
  /** The folder with n8n's data. Two that run at the same time need two folders. */
  userFolder: string;
  n8nPort: number;
  /** Further environment variables for n8n. */
  env?: Record<string, string>;
  /** Options of Node for the process of n8n itself. */
  nodeOptions?: string[];
}

export interface Running {
  /** The n8n that runs now. A restart replaces it. */
  n8n: Pick<LocalN8n, 'baseUrl' | 'ended' | 'stop'> & Partial<LocalN8n>;
  userFolder: string;
  api: N8nApi;
  sandbox: Sandbox;
  workflows: WorkflowFile[];
}

/** Starts a real n8n with the nodes as they would be published, and a sandbox platform to which its credential points. */
export async function bringUp(options: BringUp): Promise<Running> {
  const { userFolder, n8nPort, say, later, env, nodeOptions } = options;
  const sandbox = await startPlatform(userFolder, options);
  const [tarball] = await Promise.all([buildPackage(say), installN8n()]);
  await installPackage(tarball, userFolder);

  const started = Date.now();
  say('Starting n8n …');
  const n8n = await startN8n({ userFolder, port: n8nPort, say, env, nodeOptions });
  const api = new N8nApi(n8n.baseUrl);
  const running: Running = { n8n, userFolder, api, sandbox, workflows: [] };
  later(() => running.n8n.stop());

  await signIn(api, userFolder);
  running.workflows = await importReadyMade(api, userFolder, credentialsFor(sandbox));
  say(`n8n is ready after ${Math.round((Date.now() - started) / 1000)} s.`);
  return running;
}

/** Does the same with an n8n that a user starts. It must reach the sandbox, which listens on 127.0.0.1 only. */
export async function bringUpElsewhere(
  elsewhere: Elsewhere,
  options: Surroundings,
): Promise<Running> {
  const { baseUrl, userFolder } = elsewhere;
  const sandbox = await startPlatform(userFolder, options);
  await unpackPackage(await buildPackage(options.say), userFolder);

  await waitForN8n(baseUrl, options.say);
  const api = new N8nApi(baseUrl);
  await signInElsewhere(api, elsewhere);
  const credentials = credentialsFor(sandbox, randomUUID());
  const workflows = await importReadyMade(api, userFolder, credentials, options.say);
  const n8n = { baseUrl, ended: new Promise<never>(() => undefined), stop: async () => undefined };
  return { n8n, userFolder, api, sandbox, workflows };
}

async function startPlatform(userFolder: string, options: Surroundings): Promise<Sandbox> {
  const sandbox = await startSandbox({
    database: join(userFolder, 'sandbox.sqlite'),
    ...options.sandboxOptions,
    port: options.sandboxPort,
    confLocalPort: options.confPort,
  });
  options.later(() => sandbox.close());
  options.say(`The sandbox platform is up. Its page: ${sandbox.baseUrl}/`);
  return sandbox;
}

async function signIn(api: N8nApi, userFolder: string): Promise<void> {
  try {
    await api.signIn(localOwner);
  } catch (error) {
    throw new Error(`${(error as Error).message}
If this n8n's owner was changed, delete ${userFolder} to begin with a fresh one.`);
  }
}

/** Returns the credentials with which n8n reaches this sandbox. */
export function credentialsFor(sandbox: Sandbox, mcpToken = localMcpToken): Credential[] {
  return [
    {
      name: 'Sandbox platform',
      type: 'dataPlatformApi',
      data: { ...platformDefaults, ...tlsDefaults, ...sandbox.credentials },
    },
    {
      name: 'Sandbox configuration files',
      type: 'dataPlatformUploadTokenApi',
      data: { ...tlsDefaults, ...sandbox.uploadCredentials },
    },
    {
      name: 'Sandbox cluster',
      type: 'dataPlatformKubernetesApi',
      data: { ...tlsDefaults, ...sandbox.clusterCredentials },
    },
    { name: 'Local MCP clients', type: 'httpBearerAuth', data: { token: mcpToken } },
  ];
}

const platformDefaults = { catalogAddress: 'auto', realmHeader: 'Platform-Realm' };
const tlsDefaults = {
  allowUnauthorizedCerts: false,
  caCertificate: '',
  clientCertificate: '',
  clientKey: '',
  passphrase: '',
};
