import {
  type DocumentNode,
  getOperationAST,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  print,
} from 'graphql';
import type { FastifyRequest } from 'fastify';
import { getBodyBytes, getContentType, isJson, isObject, parseJsonObject } from '../http/body';

interface GraphqlPayload {
  /** Parsed query, or the syntax error. */
  document: DocumentNode | GraphQLError;
  variables: unknown;
  operationName?: string;
}

const payloads = new WeakMap<FastifyRequest, Promise<GraphqlPayload | undefined>>();

/** Reads the payload once per request. Returns undefined if the body is neither JSON nor GraphQL multipart, or has no text `query`. */
export function getPayload(request: FastifyRequest): Promise<GraphqlPayload | undefined> {
  let payload = payloads.get(request);
  if (!payload) {
    payload = readPayload(request);
    payloads.set(request, payload);
  }
  return payload;
}

async function readPayload(request: FastifyRequest): Promise<GraphqlPayload | undefined> {
  const body = isJson(request) ? parseJsonObject(request) : await readMultipartOperations(request);
  if (typeof body?.query !== 'string') return undefined;
  const { query, variables, operationName } = body;
  return {
    document: parseDocument(query),
    variables,
    ...(typeof operationName === 'string' && { operationName }),
  };
}

/** Parsed queries, because clients send the same few hundred again and again. */
const documents = new Map<string, DocumentNode>();
const MAX_DOCUMENTS = 1000;

function parseDocument(query: string): DocumentNode | GraphQLError {
  try {
    const document = documents.get(query) ?? parse(query);
    if (documents.size === MAX_DOCUMENTS) documents.clear();
    documents.set(query, document);
    return document;
  } catch (error) {
    return error as GraphQLError;
  }
}

/** Returns the part `operations` with the files inserted at the paths that the part `map` lists. */
async function readMultipartOperations(
  request: FastifyRequest,
): Promise<Record<string, unknown> | undefined> {
  if (!/^multipart\/form-data *;/i.test(getContentType(request))) return undefined;
  try {
    const form = await new Response(new Uint8Array(getBodyBytes(request)), {
      headers: { 'content-type': getContentType(request) },
    }).formData();
    const operations = JSON.parse(String(form.get('operations'))) as Record<string, unknown>;
    const files = JSON.parse(String(form.get('map'))) as Record<string, string[]>;
    for (const [part, paths] of Object.entries(files)) {
      for (const path of paths) {
        const names = path.split('.');
        const last = names.pop() ?? '';
        const parent = names.reduce<unknown>((value, name) => Object(value)[name], operations);
        if (isObject(parent)) parent[last] = form.get(part);
      }
    }
    return operations;
  } catch {
    return undefined;
  }
}

/** Returns the distinct root fields; none if the request is not GraphQL or has a syntax error. Ignores fragments. */
export async function listRootFields(request: FastifyRequest): Promise<string[]> {
  const { document, operationName } = (await getPayload(request)) ?? {};
  if (!document || document instanceof GraphQLError) return [];
  const nodes = getOperationAST(document, operationName)?.selectionSet.selections ?? [];
  const fields = nodes.flatMap((node) => (node.kind === Kind.FIELD ? [node.name.value] : []));
  return [...new Set(fields)];
}

export function isMutation(document: DocumentNode, operationName?: string): boolean {
  return getOperationAST(document, operationName)?.operation === OperationTypeNode.MUTATION;
}

/** Returns the names of variables of the type `Int` or `Int!`. */
export function listIntVariables({ definitions }: DocumentNode): string[] {
  return definitions
    .flatMap((node) => (node.kind === Kind.OPERATION_DEFINITION && node.variableDefinitions) || [])
    .filter(({ type }) => print(type).replace('!', '') === 'Int')
    .map(({ variable }) => variable.name.value);
}
