import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { toBase64, writeKubeconfig } from './kubeconfig';
import { ASKING_SERVER } from '../support/clientCertificates';
import { sendJson, startRawServer, type ReceivedRequest } from '../support/rawServer';
import { isAllowed, type Stored } from './playedRights';

/** Plays an API server: as much of one as the real kubectl needs to set an account up and to clean up behind it. */
export interface PlayedCluster {
  /** The file of its administrator. */
  kubeconfig: string;
  put(path: string, value: object): void;
  /** Paths of everything that is in it. */
  paths(): string[];
  close(): Promise<void>;
}

const CORE = '/api/v1';
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const KINDS = new Map<string, { kind: string; namespaced: boolean; group: string }>([
  ['nodes', { kind: 'Node', namespaced: false, group: CORE }],
  ['namespaces', { kind: 'Namespace', namespaced: false, group: CORE }],
  ['pods', { kind: 'Pod', namespaced: true, group: CORE }],
  ['secrets', { kind: 'Secret', namespaced: true, group: CORE }],
  ['services', { kind: 'Service', namespaced: true, group: CORE }],
  ['services/proxy', { kind: 'ServiceProxyOptions', namespaced: true, group: CORE }],
  ['endpoints', { kind: 'Endpoints', namespaced: true, group: CORE }],
  ['serviceaccounts', { kind: 'ServiceAccount', namespaced: true, group: CORE }],
  ['roles', { kind: 'Role', namespaced: true, group: RBAC }],
  ['rolebindings', { kind: 'RoleBinding', namespaced: true, group: RBAC }],
  ['clusterroles', { kind: 'ClusterRole', namespaced: false, group: RBAC }],
  ['clusterrolebindings', { kind: 'ClusterRoleBinding', namespaced: false, group: RBAC }],
]);
const VERBS = new Map([
  ['POST', 'create'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
]);
const ALWAYS = [
  { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute' },
];

const OF_GPUS = { key: 'nvidia.com/gpu', operator: 'Exists', effect: 'NoSchedule' };
const STATUS = { kind: 'Status', apiVersion: 'v1', metadata: {} };

interface Refusal {
  code: number;
  reason: string;
  message: string;
  details?: object;
}

/** Object that a path names. */
interface Asked {
  group: string;
  namespace?: string;
  resource: string;
  name?: string;
  /** Part after the name, such as `proxy`. */
  rest: string[];
}

export async function startPlayedCluster(): Promise<PlayedCluster> {
  const adminToken = randomBytes(16).toString('hex');
  const users = new Map([[adminToken, 'admin']]);
  // As the output of kubectl for a cluster of some hundred nodes.
  const annotations = { long: 'x'.repeat(2 * 1024 * 1024) };
  const store = new Map<string, Stored>([
    [`${CORE}/namespaces/kube-system`, stored('Namespace', { name: 'kube-system' })],
    [`${CORE}/nodes/played-1`, stored('Node', { name: 'played-1', labels: {}, annotations })],
  ]);
  const { cert, key } = ASKING_SERVER;
  const server = await startRawServer(
    (request, response) => answer(request, response, { store, users }),
    { cert, key },
  );
  const folder = mkdtempSync(path.join(tmpdir(), 'played-cluster-'));
  const kubeconfig = path.join(folder, 'config');
  const cluster = { server: server.baseUrl, 'certificate-authority-data': toBase64(cert) };
  writeFileSync(kubeconfig, writeKubeconfig(cluster, { token: adminToken }));
  return {
    kubeconfig,
    put: (at, value) => store.set(at, value as Stored),
    paths: () => [...store.keys()].sort(),
    async close() {
      rmSync(folder, { recursive: true, force: true });
      await server.close();
    },
  };
}

const stored = (kind: string, metadata: Stored['metadata']): Stored => ({
  ...{ apiVersion: 'v1', kind, metadata },
});

/** By path. */
type Store = Map<string, Stored>;

interface Played {
  store: Store;
  users: Map<string, string>;
}

function answer(request: ReceivedRequest, response: ServerResponse, played: Played): void {
  const { pathname, searchParams } = new URL(request.path, 'https://played');
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const user = played.users.get(token);
  if (user === undefined)
    return fail(response, { code: 401, reason: 'Unauthorized', message: 'Unauthorized' });
  const found = discovery(pathname);
  if (found) return sendJson(response, found);
  const asked = askedFor(pathname);
  if (!asked || !KINDS.has(asked.resource)) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' });
    response.end('404 page not found\n');
    return;
  }
  const isList = request.method === 'GET' && asked.name === undefined;
  const verb = isList ? 'list' : (VERBS.get(request.method) ?? 'get');
  if (user !== 'admin' && !isAllowed([...played.store.values()], user, { verb, ...asked })) {
    return forbid(response, user, verb, asked);
  }
  const body = JSON.parse(request.body || '{ "metadata": {} }') as Stored;
  if (asked.rest[0] === 'proxy') return passOn(response, asked, played.store);
  if (request.method === 'POST') {
    return create(response, asked, body, played, searchParams.get('dryRun') === 'All');
  }
  if (asked.rest[0] === 'log')
    return void response.end(played.store.get(path.dirname(pathname))?.log);
  if (isList) return sendJson(response, listOf(asked, played));
  const there = played.store.get(pathname);
  if (!there) return notFound(response, asked.resource, asked.name);
  if (request.method === 'DELETE') {
    // A namespace ends with everything in it, whatever group that is of.
    const within = asked.resource === 'namespaces' && `/namespaces/${asked.name}/`;
    for (const own of [...played.store.keys()]) {
      if (own === pathname || (within && own.includes(within))) played.store.delete(own);
    }
    return sendJson(response, { ...STATUS, status: 'Success' });
  }
  if (request.method === 'PATCH') {
    const data = { ...there.data, ...body.data };
    played.store.set(pathname, withText({ ...there, ...body, data, metadata: there.metadata }));
  }
  sendJson(response, played.store.get(pathname));
}

function create(
  response: ServerResponse,
  asked: Asked,
  body: Stored,
  { store, users }: Played,
  isDryRun: boolean,
): void {
  const { name } = body.metadata;
  const { group, namespace, resource } = asked;
  const made = withText({ ...body, metadata: { ...body.metadata, namespace } });
  if (resource === 'pods') {
    const asksForGpu = JSON.stringify(body).includes('"nvidia.com/gpu"');
    made.spec = { ...made.spec, tolerations: asksForGpu ? [...ALWAYS, OF_GPUS] : ALWAYS };
  }
  if (made.type === 'kubernetes.io/service-account-token') {
    const token = randomBytes(24).toString('hex');
    const account = made.metadata.annotations?.['kubernetes.io/service-account.name'];
    users.set(token, `system:serviceaccount:${namespace}:${account}`);
    made.data = { token: toBase64(token), 'ca.crt': toBase64(ASKING_SERVER.cert) };
  }
  if (!isDryRun) store.set(pathOf(group, namespace, resource, name), made);
  sendJson(response, made, 201);
}

function listOf({ resource, group, namespace = '[^/]+' }: Asked, { store }: Played) {
  const { kind = '', namespaced } = KINDS.get(resource) ?? {};
  const within = namespaced ? `/namespaces/${namespace}` : '';
  const own = new RegExp(`^${group}${within}/${resource}/[^/]+$`);
  const items = [...store].filter(([at]) => own.test(at)).map(([, item]) => item);
  return { kind: `${kind}List`, apiVersion: 'v1', metadata: { resourceVersion: '1' }, items };
}

/** To a service without a pod behind it. */
function passOn(response: ServerResponse, { namespace, name = '' }: Asked, store: Store): void {
  const [service = ''] = name.split(':');
  if (!store.has(pathOf(CORE, namespace, 'services', service))) {
    return notFound(response, 'services', service);
  }
  const message = `no endpoints available for service "${name}"`;
  fail(response, { code: 503, reason: 'ServiceUnavailable', message });
}

function forbid(response: ServerResponse, user: string, verb: string, asked: Asked): void {
  const { resource, name, namespace, rest } = asked;
  const what = name === undefined ? resource : `${resource} "${name}"`;
  const where =
    namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  const full = [resource, ...rest.slice(0, 1)].join('/');
  const message = `${what} is forbidden: User "${user}" cannot ${verb} resource "${full}" in API group "" ${where}`;
  fail(response, { code: 403, reason: 'Forbidden', message, details: { name, kind: resource } });
}

function notFound(response: ServerResponse, kind: string, name?: string): void {
  const message = `${kind} "${name}" not found`;
  fail(response, { code: 404, reason: 'NotFound', message, details: { name, kind } });
}

function fail(response: ServerResponse, refusal: Refusal): void {
  sendJson(response, { ...STATUS, status: 'Failure', ...refusal }, refusal.code);
}

function askedFor(pathname: string): Asked | undefined {
  const group = [CORE, RBAC].find((prefix) => pathname.startsWith(`${prefix}/`));
  if (group === undefined) return undefined;
  const words = pathname
    .slice(group.length + 1)
    .split('/')
    .map(decodeURIComponent);
  const isWithin = words[0] === 'namespaces' && words.length > 2;
  const [resource = '', name, ...rest] = isWithin ? words.slice(2) : words;
  const namespace = isWithin || words[0] === 'namespaces' ? words[1] : undefined;
  return { group, ...(namespace && { namespace }), resource, ...(name && { name }), rest };
}

function pathOf(group: string, namespace: string | undefined, resource: string, name: string) {
  const isNamespace = resource === 'namespaces';
  const within = namespace === undefined || isNamespace ? '' : `/namespaces/${namespace}`;
  return `${group}${within}/${resource}/${name}`;
}

/** `stringData` is written only. */
function withText({ stringData, ...secret }: Stored): Stored {
  const texts = Object.entries(stringData ?? {}).map(([key, text]) => [key, toBase64(text)]);
  return texts.length === 0
    ? secret
    : { ...secret, data: { ...secret.data, ...(Object.fromEntries(texts) as object) } };
}

/** First requests of kubectl. */
function discovery(pathname: string): object | undefined {
  if (pathname === '/version') return { major: '1', minor: '32', gitVersion: 'v1.32.0' };
  if (pathname === '/api') return { kind: 'APIVersions', versions: ['v1'] };
  if (pathname === '/apis') {
    const version = { groupVersion: 'rbac.authorization.k8s.io/v1', version: 'v1' };
    const rbac = { name: 'rbac.authorization.k8s.io', versions: [version] };
    const groups = [{ ...rbac, preferredVersion: version }];
    return { kind: 'APIGroupList', apiVersion: 'v1', groups };
  }
  if (pathname !== CORE && pathname !== RBAC) return undefined;
  const verbs = ['get', 'list', 'create', 'patch', 'delete'];
  return {
    kind: 'APIResourceList',
    groupVersion: pathname.replace(/^\/apis?\//, ''),
    resources: [...KINDS]
      .filter(([, { group }]) => group === pathname)
      .map(([name, { kind, namespaced }]) => ({ name, singularName: '', verbs, kind, namespaced })),
  };
}
