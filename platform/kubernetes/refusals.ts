import { PlatformError } from '../errors/errors';
import type { TextResponse } from '../http/response';
import { detailsOfStatus, statusError } from '../http/statusErrors';
import { excerpt } from '../text/text';
import { fieldsOf } from '../text/values';

/** What to do where something else answers than the API server. */
export const ADDRESS_HINT =
  'Check "API Server" in the credential. "kubectl cluster-info" shows it as the address of the control plane.';

/** What to do where the API server itself answers and cannot do its work, mostly as its database does not answer. */
const HEALTH_HINT =
  "The API server has a problem of its own, for example with its database (etcd). A cluster administrator can find it with: kubectl get --raw '/readyz?verbose'";

/** The API server's own word that it does not have what was asked for; nobody else's 404 says so. */
export class NotInClusterError extends PlatformError {}

/** The API server's word that the account lacks a right. */
export class ForbiddenInClusterError extends PlatformError {
  /** Whether the account lives in another namespace than the one of the credential: that may be misspelt. */
  isFromElsewhere = false;
}

/** What a refused request was for. */
interface RefusedRequest {
  url: URL;
  /** As "list its nodes". */
  action: string;
  /** What it asks for, as `secrets`. */
  kind: string;
  /** Where the credential says that the platform lives. */
  namespace: string;
  secrets: readonly string[];
}

/** The error for a response by which the API server, or something in its place, refuses. */
export function clusterRefusal(
  { url, action, kind, namespace, secrets }: RefusedRequest,
  response: TextResponse,
): PlatformError {
  const { status } = response;
  const said = readStatus(response.text);
  const error = statusError(url, response, secrets);
  const message = `The cluster did not ${action}: ${error.message}`;
  const details = detailsOfStatus(response);
  // An API server below a wrong path refuses as well, but names nothing.
  const isAboutIt = said?.kind === kind;
  if (status === 404 && isAboutIt && said.reason === 'NotFound') {
    return new NotInClusterError(message, { ...details, hint: ADDRESS_HINT });
  }
  if (status === 403 && isAboutIt) {
    const lacks = `The account of the token does not have this right. The rights it needs: ${GUIDE}`;
    const own = /User "system:serviceaccount:([^:"]+):/.exec(said.message)?.[1] ?? namespace;
    const isFromElsewhere = kind === 'secrets' && own !== namespace;
    const hint = isFromElsewhere
      ? `Check "Namespace" in the credential. It is "${namespace}", but the account is in "${excerpt(own, [], 100)}". If that is right: ${lacks}`
      : lacks;
    const error = new ForbiddenInClusterError(message, { ...details, hint });
    return Object.assign(error, { isFromElsewhere });
  }
  const hint = hintFor(status, said !== undefined) ?? error.hint;
  return new PlatformError(message, { ...details, hint });
}

/** @param isOwn whether the API server itself said so, which always refuses with a Status; else a gateway did */
export function hintFor(status: number, isOwn: boolean): string | undefined {
  if (status === 429 || (status >= 500 && !isOwn)) return undefined;
  if (status >= 500) return HEALTH_HINT;
  if (status === 401 && isOwn) {
    return `The API server does not accept the login in the credential. Its token may have expired. Create a new one: ${GUIDE}`;
  }
  if (status === 401 || (status === 403 && !isOwn)) {
    return `The refusal comes from a gateway in front of the API server, which may require its own login. ${ADDRESS_HINT}`;
  }
  return ADDRESS_HINT;
}

/** How Kubernetes itself says that something went wrong. */
interface Status {
  reason: unknown;
  message: string;
  /** Of what it is about, as `secrets`; undefined if it names nothing. */
  kind: unknown;
}

/** Undefined for a response of anything else: a gateway's page, another service, the API server's own text for a wrong path. */
export function readStatus(text: string): Status | undefined {
  try {
    const { kind, reason, message, details } = fieldsOf(JSON.parse(text));
    if (kind !== 'Status') return undefined;
    return { reason, message: String(message ?? ''), kind: fieldsOf(details).kind };
  } catch {
    return undefined;
  }
}

/** Where it is written how an account for n8n is made. */
export const GUIDE =
  'https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/blob/main/docs/cluster.md';
