import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox';
import { buildPackage, installPackage, unpackPackage } from './build';
import { type ExternalN8n, signInToExternalN8n, waitForN8n } from './externalN8n';
import { installN8n, type LocalN8n, startN8n } from './localN8n/localN8n';
import { type Credential, N8nApi, type Owner, type WorkflowFile } from './localN8n/n8nApi';
import { importReadyMade } from './localN8n/readyMade';

/** Login of the local n8n. It is no secret, because that n8n listens only on this machine. */
export const localOwner: Owner = { email: 'owner@local.test', password: 'Local-n8n-1' };

/** Token for MCP clients of the local n8n. It is no secret, because that n8n listens only on this machine. */
export const localMcpToken = 'local-mcp-token';

interface PlatformOptions {
  sandboxPort: number;
  /** Port of the sandbox's configuration file service. Default: a free port. */
  confPort?: number;
  say: (line: string) => void;
  /** Called as soon as a server runs, with a function that stops the server. */
  addCleanup: (cleanup: () => Promise<void>) => void;
  sandboxOptions?: Omit<SandboxOptions, 'port' | 'confLocalPort'>;
}

interface BringUpOptions extends PlatformOptions {
  /** Folder with n8n's data. Each running n8n needs a folder of its own. */
  userFolder: string;
  n8nPort: number;
  env?: Record<string, string>;
  /** Command line options of Node for n8n's main process. */
  nodeOptions?: string[];
}

export interface Running {
  /** The running n8n. A restart replaces this value. */
  n8n: Pick<LocalN8n, 'baseUrl' | 'ended' | 'stop'> & Partial<LocalN8n>;
  userFolder: string;
  api: N8nApi;
  sandbox: Sandbox;
  workflows: WorkflowFile[];
}

/** Starts a real n8n with the packed nodes, and a sandbox platform with its credentials. */
export async function bringUp(options: BringUpOptions): Promise<Running> {
  const { userFolder, n8nPort, say, addCleanup, env, nodeOptions } = options;
  const sandbox = await startPlatform(userFolder, options);
  const [tarball] = await Promise.all([buildPackage(say), installN8n()]);
  await installPackage(tarball, userFolder);

  const started = Date.now();
  say('Starting n8n …');
  const n8n = await startN8n({ userFolder, port: n8nPort, say, env, nodeOptions });
  const api = new N8nApi(n8n.baseUrl);
  const running: Running = { n8n, userFolder, api, sandbox, workflows: [] };
  addCleanup(() => running.n8n.stop());

  await signIn(api, userFolder);
  running.workflows = await importReadyMade(api, userFolder, buildCredentials(sandbox));
  say(`n8n is ready after ${Math.round((Date.now() - started) / 1000)} s.`);
  return running;
}

/** Starts a sandbox platform for an n8n that the user starts. That n8n must reach the sandbox, which listens only on 127.0.0.1. */
export async function bringUpWithExternalN8n(
  externalN8n: ExternalN8n,
  options: PlatformOptions,
): Promise<Running> {
  const { baseUrl, userFolder } = externalN8n;
  const sandbox = await startPlatform(userFolder, options);
  await unpackPackage(await buildPackage(options.say), userFolder);

  await waitForN8n(baseUrl, options.say);
  const api = new N8nApi(baseUrl);
  await signInToExternalN8n(api, externalN8n);
  const credentials = buildCredentials(sandbox, randomUUID());
  const workflows = await importReadyMade(api, userFolder, credentials, options.say);
  const n8n = { baseUrl, ended: new Promise<never>(() => undefined), stop: async () => undefined };
  return { n8n, userFolder, api, sandbox, workflows };
}

async function startPlatform(userFolder: string, options: PlatformOptions): Promise<Sandbox> {
  const sandbox = await startSandbox({
    database: join(userFolder, 'sandbox.sqlite'),
    ...options.sandboxOptions,
    port: options.sandboxPort,
    confLocalPort: options.confPort,
  });
  options.addCleanup(() => sandbox.close());
  options.say(`The sandbox platform is running. Its page: ${sandbox.baseUrl}/`);
  return sandbox;
}

async function signIn(api: N8nApi, userFolder: string): Promise<void> {
  try {
    await api.signIn(localOwner);
  } catch (error) {
    throw new Error(`${(error as Error).message}
If you changed the owner of this n8n, delete ${userFolder} to start with a new n8n.`);
  }
}

export function buildCredentials(sandbox: Sandbox, mcpToken = localMcpToken): Credential[] {
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
