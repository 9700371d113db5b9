import { asObject } from './objects';

/** How Kubernetes itself says that something went wrong. */
export interface Status {
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
export function isNotFoundOf(status: Status | undefined, resource: RequestedResource): boolean {
  if (status?.reason !== 'NotFound' || resource.name === undefined) return false;
  return status.kind === resource.kind && status.name === resource.name;
}

/** Whether it is about another thing than was asked for, as where the address leads below the API server's root. */
export function isAboutOtherResource(
  { kind, message }: Status,
  resource: RequestedResource,
): boolean {
  return kind === '' ? /cannot \w+ path /.test(message) : kind !== resource.kind;
}

/** The namespace of the service account that is refused, as the refusal names it. */
export function namespaceOfAccount({ message }: Status): string | undefined {
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
