import type { Cluster, ClusterCall } from './cluster';

export const UPLOAD_TOKEN_SECRET = 'platform-common-conf-upload-token';
const KEY = 'token';
const SERVICE = 'platform-common-confservice';

export interface UploadToken {
  found: boolean;
  /** Where it stands, or would stand. */
  source: string;
  token?: string;
  /** Why it was not found. */
  reason?: string;
  waysToGetOne?: WayToGetOne[];
}

export interface WayToGetOne {
  way: string;
  commands: string[];
}

/** Reads the token for configuration files from the cluster's secret (interface, section 5). */
export async function readUploadToken(cluster: Cluster, call?: ClusterCall): Promise<UploadToken> {
  const { namespace } = cluster;
  const source = `secret ${namespace}/${UPLOAD_TOKEN_SECRET}, key ${KEY}`;
  const data = await cluster.secret(UPLOAD_TOKEN_SECRET, call);
  if (data === undefined) {
    const reason = `There is no secret ${UPLOAD_TOKEN_SECRET} in the namespace ${namespace}`;
    return { found: false, source, reason, waysToGetOne: waysToGetOne(namespace, 'create') };
  }
  // A line end that came in when the secret was made is not part of the token.
  const token = Buffer.from(String(data[KEY] ?? ''), 'base64')
    .toString('utf8')
    .trim();
  if (token !== '') return { found: true, source, token };
  const reason = `The secret ${UPLOAD_TOKEN_SECRET} holds nothing under the key ${KEY}`;
  return { found: false, source, reason, waysToGetOne: waysToGetOne(namespace, 'patch') };
}

function waysToGetOne(namespace: string, verb: 'create' | 'patch'): WayToGetOne[] {
  const kubectl = `kubectl -n ${namespace}`;
  const generated = '$(openssl rand -hex 32)';
  const store = {
    create: `${kubectl} create secret generic ${UPLOAD_TOKEN_SECRET} --from-literal=${KEY}="${generated}"`,
    patch: `${kubectl} patch secret ${UPLOAD_TOKEN_SECRET} -p "{\\"stringData\\":{\\"${KEY}\\":\\"${generated}\\"}}"`,
  };
  const pods = `$(${kubectl} get endpoints ${SERVICE} -o jsonpath='{.subsets[*].addresses[*].targetRef.name}')`;
  return [
    {
      way: 'Generate a token, put it into the secret and restart the configuration file service',
      commands: [store[verb], `${kubectl} delete pod ${pods}`],
    },
    {
      way: 'Take the token that the service generated at its start: it stands in its log and works at once',
      commands: [`${kubectl} logs service/${SERVICE} | grep -i token`],
    },
  ];
}
