import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type SandboxOptions, startSandbox } from '../sandbox';
import { buildPackage, installPackage, unpackPackage } from './build';
import { type Elsewhere, signInElsewhere, waitForN8n } from './elsewhere';
import { installN8n, type LocalN8n, startN8n } from './localN8n/localN8n';
import { type Credential, N8nApi, type Owner, type WorkflowFile } from './localN8n/n8nApi';
import { importReadyMade } from './localN8n/readyMade';

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** This login is only for an n8n that listens only on this machine. */
export const localOwner: Owner = { email: 'owner@local.test', password: 'Local-n8n-1' };

/** This token of MCP clients is only for an n8n that listens only on this machine. */
export const localMcpToken = 'local-mcp-token';

interface Surroundings {
  sandboxPort: number;
  /** Port of the sandbox's configuration file service. Default: a free port. */
  confPort?: number;
  say: (line: string) => void;
  /** Called as soon as a server runs, with a function that ends it. */
  later: (cleanup: () => Promise<void>) => void;
  sandboxOptions?: Omit<SandboxOptions, 'port' | 'confLocalPort'>;
}

interface BringUp extends Surroundings {
  /** The folder with n8n's data. Each running n8n needs its own. */
  userFolder: string;
  n8nPort: number;
  env?: Record<string, string>;
  /** Options of Node for the process of n8n itself. */
  nodeOptions?: string[];
}

export interface Running {
  /** A restart replaces it. */
  n8n: Pick<LocalN8n, 'baseUrl' | 'ended' | 'stop'> & Partial<LocalN8n>;
  userFolder: string;
  api: N8nApi;
  sandbox: Sandbox;
  workflows: WorkflowFile[];
}

/** Starts a real n8n with the packed nodes, and a sandbox platform with its credentials. */
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

/** Does the same with an n8n that a user starts. That n8n must reach the sandbox, which listens only on 127.0.0.1. */
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
