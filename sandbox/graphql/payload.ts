import {
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql';
import type { FastifyRequest } from 'fastify';
import { bodyBytes, contentType, isJson, isObject, jsonObject } from '../http/body';

const MAX_DEPTH = 20;

/** The root fields that a GraphQL text asks for, each once; none where the text does not parse. */
function rootFields(query: string, operationName?: string): string[] {
  let document: DocumentNode;
  try {
    document = parse(query, { noLocation: true });
  } catch {
    return [];
  }
  const operations = document.definitions.filter(
    (definition): definition is OperationDefinitionNode =>
      definition.kind === Kind.OPERATION_DEFINITION,
  );
  const operation =
    operations.find(({ name }) => operationName !== undefined && name?.value === operationName) ??
    operations[0];
  if (!operation) return [];
  return [...new Set(fieldNames(operation.selectionSet, document, 0))];
}

function fieldNames(set: SelectionSetNode, document: DocumentNode, depth: number): string[] {
  if (depth > MAX_DEPTH) return [];
  return set.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      return fieldNames(selection.selectionSet, document, depth + 1);
    }
    const fragment = document.definitions.find(
      (definition) =>
        definition.kind === Kind.FRAGMENT_DEFINITION &&
        definition.name.value === selection.name.value,
    );
    return fragment?.kind === Kind.FRAGMENT_DEFINITION
      ? fieldNames(fragment.selectionSet, document, depth + 1)
      : [];
  });
}

/** The parts of a GraphQL request (section 4.2). */
interface GraphqlPayload {
  query: string;
  variables?: unknown;
  operationName?: string;
}

const payloads = new WeakMap<FastifyRequest, Promise<GraphqlPayload | undefined>>();

/** The payload of a request, JSON or GraphQL multipart, read once; undefined where it is neither. */
export function payloadOf(request: FastifyRequest): Promise<GraphqlPayload | undefined> {
  let payload = payloads.get(request);
  if (!payload) {
    payload = readPayload(request);
    payloads.set(request, payload);
  }
  return payload;
}

async function readPayload(request: FastifyRequest): Promise<GraphqlPayload | undefined> {
  const body = isJson(request) ? jsonObject(request) : await multipartOperations(request);
  if (typeof body?.query !== 'string') return undefined;
  return {
    query: body.query,
    variables: body.variables,
    ...(typeof body.operationName === 'string' && { operationName: body.operationName }),
  };
}

/** The root fields a request asks for; none where it is no GraphQL request. */
export async function requestedFields(request: FastifyRequest): Promise<string[]> {
  const payload = await payloadOf(request);
  return payload ? rootFields(payload.query, payload.operationName) : [];
}

export function isMultipart(request: FastifyRequest): boolean {
  return /^multipart\/form-data *;/i.test(contentType(request));
}

async function multipartOperations(
  request: FastifyRequest,
): Promise<Record<string, unknown> | undefined> {
  if (!isMultipart(request)) return undefined;
  try {
    const form = await new Response(new Uint8Array(bodyBytes(request)), {
      headers: { 'content-type': contentType(request) },
    }).formData();
    const operations: unknown = JSON.parse(String(form.get('operations')));
    return isObject(operations) ? operations : undefined;
  } catch {
    return undefined;
  }
}
