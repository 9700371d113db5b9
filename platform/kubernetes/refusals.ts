import { HttpStatusError, PlatformError, type PlatformErrorDetails } from '../errors/errors';
import type { TextResponse } from '../http/response';
import { detailsOfStatus, statusError } from '../http/statusErrors';
import { excerpt } from '../text/text';
import { asObject } from './objects';

/** What to do where something else answers than the API server. */
export const ADDRESS_HINT =
  'Check "API Server" in the credential. "kubectl cluster-info" shows it as the address of the control plane.';

/** What to do where the API server itself answers and cannot do its work, mostly as its database does not answer. */
export const HEALTH_HINT =
  "The API server has a problem of its own, for example with its database (etcd). A cluster administrator can find it with: kubectl get --raw '/readyz?verbose'";

/** The API server's own word that it does not have what was asked for; nobody else's 404 says so. */
export class NotInClusterError extends HttpStatusError {}

/** The API server's word that the account lacks a right. */
export class ForbiddenInClusterError extends HttpStatusError {
  constructor(
    message: string,
    details: PlatformErrorDetails,
    /** Of the service account, where the refusal names it. */
    readonly accountNamespace: string | undefined,
  ) {
    super(message, details);
  }
}

/** What a refused request was for. */
interface RefusedRequest {
  url: URL;
  /** As "list its nodes". */
  action: string;
  resource: RequestedResource;
  /** Where the credential says that the platform lives. */
  namespace: string;
  secrets: readonly string[];
}

/** The error for a response by which the API server, or something in its place, refuses. */
export function clusterRefusal(request: RefusedRequest, response: TextResponse): PlatformError {
  const { url, action, resource, secrets } = request;
  const { status } = response;
  const said = readStatus(response.text);
  const message = `The cluster did not ${action}: ${statusError(url, response, secrets).message}`;
  const details = detailsOfStatus(response);
  if (status === 404 && isNotFoundOf(said, resource)) {
    return new NotInClusterError(message, { ...details, hint: ADDRESS_HINT });
  }
  if (status === 403 && said && !isAboutOtherResource(said, resource)) {
    const own = namespaceOfAccount(said);
    const hint = forbiddenHint(request, own);
    return new ForbiddenInClusterError(message, { ...details, hint }, own);
  }
  return new HttpStatusError(message, { ...details, hint: hintFor(status, said !== undefined) });
}

/** @param isOwn whether the API server itself said so, which always refuses with a Status; else a gateway did */
function hintFor(status: number, isOwn: boolean): string {
  if (status === 429) return 'The API server received too many requests. Try again later.';
  if (status >= 500) {
    return isOwn
      ? HEALTH_HINT
      : 'A gateway in front of the API server has a problem. Try again later.';
  }
  if (status === 401 && isOwn) {
    return `The API server does not accept the login in the credential. Its token may have expired. Create a new one: ${GUIDE}`;
  }
  if (status === 401 || (status === 403 && !isOwn)) {
    return `The refusal comes from a gateway in front of the API server, which may require its own login. ${ADDRESS_HINT}`;
  }
  return ADDRESS_HINT;
}

/** A misspelt namespace is refused like any other one without rights; the account's own one tells. */
function forbiddenHint({ namespace, resource }: RefusedRequest, own: string | undefined): string {
  const lacks = `The account of the token does not have this right. The rights it needs: ${GUIDE}`;
  if (resource.name === undefined || own === undefined || own === namespace) return lacks;
  return `Check "Namespace" in the credential. It is "${namespace}", but the account is in "${excerpt(own, [], 100)}". If that is right: ${lacks}`;
}

/** What is thrown where a list was too old to be read on, twice. */
export function changedWhileRead(action: string, error: PlatformError): PlatformError {
  return new PlatformError(`The cluster did not ${action}: the list changed while it was read`, {
    hint: 'The API server reported this twice in a row. It is temporary. Try again.',
    reach: 'answered',
    status: error.status,
    code: 'UNREACHABLE',
    cause: error,
  });
}

/** How Kubernetes itself says that something went wrong. */
interface Status {
  reason: string;
  message: string;
  /** Of what it is about, as `secrets`; empty where it names nothing. */
  kind: string;
  name: string;
}

/** What a request asks for, as `secrets` and the name of one. */
export interface RequestedResource {
  kind: string;
  name?: string;
}

/** Undefined for the words of anybody else: a gateway's page, another service, the API server's own text for a wrong path. */
export function readStatus(text: string): Status | undefined {
  const body = asObject(parsed(text));
  if (body.kind !== 'Status') return undefined;
  const { name, kind } = asObject(body.details);
  return {
    reason: textOf(body.reason),
    message: textOf(body.message),
    kind: textOf(kind),
    name: textOf(name),
  };
}

/** Whether it says that just this does not exist; an API server under a wrong path names nothing. */
function isNotFoundOf(status: Status | undefined, resource: RequestedResource): boolean {
  if (status?.reason !== 'NotFound' || resource.name === undefined) return false;
  return status.kind === resource.kind && status.name === resource.name;
}

/** Whether it is about another thing than was asked for, as where the address leads below the API server's root. */
function isAboutOtherResource({ kind, message }: Status, resource: RequestedResource): boolean {
  return kind === '' ? /cannot \w+ path /.test(message) : kind !== resource.kind;
}

/** The namespace of the service account that is refused, as the refusal names it. */
function namespaceOfAccount({ message }: Status): string | undefined {
  return /User "system:serviceaccount:([^:"]+):/.exec(message)?.[1];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Where it is written how an account for n8n is made. */
export const GUIDE =
  'https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/blob/main/docs/cluster.md';
