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

/** Token that an MCP client sends to this n8n, which is reachable from this machine only. */
export const localMcpToken = 'local-mcp-token';

interface Surroundings {
  sandboxPort: number;
  /** Where the sandbox lists and hands out configuration files; a free port where left out. */
  confPort?: number;
  say: (line: string) => void;
  /** Called with a function that ends each part as soon as it runs. */
  later: (cleanup: () => Promise<void>) => void;
  /** How the sandbox is to behave, where it differs from its usual ways. */
  sandboxOptions?: Omit<SandboxOptions, 'port' | 'confLocalPort'>;
}

interface BringUp extends Surroundings {
  /** Where this n8n keeps its data; two that run at the same time need two. */
  userFolder: string;
  n8nPort: number;
  /** Further environment variables for n8n. */
  env?: Record<string, string>;
  /** Options of Node for the process of n8n itself. */
  nodeOptions?: string[];
}

export interface Running {
  /** The process that runs now; a restart replaces it. */
  n8n: Pick<LocalN8n, 'baseUrl' | 'ended' | 'stop'> & Partial<LocalN8n>;
  userFolder: string;
  api: N8nApi;
  sandbox: Sandbox;
  workflows: WorkflowFile[];
}

/** The nodes as they would be published, in a real n8n, next to a sandbox platform that its credential points to. */
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

/** The same with an n8n that a user starts. It must reach the sandbox, which listens on 127.0.0.1 only. */
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
    confFolder: join(userFolder, 'configuration-files'),
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

/** The credentials with which n8n reaches this sandbox. */
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
