import type { FastifyInstance, FastifyReply, RouteHandlerMethod } from 'fastify';
import { readBearerToken } from '../access/tokens';
import type { SandboxParts } from '../parts';
import { buildNode, buildSecret, buildSystemPods, versionResponse } from './objects';
import { forwardRequest, readProxyPath } from './serviceProxy';

export const CLUSTER_PATH = '/kubernetes';

const ACCOUNT = 'system:serviceaccount:platform-common:n8n';
const NAMESPACE = 'platform-common';
const UPLOAD_TOKEN_SECRET = 'platform-common-conf-upload-token';
const CONF_SERVICE = 'platform-common-confservice';
const CONF_SERVICE_PORT = `${CONF_SERVICE}:80`;
/** An address without a server. */
const UNREACHABLE = 'http://127.0.0.1:9';

interface AccessRequest {
  verb: 'get' | 'list';
  /** With the subresource, such as `proxy`. */
  resource: 'nodes' | 'pods' | 'secrets' | 'services/proxy';
  name?: string;
  namespace?: string;
}

/** Adds the few endpoints of a Kubernetes API server that operators of the platform need (interface, sections 1, 4.6 and 5). */
export function addCluster(
  app: FastifyInstance,
  { settings, cluster, confFiles }: SandboxParts,
): void {
  const root = `${settings.basePath}${CLUSTER_PATH}`;
  app.register(
    async (scope) => {
      scope.addHook('preHandler', async (request, reply) => {
        if (readBearerToken(request) !== settings.clusterToken) {
          await sendFailure(reply, 401, 'Unauthorized', 'Unauthorized');
        }
      });
      // The API server answers unknown paths with text, not with a Status object.
      scope.setNotFoundHandler((_request, reply) =>
        reply.code(404).type('text/plain; charset=utf-8').send('404 page not found\n'),
      );
      const addRoute = (path: string, operation: string, handler: RouteHandlerMethod) =>
        scope.get(path, { config: { operation } }, handler);

      addRoute('/version', 'clusterVersion', async () => versionResponse);

      const addList = (
        path: string,
        operation: string,
        access: AccessRequest,
        items: () => object[],
      ) =>
        addRoute(path, operation, ({ query }, reply) => {
          if (cluster.forbidden.has(access.resource)) return sendForbidden(reply, access);
          const all = items();
          const { limit, continue: token } = query as { limit?: string; continue?: string };
          const begin = Number(token?.replace('from-', '') ?? 0);
          const end = begin + Number(limit ?? all.length);
          const metadata = end < all.length ? { continue: `from-${end}` } : {};
          const kind = access.resource === 'nodes' ? 'NodeList' : 'PodList';
          return reply.send({ kind, apiVersion: 'v1', metadata, items: all.slice(begin, end) });
        });
      addList('/api/v1/nodes', 'clusterNodes', { verb: 'list', resource: 'nodes' }, () =>
        cluster.nodes.map(buildNode),
      );
      const pods: AccessRequest = { verb: 'list', resource: 'pods', namespace: 'kube-system' };
      addList('/api/v1/namespaces/kube-system/pods', 'clusterPods', pods, () =>
        buildSystemPods(cluster),
      );

      addRoute(
        '/api/v1/namespaces/:namespace/secrets/:name',
        'clusterSecret',
        ({ params }, reply) => {
          const { namespace, name } = params as { namespace: string; name: string };
          const access: AccessRequest = { verb: 'get', resource: 'secrets', name, namespace };
          const data = cluster.uploadTokenSecret;
          // The account's role covers only the platform's namespace, unless `namespaces` is allowed.
          const isOutsideRole = namespace !== NAMESPACE && cluster.forbidden.has('namespaces');
          if (isOutsideRole || cluster.forbidden.has('secrets'))
            return sendForbidden(reply, access);
          return data && namespace === NAMESPACE && name === UPLOAD_TOKEN_SECRET
            ? reply.send(buildSecret(namespace, name, data))
            : sendNotFound(reply, access);
        },
      );

      const proxy = '/api/v1/namespaces/:namespace/services/:service/proxy/*';
      addRoute(proxy, 'clusterProxy', async (request, reply) => {
        const target = readProxyPath(request.url.slice(root.length));
        if (!target) return reply.code(400).type('text/plain').send('400 Bad Request');
        const { namespace, service: name, path } = target;
        const access: AccessRequest = { verb: 'get', resource: 'services/proxy', name, namespace };
        // The account's role covers one service and port, unless `namespaces` is allowed.
        const isOtherService = namespace !== NAMESPACE || name !== CONF_SERVICE_PORT;
        const isOutsideRole = isOtherService && cluster.forbidden.has('namespaces');
        if (isOutsideRole || cluster.forbidden.has('services/proxy'))
          return sendForbidden(reply, access);
        const { confService } = cluster;
        if (isOtherService || confService === 'missing') {
          return sendNotFound(reply, { ...access, name: name.split(':')[0] });
        }
        if (confService === 'withoutEndpoints') {
          return sendUnavailable(reply, `no endpoints available for service "${name}"`);
        }
        if (confService === 'withoutPort') {
          return sendUnavailable(reply, `no service port 80 found for service "${CONF_SERVICE}"`);
        }
        const origin = confService === 'unreachable' ? UNREACHABLE : confFiles.localAddress;
        const prefix = `${root}/api/v1/namespaces/${namespace}/services/${name}/proxy`;
        return await forwardRequest(request, reply, {
          path,
          origin,
          prefix,
          sendUnavailable,
        });
      });
    },
    { prefix: CLUSTER_PATH },
  );
}

function sendForbidden(reply: FastifyReply, { verb, resource, name, namespace }: AccessRequest) {
  const [kind = ''] = resource.split('/');
  const target = name === undefined ? kind : `${kind} "${name}"`;
  const scope =
    namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  const message = `${target} is forbidden: User "${ACCOUNT}" cannot ${verb} resource "${resource}" in API group "" ${scope}`;
  return sendFailure(reply, 403, 'Forbidden', message, { ...(name && { name }), kind });
}

function sendNotFound(reply: FastifyReply, { resource, name }: AccessRequest): FastifyReply {
  const [kind = ''] = resource.split('/');
  return sendFailure(reply, 404, 'NotFound', `${kind} "${name}" not found`, { name, kind });
}

function sendUnavailable(reply: FastifyReply, message: string): FastifyReply {
  return sendFailure(reply, 503, 'ServiceUnavailable', message);
}

function sendFailure(
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
