import { ownValue } from '../common/text/names';
import { excerpt } from '../common/text/text';
import { isEncodedToken, isToken } from '../session/access';
import type { Cluster, ClusterCall, SecretData } from './cluster';

export const UPLOAD_TOKEN_SECRET = 'platform-common-conf-upload-token';
const KEY = 'token';
const MAX_KEYS_CHARACTERS = 300;
export const CONF_SERVICE = 'platform-common-confservice';
export const CONF_SERVICE_PORT = 80;

export interface UploadToken {
  found: boolean;
  /** The secret and its key. */
  source: string;
  token?: string;
  /** Says why it was not found. */
  reason?: string;
  /** The page with the commands that find or create one, if it was not found. */
  guide?: string;
}

export const UPLOAD_TOKEN_GUIDE =
  'https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/blob/main/docs/configuration-files.md#the-upload-token';

/** Reads the token for configuration files from the cluster's secret (interface, section 5). */
export async function readUploadToken(cluster: Cluster, call?: ClusterCall): Promise<UploadToken> {
  const { namespace } = cluster;
  const source = `secret ${namespace}/${UPLOAD_TOKEN_SECRET}, key ${KEY}`;
  const data = await cluster.secret(UPLOAD_TOKEN_SECRET, call);
  if (data === undefined) {
    const reason = `There is no secret ${UPLOAD_TOKEN_SECRET} in the namespace ${namespace}`;
    return { found: false, source, reason, guide: UPLOAD_TOKEN_GUIDE };
  }
  // A line end that was saved with the token is not part of it.
  const token = Buffer.from(String(ownValue(data, KEY) ?? ''), 'base64')
    .toString('utf8')
    .trim();
  const problem = findProblem(data, token);
  if (problem === undefined) return { found: true, source, token };
  const reason = `The secret ${UPLOAD_TOKEN_SECRET} ${problem}`;
  return { found: false, source, reason, guide: UPLOAD_TOKEN_GUIDE };
}

/** Never shows a value of the secret, because part of it may be a token. */
function findProblem(data: SecretData, token: string): string | undefined {
  if (!Object.hasOwn(data, KEY)) {
    const keys = excerpt(Object.keys(data).join(', '), [], MAX_KEYS_CHARACTERS);
    return `has no key ${KEY}${keys ? `. It holds: ${keys}` : ''}`;
  }
  if (token === '') return `has an empty value for the key ${KEY}`;
  if (!isToken(token)) {
    return `has a value for the key ${KEY} that is not one line of token characters`;
  }
  return isEncodedToken(token)
    ? `has a token in the key ${KEY} that is Base64-encoded twice. Kubernetes encodes it, so add the token unencoded`
    : undefined;
}
