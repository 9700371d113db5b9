import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Skips the tests if kubectl is missing. */
export function describeWithKubectl(title: string, tests: () => void): void {
  const { error } = spawnSync('kubectl', ['version', '--client']);
  (error ? describe.skip : describe)(title, tests);
}

export interface TriedCluster {
  /** Has the rights of the documentation. */
  credential: { apiServer: string; token: string; namespace: string; caCertificate: string };
  /** @returns output of the command line */
  asAdministrator(commandLine: string): Promise<string>;
  /** Removes everything that was made. @returns names of what is left */
  remove(): Promise<string>;
}

/** Enough bytes for the nodes of a large cluster. */
const MAX_OUTPUT = 256 * 1024 * 1024;
const TRIES_FOR_A_TOKEN = 30;
const TOKEN_PAUSE_MS = 500;

/** All names of a run contain its ID, so that everything can be removed. */
export const newTestId = () => randomBytes(4).toString('hex');

const testNamespace = (id: string) => `data-platform-test-${id}`;

/** Runs the commands of the documentation, with other names. */
export async function setUpAccount(
  kubeconfig: string,
  context?: string,
  id = newTestId(),
): Promise<TriedCluster> {
  const namespace = testNamespace(id);
  const own = (commands: string) =>
    commands
      .replace(/platform-common(?!-)/g, namespace)
      .replace(/\bn8n-(?!token)([a-z-]+)/g, `n8n-$1-${id}`);
  const asAdministrator = runAsAdministrator(kubeconfig, context);
  const remove = async () => await removeTest(asAdministrator, id);
  try {
    await asAdministrator(`kubectl create namespace ${namespace}`);
    const [rights = '', files = '', token = ''] = documentedCommands();
    const lines = own(rights + files)
      .trim()
      .split('\n');
    for (const line of lines) await asAdministrator(line);
    const [create = '', read = ''] = own(token).split(/(?<=^END\n)/m);
    await asAdministrator(create);
    const view = await asAdministrator('kubectl config view --raw --minify --flatten -o json');
    const secret = `kubectl -n ${namespace} get secret n8n-token`;
    const credential = {
      apiServer: (JSON.parse(view) as View).clusters[0]?.cluster.server ?? '',
      token: await untilThere(async () => await asAdministrator(read)),
      namespace,
      caCertificate: await asAdministrator(`${secret} -o jsonpath='{.data.ca\\.crt}' | base64 -d`),
    };
    return { credential, asAdministrator, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

type Administrator = TriedCluster['asAdministrator'];

export function runAsAdministrator(kubeconfig: string, context?: string): Administrator {
  const options = [`--kubeconfig=${kubeconfig}`, ...(context ? [`--context=${context}`] : [])];
  return async (commandLine) => {
    const quoted = options.map((option) => `'${option}'`).join(' ');
    const script = `set -eo pipefail\nkubectl() { command kubectl ${quoted} "$@"; }\n${commandLine}`;
    return (await run('bash', ['-c', script], { maxBuffer: MAX_OUTPUT })).stdout;
  };
}

/** Removes what a run has made. @returns names of what is left */
export async function removeTest(asAdministrator: Administrator, id: string): Promise<string> {
  const namespace = testNamespace(id);
  const everywhere = 'clusterroles,clusterrolebindings,roles,rolebindings,namespaces';
  const left = async () =>
    (await asAdministrator(`kubectl get ${everywhere} -A -o name`))
      .split('\n')
      .filter((name) => name.includes(id));
  // Rights reach beyond the namespace, whose deletion may take long, so they go first.
  for (const name of (await left()).filter((found) => !found.startsWith('namespace/'))) {
    await asAdministrator(
      `kubectl -n kube-system delete ${name} --ignore-not-found; kubectl -n ${namespace} delete ${name} --ignore-not-found`,
    );
  }
  await asAdministrator(`kubectl delete namespace ${namespace} --ignore-not-found --timeout=120s`);
  return (await left()).join(' ');
}

interface View {
  clusters: Array<{ cluster: { server: string } }>;
}

/** @returns commands for rights, for the right to files, and for the token */
function documentedCommands(): string[] {
  const page = readFileSync(path.join(__dirname, '..', '..', 'docs', 'cluster.md'), 'utf8');
  return [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
}

/** The cluster puts the token into its secret a moment after that was made. */
async function untilThere(read: () => Promise<string>): Promise<string> {
  for (let tries = 0; tries < TRIES_FOR_A_TOKEN; tries++) {
    const token = await read();
    if (token !== '') return token;
    await new Promise((resolve) => setTimeout(resolve, TOKEN_PAUSE_MS));
  }
  throw new Error('The cluster has put no token into the secret of the service account');
}
