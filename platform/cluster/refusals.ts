import { PlatformError } from '../common/errors/errors';
import type { TextResponse } from '../http/response';
import { readStatusDetails, statusError } from '../http/failures';
import { toObject } from '../common/text/values';

export const GUIDE =
  'https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/blob/main/docs/cluster.md';
const RIGHTS_GUIDE = `${GUIDE}#a-service-account-with-just-these-rights`;

const ADDRESS_HINT =
  'Check "API Server" in the credential. "kubectl cluster-info" shows it as the address of the control plane. A gateway in front of it may require its own login.';
const LOGIN_HINT = `The API server does not accept the login in the credential. Its token may have expired. Create a new one: ${GUIDE}#its-token`;
const EXPIRED_HINT =
  'Run the node again. The cluster keeps a list for some minutes only, and reading all pages of this one took longer.';
const RIGHT_HINT = `The account of the token does not have this right. How to grant it: ${RIGHTS_GUIDE}`;

/** The API server itself says that the account lacks a right, or that the object does not exist. */
export class ApiServerRefusal extends PlatformError {}

interface RefusedRequest {
  url: URL;
  /** Words for messages, such as "list its nodes". */
  action: string;
  /** For example `secrets`. */
  kind: string;
  namespace: string;
  secrets: readonly string[];
}

/** The response may also come from a server in front of the API server. */
export function clusterRefusal(
  { url, action, kind, namespace, secrets }: RefusedRequest,
  response: TextResponse,
): PlatformError {
  const { status } = response;
  const own = readStatus(response.text);
  const error = statusError(url, response, secrets);
  const message = `The cluster did not ${action}: ${error.message}`;
  const details = readStatusDetails(response);
  // If an API server refuses a wrong path, its refusal does not name a kind.
  if (own?.kind === kind && !isAnonymous(own)) {
    if (status === 404 && own.reason === 'NotFound') {
      return new ApiServerRefusal(message, { ...details, hint: ADDRESS_HINT });
    }
    const namespaceHint =
      kind === 'secrets'
        ? `Check "Namespace" in the credential: it is "${namespace}". If that is right: `
        : '';
    if (status === 403) {
      return new ApiServerRefusal(message, { ...details, hint: namespaceHint + RIGHT_HINT });
    }
  }
  return new PlatformError(message, { ...details, hint: hintForStatus(status, own, error.hint) });
}

/** The API server does not know the login, for example because of a client certificate of another authority. */
function isAnonymous({ message }: Status): boolean {
  return message.includes('system:anonymous');
}

/** @param own the refusal of the API server; undefined if another server refuses */
export function hintForStatus(status: number, own: Status | undefined, general: string): string {
  if (status === 429 || status >= 500) return general;
  if (status === 410 && own) return EXPIRED_HINT;
  return own && (status === 401 || isAnonymous(own)) ? LOGIN_HINT : ADDRESS_HINT;
}

/** Kubernetes reports a failure as this object. */
interface Status {
  reason: unknown;
  message: string;
  /** For example `secrets`; undefined for a wrong path. */
  kind: unknown;
}

/** Returns undefined for any other response, such as a gateway's page or the API server's text for a wrong path. */
export function readStatus(text: string): Status | undefined {
  try {
    const { kind, reason, message, details } = toObject(JSON.parse(text));
    if (kind !== 'Status') return undefined;
    return { reason, message: String(message ?? ''), kind: toObject(details).kind };
  } catch {
    return undefined;
  }
}
