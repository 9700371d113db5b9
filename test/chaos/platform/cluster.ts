import type { ChaosAnswer, ChaosRequest } from './requests';
import type { World } from './world';

/** What a cluster's API server answers below `/cluster`. */
export function cluster(world: World, { path, headers }: ChaosRequest): ChaosAnswer {
  if (headers.authorization !== `Bearer ${world.clusterToken}`) return status(401, 'Unauthorized');
  const place = path.replace(/^\/cluster/, '').replace(/\?.*$/, '');
  if (place === '/api/v1/nodes') return json(listOf(world.clusterNodes.map(nodeOf)));
  if (place === '/api/v1/namespaces/kube-system/pods') return json(listOf([]));
  if (place === '/api/v1/namespaces/platform-common/secrets/platform-common-conf-upload-token') {
    return json({ data: { token: Buffer.from(world.uploadToken).toString('base64') } });
  }
  return status(404, 'NotFound');
}

function nodeOf(name: string): object {
  return {
    metadata: { name, labels: {} },
    spec: {},
    status: { capacity: { cpu: '4' }, allocatable: { cpu: '4' } },
  };
}

const listOf = (items: object[]) => ({ kind: 'List', metadata: {}, items });

function status(code: number, reason: string): ChaosAnswer {
  return json({ kind: 'Status', status: 'Failure', message: reason, reason, code }, code);
}

function json(body: unknown, code = 200): ChaosAnswer {
  return {
    status: code,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}
