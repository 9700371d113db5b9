import { PlatformError } from '../common/errors/errors';
import type { TextResponse } from '../http/response';
import { readStatusDetails, statusError } from '../http/failures';
import { toObject } from '../common/text/values';

export const GUIDE =
  'https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/blob/main/docs/cluster.md';
const RIGHTS_GUIDE = `${GUIDE}#a-service-account-with-just-these-rights`;

const ADDRESS_HINT =
  'Check "API Server" in the credential. "kubectl cluster-info" shows it as the address of the control plane. A gateway in front of it may require its own login.';
const LOGIN_HINT = `The API server does not accept the login in the credential. The token may have expired. Create a new token: ${GUIDE}#the-token-of-the-service-account`;
const EXPIRED_HINT =
  'Run the node again. The cluster keeps a list only for a few minutes, and reading all its pages took longer.';
const RIGHT_HINT = `The account of the token does not have this right. How to grant it: ${RIGHTS_GUIDE}`;

/** The API server itself refused the request: the account lacks a right, or the object does not exist. */
export class ApiServerRefusal extends PlatformError {}

interface RefusedRequest {
  url: URL;
  /** Completes "The cluster did not …" in messages, for example "list its nodes". */
  action: string;
  /** The kind of the requested objects, for example `secrets`. */
  kind: string;
  namespace: string;
  /** Tokens that are removed from messages. */
  secrets: readonly string[];
}

/** Builds the error for a failed request. The response may also come from a server in front of the API server. */
export function clusterRefusalError(
  { url, action, kind, namespace, secrets }: RefusedRequest,
  response: TextResponse,
): PlatformError {
  const { status } = response;
  const refusal = readRefusal(response.text);
  const error = statusError(url, response, secrets);
  const message = `The cluster did not ${action}: ${error.message}`;
  const details = readStatusDetails(response);
  // If an API server refuses a wrong path, its refusal does not name a kind. So a refusal that names the requested kind
  // shows that the path is right.
  if (refusal?.requestedKind === kind && !isAnonymous(refusal)) {
    if (status === 404 && refusal.reason === 'NotFound') {
      return new ApiServerRefusal(message, { ...details, hint: ADDRESS_HINT });
    }
    const namespaceHint =
      kind === 'secrets'
        ? `Check "Namespace" in the credential: it is "${namespace}". If that is correct: `
        : '';
    if (status === 403) {
      return new ApiServerRefusal(message, { ...details, hint: namespaceHint + RIGHT_HINT });
    }
  }
  return new PlatformError(message, {
    ...details,
    hint: chooseHint(status, refusal, error.hint),
  });
}

/** Returns true if the API server did not recognize the login, for example because it does not trust the client certificate. */
function isAnonymous({ message }: KubernetesRefusal): boolean {
  return message.includes('system:anonymous');
}

/**
 * @param refusal result of `readRefusal`
 * @param generalHint for HTTP 429 and for server errors
 */
export function chooseHint(
  status: number,
  refusal: KubernetesRefusal | undefined,
  generalHint: string,
): string {
  if (status === 429 || status >= 500) return generalHint;
  if (status === 410 && refusal) return EXPIRED_HINT;
  return refusal && (status === 401 || isAnonymous(refusal)) ? LOGIN_HINT : ADDRESS_HINT;
}

/** The object with which Kubernetes reports a failure. */
interface KubernetesRefusal {
  reason: unknown;
  message: string;
  /** The kind of the requested objects, for example `secrets`; undefined for a wrong path. */
  requestedKind: unknown;
}

/** Returns undefined for other responses, such as a page of a gateway or the API server's plain text for a wrong path. */
export function readRefusal(text: string): KubernetesRefusal | undefined {
  try {
    const { kind, reason, message, details } = toObject(JSON.parse(text));
    if (kind !== 'Status') return undefined;
    return { reason, message: String(message ?? ''), requestedKind: toObject(details).kind };
  } catch {
    return undefined;
  }
}
