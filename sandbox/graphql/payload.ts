import {
  type DocumentNode,
  getOperationAST,
  Kind,
  OperationTypeNode,
  parse,
  print,
  visit,
} from 'graphql';
import type { FastifyRequest } from 'fastify';
import { bodyBytes, contentType, isJson, isObject, jsonObject } from '../http/body';

/** The root fields that a GraphQL text asks for, each once; none if the text does not parse. */
function rootFields(query: string, operationName?: string): string[] {
  let document: DocumentNode;
  try {
    document = parse(query, { noLocation: true });
  } catch {
    return [];
  }
  const fields = new Set<string>();
  const fragments = new Set<string>();
  const look = (node: DocumentNode['definitions'][number]): void => {
    visit(node, {
      Field: ({ name }) => {
        fields.add(name.value);
        return false;
      },
      FragmentSpread: ({ name }) => {
        if (fragments.has(name.value)) return;
        fragments.add(name.value);
        for (const other of document.definitions) {
          if (other.kind === Kind.FRAGMENT_DEFINITION && other.name.value === name.value)
            look(other);
        }
      },
    });
  };
  const operation = getOperationAST(document, operationName);
  if (operation) look(operation);
  return [...fields];
}

/** The variables that a GraphQL text declares with a type, also if it is required; none if the text does not parse. */
export function variablesOfType(query: string, type: string): string[] {
  try {
    const { definitions } = parse(query, { noLocation: true });
    return definitions
      .flatMap((one) => (one.kind === Kind.OPERATION_DEFINITION && one.variableDefinitions) || [])
      .filter((one) => print(one.type).replace('!', '') === type)
      .map(({ variable }) => variable.name.value);
  } catch {
    return [];
  }
}

/** The parts of a GraphQL request (section 4.2). */
interface GraphqlPayload {
  query: string;
  variables?: unknown;
  operationName?: string;
}

/** Checks whether a request asks for a change; false where the text does not parse. */
export function isMutation({ query, operationName }: GraphqlPayload): boolean {
  try {
    const document = parse(query, { noLocation: true });
    return getOperationAST(document, operationName)?.operation === OperationTypeNode.MUTATION;
  } catch {
    return false;
  }
}

const payloads = new WeakMap<FastifyRequest, Promise<GraphqlPayload | undefined>>();

/** The payload of a request, JSON or GraphQL multipart, read once; undefined if it is neither. */
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

/** The root fields a request asks for; none if it is not a GraphQL request. */
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
