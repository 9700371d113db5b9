import { ownValue } from '../common/text/names';
import { isEncodedToken, isToken } from '../session/access';
import type { Cluster, ClusterCall } from './cluster';

export const UPLOAD_TOKEN_SECRET = 'platform-common-conf-upload-token';
const TOKEN_KEY = 'token';
export const CONF_SERVICE = 'platform-common-confservice';
export const CONF_SERVICE_PORT = 80;

export interface TokenResult {
  found: boolean;
  /** The names of the secret and of its key. */
  source: string;
  token?: string;
  /** Says why the token was not found. */
  reason?: string;
  /** Address of the page with the commands that find or create a token; undefined if the token was found. */
  guide?: string;
}

export const UPLOAD_TOKEN_GUIDE =
  'https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/blob/main/docs/configuration-files.md#the-upload-token';

/**
 * Reads the token for configuration files from the cluster's secret (interface, section 5). `reason` never contains a value of the
 * secret, because part of the value may be a token.
 */
export async function readUploadToken(cluster: Cluster, call?: ClusterCall): Promise<TokenResult> {
  const { namespace } = cluster;
  const source = `secret ${namespace}/${UPLOAD_TOKEN_SECRET}, key ${TOKEN_KEY}`;
  const data = await cluster.readSecret(UPLOAD_TOKEN_SECRET, call);
  // The secret may contain a line end after the token.
  const token = Buffer.from(String(ownValue(data ?? {}, TOKEN_KEY) ?? ''), 'base64')
    .toString('utf8')
    .trim();
  if (isToken(token) && !isEncodedToken(token)) return { found: true, source, token };
  const reason = data
    ? `The secret ${UPLOAD_TOKEN_SECRET} has no valid token in its key ${TOKEN_KEY}. A token is one line without spaces, and is not Base64-encoded twice`
    : `There is no secret ${UPLOAD_TOKEN_SECRET} in the namespace ${namespace}`;
  return { found: false, source, reason, guide: UPLOAD_TOKEN_GUIDE };
}
