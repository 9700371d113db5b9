import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sendJson, startRawServer, type RawServer } from '../../support/rawServer';

const run = promisify(execFile);

const BINARY = ['/usr/bin/kubectl', '/usr/local/bin/kubectl'].find((file) => existsSync(file));

export const KUBECTL = BINARY ?? 'kubectl';

/** Skipped for all to see where kubectl is missing, but never in CI, which installs it. */
export function describeWithKubectl(title: string, tests: () => void): void {
  const isSkipped = BINARY === undefined && process.env.CI === undefined;
  (isSkipped ? describe.skip : describe)(title, tests);
}

/** Answers in kubectl's own words what is there; objects by their path. */
export interface ClusterForKubectl {
  /** Runs a command line in a shell, as somebody who pasted it; gives what it printed. */
  paste(commandLine: string): Promise<string>;
  objects: Record<string, unknown>;
  close(): Promise<void>;
}

type Resources = Record<string, { kind: string; namespaced: boolean }>;

const RESOURCES: Resources = {
  nodes: { kind: 'Node', namespaced: false },
  endpoints: { kind: 'Endpoints', namespaced: true },
  pods: { kind: 'Pod', namespaced: true },
  secrets: { kind: 'Secret', namespaced: true },
  services: { kind: 'Service', namespaced: true },
};

/** What kubectl asks for before anything else. */
const DISCOVERY: Record<string, unknown> = {
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': { kind: 'APIGroupList', apiVersion: 'v1', groups: [] },
  '/api/v1': resourceList('v1', RESOURCES),
};

function resourceList(groupVersion: string, resources: Resources) {
  return {
    kind: 'APIResourceList',
    groupVersion,
    resources: Object.entries(resources).map(([name, resource]) => ({
      name,
      singularName: '',
      verbs: ['get', 'list', 'create', 'patch', 'delete'],
      ...resource,
    })),
  };
}

/** A stand-in for an API server: just enough for the real kubectl. It sends its token over TLS only. */
export async function startClusterForKubectl(): Promise<ClusterForKubectl> {
  const objects: Record<string, unknown> = {};
  const server = await startRawServer(({ path: asked }, response) => {
    const found = DISCOVERY[pathOf(asked)] ?? objects[pathOf(asked)];
    if (typeof found === 'string') response.end(found);
    else if (found === undefined) {
      sendJson(response, { kind: 'Status', status: 'Failure', reason: 'NotFound', code: 404 }, 404);
    } else sendJson(response, found);
  }, certificate());
  const home = mkdtempSync(path.join(tmpdir(), 'kubectl-'));
  return {
    objects,
    paste: async (commandLine) => await paste(commandLine, server, home),
    async close() {
      await server.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function paste(commandLine: string, { baseUrl }: RawServer, home: string): Promise<string> {
  if (BINARY === undefined)
    throw new Error('kubectl is missing: apt-get install kubernetes-client');
  const connection = `--server=${baseUrl} --insecure-skip-tls-verify --token=any`;
  const script = `set -eo pipefail\nkubectl() { ${BINARY} ${connection} "$@"; }\n${commandLine}`;
  const { stdout } = await run('bash', ['-c', script], {
    env: { PATH: process.env.PATH, HOME: home, KUBECONFIG: '/dev/null' },
  });
  return stdout;
}

function pathOf(asked: string): string {
  return new URL(asked, 'https://cluster').pathname;
}

function certificate() {
  const folder = path.join(__dirname, '..', '..', 'support', 'certificates');
  const [key = '', cert = ''] = ['localhost.key.pem', 'localhost.cert.pem'].map((file) =>
    readFileSync(path.join(folder, file), 'utf8'),
  );
  return { key, cert };
}
