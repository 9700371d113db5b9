import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { writeKubeconfig } from '../platform/kubernetes/kubeconfigs';
import { ASKING_SERVER } from '../support/clientCertificates';
import { sendJson, startRawServer, type ReceivedRequest } from '../support/rawServer';
import { isAllowed, type Stored } from './playedRights';

/** Plays an API server: as much of one as the real kubectl needs to set an account up and to clean up behind it. */
export interface PlayedCluster {
  /** Of its administrator. */
  kubeconfig: string;
  put(path: string, value: object): void;
  /** Paths of everything that is in it. */
  paths(): string[];
  close(): Promise<void>;
}

export interface PlayedOptions {
  /** What prints the flags of the API server; none: a managed cluster. */
  apiServerPods: object[];
  /** Whether pods that ask for a GPU get its toleration. */
  toleratesGpus: boolean;
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

/** What a path asks for. */
interface Asked {
  group: string;
  namespace?: string;
  resource: string;
  name?: string;
  /** What follows the name, as `proxy`. */
  rest: string[];
}

export async function startPlayedCluster(options: PlayedOptions): Promise<PlayedCluster> {
  const adminToken = randomBytes(16).toString('hex');
  const store = new Map<string, Stored>();
  const users = new Map([[adminToken, 'admin']]);
  store.set(`${CORE}/namespaces/kube-system`, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'kube-system' },
  });
  store.set(`${CORE}/nodes/played-1`, {
    apiVersion: 'v1',
    kind: 'Node',
    // As the output of kubectl for a cluster of some hundred nodes.
    metadata: { name: 'played-1', labels: {}, annotations: { long: 'x'.repeat(2 * 1024 * 1024) } },
  });
  for (const [index, pod] of options.apiServerPods.entries()) {
    store.set(`${CORE}/namespaces/kube-system/pods/${index}`, pod as Stored);
  }
  const server = await startRawServer(
    (request, response) => answer(request, response, { store, users, options }),
    { cert: ASKING_SERVER.cert, key: ASKING_SERVER.key },
  );
  return {
    kubeconfig: writeKubeconfig({
      cluster: {
        server: server.baseUrl,
        'certificate-authority-data': encoded(ASKING_SERVER.cert),
      },
      user: { token: adminToken },
    }),
    put: (path, value) => store.set(path, value as Stored),
    paths: () => [...store.keys()].sort(),
    close: async () => await server.close(),
  };
}

interface Played {
  store: Map<string, Stored>;
  users: Map<string, string>;
  options: PlayedOptions;
}

function answer(request: ReceivedRequest, response: ServerResponse, played: Played): void {
  const { pathname, searchParams } = new URL(request.path, 'https://played');
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const user = played.users.get(token);
  if (user === undefined) return fail(response, 401, 'Unauthorized', 'Unauthorized');
  const found = discovery(pathname);
  if (found) return sendJson(response, found);
  const asked = askedFor(pathname);
  const isList = request.method === 'GET' && asked?.name === undefined;
  const verb = isList ? 'list' : (VERBS.get(request.method) ?? 'get');
  if (
    user !== 'admin' &&
    !(asked && isAllowed([...played.store.values()], user, { verb, ...asked }))
  ) {
    return forbid(response, user, verb, pathname, asked);
  }
  if (!asked || !KINDS.has(asked.resource)) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' });
    response.end('404 page not found\n');
    return;
  }
  const body = (
    request.body === '' ? { metadata: { name: '' } } : JSON.parse(request.body)
  ) as Stored;
  if (asked.rest[0] === 'proxy') return passOn(response, asked, played);
  if (request.method === 'POST') {
    return create(response, asked, body, played, searchParams.get('dryRun') === 'All');
  }
  if (asked.rest[0] === 'log')
    return void response.end(played.store.get(pathname.slice(0, -'/log'.length))?.log);
  if (isList) return sendJson(response, listOf(asked, played));
  const there = played.store.get(pathname);
  if (!there) return notFound(response, asked);
  if (request.method === 'DELETE') {
    for (const path of [...played.store.keys()]) {
      if (path === pathname || path.startsWith(`${pathname}/`) || isBelow(path, asked)) {
        played.store.delete(path);
      }
    }
    return sendJson(response, {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
    });
  }
  if (request.method === 'PATCH')
    played.store.set(
      pathname,
      withText({
        ...there,
        ...body,
        data: { ...there.data, ...body.data },
        metadata: there.metadata,
      }),
    );
  sendJson(response, played.store.get(pathname));
}

