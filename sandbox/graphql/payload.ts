import {
  type DocumentNode,
  getOperationAST,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  print,
  visit,
} from 'graphql';
import type { FastifyRequest } from 'fastify';
import { bodyBytes, contentType, isJson, isObject, jsonObject } from '../http/body';

/** A GraphQL request (section 4.2). */
interface GraphqlPayload {
  /** The error of a text that does not parse. */
  document: DocumentNode | GraphQLError;
  variables: unknown;
  operationName?: string;
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
  const { query, variables, operationName } = body;
  return {
    document: parsed(query),
    variables,
    ...(typeof operationName === 'string' && { operationName }),
  };
}

function parsed(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query);
  } catch (error) {
    return error as GraphQLError;
  }
}

/** The parts `operations`, `map` and the files that it names, each of which becomes the value at its places. */
async function multipartOperations(
  request: FastifyRequest,
): Promise<Record<string, unknown> | undefined> {
  if (!/^multipart\/form-data *;/i.test(contentType(request))) return undefined;
  try {
    const form = await new Response(new Uint8Array(bodyBytes(request)), {
      headers: { 'content-type': contentType(request) },
    }).formData();
    const operations = JSON.parse(String(form.get('operations'))) as Record<string, unknown>;
    const files = JSON.parse(String(form.get('map'))) as Record<string, string[]>;
    for (const [part, places] of Object.entries(files)) {
      for (const place of places) {
        const names = place.split('.');
        const last = names.pop() ?? '';
        const holder = names.reduce<unknown>((at, name) => Object(at)[name], operations);
        if (isObject(holder)) holder[last] = form.get(part);
      }
    }
    return operations;
  } catch {
    return undefined;
  }
}

/** The root fields a request asks for, each once; none if it is not a GraphQL request, or does not parse. */
export async function requestedFields(request: FastifyRequest): Promise<string[]> {
  const { document, operationName } = (await payloadOf(request)) ?? {};
  if (!document || document instanceof GraphQLError) return [];
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

export function isMutation(document: DocumentNode, operationName?: string): boolean {
  return getOperationAST(document, operationName)?.operation === OperationTypeNode.MUTATION;
}

/** The variables of the type `Int`, required or not. */
export function integersIn({ definitions }: DocumentNode): string[] {
  return definitions
    .flatMap((one) => (one.kind === Kind.OPERATION_DEFINITION && one.variableDefinitions) || [])
    .filter(({ type }) => print(type).replace('!', '') === 'Int')
    .map(({ variable }) => variable.name.value);
}
