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

interface GraphqlPayload {
  /** An error if the text does not parse. */
  document: DocumentNode | GraphQLError;
  variables: unknown;
  operationName?: string;
}

const payloads = new WeakMap<FastifyRequest, Promise<GraphqlPayload | undefined>>();

/** Reads the payload once; undefined if it is neither JSON nor GraphQL multipart. */
export function getPayload(request: FastifyRequest): Promise<GraphqlPayload | undefined> {
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
    document: parseDocument(query),
    variables,
    ...(typeof operationName === 'string' && { operationName }),
  };
}

function parseDocument(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query);
  } catch (error) {
    return error as GraphQLError;
  }
}

/** The part `map` names the places in `operations` where files become values. */
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

/** Returns root fields, each once; none if it is no GraphQL request, or does not parse. */
export async function requestedFields(request: FastifyRequest): Promise<string[]> {
  const { document, operationName } = (await getPayload(request)) ?? {};
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

/** Names of variables of the type `Int`, required or not. */
export function findIntegers({ definitions }: DocumentNode): string[] {
  return definitions
    .flatMap((one) => (one.kind === Kind.OPERATION_DEFINITION && one.variableDefinitions) || [])
    .filter(({ type }) => print(type).replace('!', '') === 'Int')
    .map(({ variable }) => variable.name.value);
}