/** A namespace ends with everything in it, whatever group that is of. */
function isBelow(path: string, { resource, name }: Asked): boolean {
  return resource === 'namespaces' && path.includes(`/namespaces/${name}/`);
}

function create(
  response: ServerResponse,
  asked: Asked,
  body: Stored,
  { store, users, options }: Played,
  isDryRun: boolean,
): void {
  const { name } = body.metadata;
  const { group, namespace, resource } = asked;
  const path = pathOf(group, namespace, resource, name);
  if (store.has(path)) {
    const message = `${resource} "${name}" already exists`;
    return fail(response, 409, 'AlreadyExists', message, { name, kind: resource });
  }
  const made = withText({ ...body, metadata: { ...body.metadata, namespace } });
  const asksForGpu = JSON.stringify(body).includes('"nvidia.com/gpu"');
  if (resource === 'pods') {
    const gpu = { key: 'nvidia.com/gpu', operator: 'Exists', effect: 'NoSchedule' };
    const tolerations = asksForGpu && options.toleratesGpus ? [...ALWAYS, gpu] : ALWAYS;
    made.spec = { ...made.spec, tolerations };
  }
  if (made.type === 'kubernetes.io/service-account-token') {
    const token = randomBytes(24).toString('hex');
    const account = made.metadata.annotations?.['kubernetes.io/service-account.name'];
    users.set(token, `system:serviceaccount:${namespace}:${account}`);
    made.data = { token: encoded(token), 'ca.crt': encoded(ASKING_SERVER.cert) };
  }
  if (!isDryRun) store.set(path, made);
  sendJson(response, made, 201);
}

function listOf({ resource, group, namespace = '[^/]+' }: Asked, { store }: Played) {
  const { kind = '', namespaced } = KINDS.get(resource) ?? {};
  const within = namespaced ? `/namespaces/${namespace}` : '';
  const path = new RegExp(`^${group}${within}/${resource}/[^/]+$`);
  const items = [...store].filter(([own]) => path.test(own)).map(([, item]) => item);
  return { kind: `${kind}List`, apiVersion: 'v1', metadata: { resourceVersion: '1' }, items };
}

/** To a service without a pod behind it. */
function passOn(
  response: ServerResponse,
  { namespace, name = '' }: Asked,
  { store }: Played,
): void {
  const [service = ''] = name.split(':');
  if (!store.has(pathOf(CORE, namespace, 'services', service))) {
    const message = `services "${service}" not found`;
    return fail(response, 404, 'NotFound', message, { name: service, kind: 'services' });
  }
  const message = `no endpoints available for service "${name}"`;
  fail(response, 503, 'ServiceUnavailable', message);
}

function forbid(
  response: ServerResponse,
  user: string,
  verb: string,
  pathname: string,
  asked: Asked | undefined,
): void {
  if (!asked) {
    const message = `forbidden: User "${user}" cannot ${verb} path "${pathname}"`;
    return fail(response, 403, 'Forbidden', message, {});
  }
  const { resource, name, namespace, rest } = asked;
  const what = name === undefined ? resource : `${resource} "${name}"`;
  const where =
    namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  const full = [resource, ...rest.slice(0, 1)].join('/');
  const message = `${what} is forbidden: User "${user}" cannot ${verb} resource "${full}" in API group "" ${where}`;
  fail(response, 403, 'Forbidden', message, { ...(name && { name }), kind: resource });
}

function notFound(response: ServerResponse, { resource, name }: Asked): void {
  fail(response, 404, 'NotFound', `${resource} "${name}" not found`, { name, kind: resource });
}

function fail(
  response: ServerResponse,
  code: number,
  reason: string,
  message: string,
  details?: object,
): void {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure' };
  sendJson(response, { ...status, message, reason, ...(details && { details }), code }, code);
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
  const texts = Object.entries(stringData ?? {}).map(([key, text]) => [key, encoded(text)]);
  return texts.length === 0
    ? secret
    : { ...secret, data: { ...secret.data, ...(Object.fromEntries(texts) as object) } };
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** What kubectl asks for before anything else. */
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
