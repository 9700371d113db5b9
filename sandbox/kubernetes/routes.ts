import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bearerToken } from '../access/bearer';
import type { Settings } from '../options';
import type { SandboxCluster } from './cluster';
import {
  namespaceObject,
  nodeObject,
  secretObject,
  statusObject,
  systemPodObjects,
  version,
} from './objects';
import { pageOf } from './paging';

export const CLUSTER_PATH = '/kubernetes';

const ACCOUNT = 'system:serviceaccount:platform-common:n8n';
const NAMESPACE = 'platform-common';
const UPLOAD_TOKEN_SECRET = 'platform-common-conf-upload-token';

/** The few endpoints of a Kubernetes API server that the platform's operators need (sections 1 and 5). */
export function addCluster(
  app: FastifyInstance,
  settings: Settings,
  cluster: SandboxCluster,
): void {
  app.register(
    async (scope) => {
      scope.addHook('preHandler', async (request, reply) => {
        if (bearerToken(request) !== settings.clusterToken) {
          await fail(reply, 401, 'Unauthorized', 'Unauthorized');
        }
      });
      scope.setNotFoundHandler((_request, reply) =>
        fail(reply, 404, 'NotFound', 'the server could not find the requested resource'),
      );

      scope.get('/version', { config: { operation: 'clusterVersion' } }, async () => version);

      scope.get(
        '/api/v1/nodes',
        { config: { operation: 'clusterNodes' } },
        (request, reply) =>
          refusalOf(cluster, 'nodes', 'list resource "nodes" at the cluster scope', reply) ??
          sendList(request, reply, cluster, 'NodeList', cluster.nodes.map(nodeObject)),
      );

      scope.get(
        '/api/v1/namespaces/kube-system/pods',
        { config: { operation: 'clusterPods' } },
        (request, reply) =>
          refusalOf(
            cluster,
            'pods',
            'list resource "pods" in the namespace "kube-system"',
            reply,
          ) ?? sendList(request, reply, cluster, 'PodList', systemPodObjects(cluster)),
      );

      scope.get(
        '/api/v1/namespaces/:namespace',
        { config: { operation: 'clusterNamespace' } },
        (request, reply) => {
          const { namespace } = request.params as { namespace: string };
          const what = `get resource "namespaces" in the namespace "${namespace}"`;
          return (
            refusalOf(cluster, 'namespaces', what, reply) ??
            (namespace === NAMESPACE
              ? reply.send(namespaceObject(namespace))
              : fail(reply, 404, 'NotFound', `namespaces "${namespace}" not found`))
          );
        },
      );

      scope.get(
        '/api/v1/namespaces/:namespace/secrets/:name',
        { config: { operation: 'clusterSecret' } },
        (request, reply) => {
          const { namespace, name } = request.params as { namespace: string; name: string };
          const what = `get resource "secrets" in the namespace "${namespace}"`;
          const data = cluster.uploadTokenSecret;
          // Its role is one of the platform's namespace, unless it may read all of them.
          const isElsewhere = namespace !== NAMESPACE && cluster.forbidden.has('namespaces');
          const isForbidden = isElsewhere || cluster.forbidden.has('secrets');
          return (
            refusalOf(cluster, 'secrets', what, reply, isForbidden) ??
            (data && namespace === NAMESPACE && name === UPLOAD_TOKEN_SECRET
              ? reply.send(secretObject(namespace, name, data))
              : fail(reply, 404, 'NotFound', `secrets "${name}" not found`))
          );
        },
      );
    },
    { prefix: CLUSTER_PATH },
  );
}

function sendList(
  { query }: FastifyRequest,
  reply: FastifyReply,
  cluster: SandboxCluster,
  kind: string,
  items: object[],
): FastifyReply {
  const page = pageOf(items, query as Record<string, unknown>, cluster.resourceVersion);
  if (!page) {
    return fail(reply, 410, 'Expired', 'The provided continue parameter is too old');
  }
  const { entries, ...metadata } = page;
  return reply.send({ kind, apiVersion: 'v1', metadata, items: entries });
}

/** The refusal, where the account may not do this. */
function refusalOf(
  { forbidden }: SandboxCluster,
  resource: 'nodes' | 'pods' | 'secrets' | 'namespaces',
  what: string,
  reply: FastifyReply,
  isForbidden = forbidden.has(resource),
): FastifyReply | undefined {
  if (!isForbidden) return undefined;
  const message = `${resource} is forbidden: User "${ACCOUNT}" cannot ${what}`;
  return fail(reply, 403, 'Forbidden', message);
}

function fail(reply: FastifyReply, code: number, reason: string, message: string): FastifyReply {
  return reply.code(code).send(statusObject(code, reason, message));
}
