import type { FastifyInstance, FastifyReply, RouteHandlerMethod } from 'fastify';
import { bearerToken } from '../access/tokens';
import type { SandboxParts } from '../parts';
import { nodeObject, secretObject, systemPodObjects, version } from './objects';
import { passOn, proxyPath } from './serviceProxy';

export const CLUSTER_PATH = '/kubernetes';

const ACCOUNT = 'system:serviceaccount:platform-common:n8n';
const NAMESPACE = 'platform-common';
const UPLOAD_TOKEN_SECRET = 'platform-common-conf-upload-token';
const CONF_SERVICE = 'platform-common-confservice';
const CONF_SERVICE_PORT = `${CONF_SERVICE}:80`;
/** Nothing listens there. */
const UNUSED = 'http://127.0.0.1:9';

interface Wish {
  verb: 'get' | 'list';
  /** With the subresource. */
  kind: 'nodes' | 'pods' | 'secrets' | 'services/proxy';
  name?: string;
  namespace?: string;
}

/** The few endpoints of a Kubernetes API server that the platform's operators need (sections 1 and 5). */
export function addCluster(
  app: FastifyInstance,
  { settings, cluster, confFiles }: SandboxParts,
): void {
  const root = `${settings.basePath}${CLUSTER_PATH}`;
  app.register(
    async (scope) => {
      scope.addHook('preHandler', async (request, reply) => {
        if (bearerToken(request) !== settings.clusterToken) {
          await fail(reply, 401, 'Unauthorized', 'Unauthorized');
        }
      });
      // Only paths of resources are answered with a Status.
      scope.setNotFoundHandler((_request, reply) =>
        reply.code(404).type('text/plain; charset=utf-8').send('404 page not found\n'),
      );
      const at = (path: string, operation: string, handler: RouteHandlerMethod) =>
        scope.get(path, { config: { operation } }, handler);

      at('/version', 'clusterVersion', async () => version);

      const list = (path: string, operation: string, wish: Wish, items: () => object[]) =>
        at(path, operation, ({ query }, reply) => {
          if (cluster.forbidden.has(wish.kind)) return forbidden(reply, wish);
          const all = items();
          const { limit, continue: token } = query as { limit?: string; continue?: string };
          const begin = Number(token?.replace('from-', '') ?? 0);
          const end = begin + Number(limit ?? all.length);
          const metadata = end < all.length ? { continue: `from-${end}` } : {};
          const kind = wish.kind === 'nodes' ? 'NodeList' : 'PodList';
          return reply.send({ kind, apiVersion: 'v1', metadata, items: all.slice(begin, end) });
        });
      list('/api/v1/nodes', 'clusterNodes', { verb: 'list', kind: 'nodes' }, () =>
        cluster.nodes.map(nodeObject),
      );
      const pods: Wish = { verb: 'list', kind: 'pods', namespace: 'kube-system' };
      list('/api/v1/namespaces/kube-system/pods', 'clusterPods', pods, () =>
        systemPodObjects(cluster),
      );

      at('/api/v1/namespaces/:namespace/secrets/:name', 'clusterSecret', ({ params }, reply) => {
        const { namespace, name } = params as { namespace: string; name: string };
        const wish: Wish = { verb: 'get', kind: 'secrets', name, namespace };
        const data = cluster.uploadTokenSecret;
        // The account's role belongs to the platform's namespace, unless it may read all of them.
        const isElsewhere = namespace !== NAMESPACE && cluster.forbidden.has('namespaces');
        if (isElsewhere || cluster.forbidden.has('secrets')) return forbidden(reply, wish);
        return data && namespace === NAMESPACE && name === UPLOAD_TOKEN_SECRET
          ? reply.send(secretObject(namespace, name, data))
          : notFound(reply, wish);
      });

      const proxy = '/api/v1/namespaces/:namespace/services/:service/proxy/*';
      at(proxy, 'clusterProxy', async (request, reply) => {
        const asked = proxyPath(request.url.slice(root.length));
        if (!asked) return reply.code(400).type('text/plain').send('400 Bad Request');
        const { namespace, service: name, path } = asked;
        const wish: Wish = { verb: 'get', kind: 'services/proxy', name, namespace };
        // The account's role names one service and its port in the platform's namespace.
        const isElse = namespace !== NAMESPACE || name !== CONF_SERVICE_PORT;
        const isElsewhere = isElse && cluster.forbidden.has('namespaces');
        if (isElsewhere || cluster.forbidden.has('services/proxy')) return forbidden(reply, wish);
        const { confService } = cluster;
        if (isElse || confService === 'missing') {
          return notFound(reply, { ...wish, name: name.split(':')[0] });
        }
        if (confService === 'withoutEndpoints') {
          return unavailable(reply, `no endpoints available for service "${name}"`);
        }
        if (confService === 'withoutPort') {
          return unavailable(reply, `no service port 80 found for service "${CONF_SERVICE}"`);
        }
        const origin = confService === 'unreachable' ? UNUSED : confFiles.localAddress;
        const prefix = `${root}/api/v1/namespaces/${namespace}/services/${name}/proxy`;
        return await passOn(request, reply, { path, origin, prefix, unavailable });
      });
    },
    { prefix: CLUSTER_PATH },
  );
}

function forbidden(reply: FastifyReply, { verb, kind: resource, name, namespace }: Wish) {
  const [kind = ''] = resource.split('/');
  const what = name === undefined ? kind : `${kind} "${name}"`;
  const where =
    namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  const message = `${what} is forbidden: User "${ACCOUNT}" cannot ${verb} resource "${resource}" in API group "" ${where}`;
  return fail(reply, 403, 'Forbidden', message, { ...(name && { name }), kind });
}

function notFound(reply: FastifyReply, { kind: resource, name }: Wish): FastifyReply {
  const [kind = ''] = resource.split('/');
  return fail(reply, 404, 'NotFound', `${kind} "${name}" not found`, { name, kind });
}

function unavailable(reply: FastifyReply, message: string): FastifyReply {
  return fail(reply, 503, 'ServiceUnavailable', message);
}

function fail(
  reply: FastifyReply,
  code: number,
  reason: string,
  message: string,
  details?: { name?: string; kind?: string },
): FastifyReply {
  return reply.code(code).send({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason,
    ...(details && { details }),
    code,
  });
}
