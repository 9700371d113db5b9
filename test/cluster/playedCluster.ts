import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MUTUAL_TLS_SERVER } from '../support/clientCertificates';
import { sendJson, startRawServer } from '../support/rawServer';

/** A read-only API server for kubectl with `--dry-run=client`. */
export interface PlayedCluster {
  kubeconfig: string;
  /** A pod may have a `log`. */
  put(path: string, value: object): void;
  close(): Promise<void>;
}

export const toBase64 = (text: string) => Buffer.from(text).toString('base64');

const CORE = '/api/v1';
const KINDS = { nodes: 'Node', pods: 'Pod', services: 'Service', endpoints: 'Endpoints' };
const RESOURCES = Object.entries(KINDS).map(([name, kind]) => ({
  ...{ name, singularName: '', namespaced: name !== 'nodes', kind },
  verbs: ['get', 'list', 'patch', 'delete'],
}));

const DISCOVERY = new Map<string, object>([
  ['/version', { major: '1', minor: '32', gitVersion: 'v1.32.0' }],
  ['/api', { kind: 'APIVersions', versions: ['v1'] }],
  ['/apis', { kind: 'APIGroupList', apiVersion: 'v1', groups: [] }],
  [CORE, { kind: 'APIResourceList', groupVersion: 'v1', resources: RESOURCES }],
]);

export async function startPlayedCluster(): Promise<PlayedCluster> {
  const objects = new Map<string, object & { log?: string }>();
  const { cert, key } = MUTUAL_TLS_SERVER;
  const server = await startRawServer(
    (request, response) => {
      const { pathname } = new URL(request.path, 'https://played');
      const found = DISCOVERY.get(pathname) ?? objects.get(pathname) ?? listAt(pathname, objects);
      if (pathname.endsWith('/log')) response.end(objects.get(path.dirname(pathname))?.log);
      else if (found) sendJson(response, found);
      else response.writeHead(404).end('404 page not found\n');
    },
    { cert, key },
  );
  const folder = mkdtempSync(path.join(tmpdir(), 'played-cluster-'));
  const kubeconfig = path.join(folder, 'config');
  const cluster = { server: server.baseUrl, 'certificate-authority-data': toBase64(cert) };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'main',
    contexts: [{ name: 'main', context: { cluster: 'c', user: 'u' } }],
    clusters: [{ name: 'c', cluster }],
    users: [{ name: 'u', user: { token: 'any' } }],
  };
  writeFileSync(kubeconfig, JSON.stringify(config));
  return {
    kubeconfig,
    put: (at, value) => objects.set(at, value),
    async close() {
      rmSync(folder, { recursive: true, force: true });
      await server.close();
    },
  };
}

/** Lists all objects directly below a path such as `/api/v1/namespaces/a/pods`. */
function listAt(pathname: string, objects: ReadonlyMap<string, object>) {
  const kind = new Map(Object.entries(KINDS)).get(path.basename(pathname));
  const items = [...objects].filter(([at]) => path.dirname(at) === pathname);
  return (
    kind && {
      ...{ kind: `${kind}List`, apiVersion: 'v1', metadata: { resourceVersion: '1' } },
      items: items.map(([, object]) => object),
    }
  );
}
