import {
  getOperationAST,
  Kind,
  validate,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { setTimeout as sleep } from 'node:timers/promises';
import { GraphqlResponseError, InvalidInputError } from '../../common/errors/errors';
import { toPlainJson } from '../../common/input/plainJson';
import { ownValue } from '../../common/text/names';
import { excerpt } from '../../common/text/text';
import { formatLocation, parseGraphql, formatProblems } from '../document/parseText';
import { withSchema } from '../schema/bySchema';
import { forgetSchema, failsAnyRequest, cacheBySchema } from '../schema/schemaStore';
import type { CallOptions, GraphqlEndpoint } from '../send/endpoint';
import type { GraphqlData, GraphqlRequest } from '../send/request';
import { describeErrors } from '../send/responseErrors';

/** A user's query after the checks that need no schema. */
export interface UserQuery {
  kind: 'query' | 'mutation';
  request: GraphqlRequest;
}

/** @throws InvalidInputError with the line and column of a syntax error, or with the names of missing variables */
export function readUserQuery(
  query: string,
  uncheckedVariables: Record<string, unknown> = {},
  operationName = '',
): UserQuery {
  const name = operationName.trim();
  const operation = chooseOperation(parseQuery(query), name);
  if (operation.operation === 'subscription') {
    throw new InvalidInputError(
      'Subscriptions cannot be run by this node',
      'Use a query, or a trigger node to react to events.',
    );
  }
  const variables = toPlainJson(uncheckedVariables, 'Variables') as Record<string, unknown>;
  requireVariables(operation, variables);
  return {
    kind: operation.operation,
    request: {
      query,
      ...(Object.keys(variables).length > 0 && { variables }),
      ...(name && { operationName: name }),
    },
  };
}

/** @throws InvalidInputError with the line and column of a syntax error */
export function parseQuery(query: string): DocumentNode {
  if (query.trim() === '') {
    throw new InvalidInputError('The query is empty', 'Enter a GraphQL query or mutation.');
  }
  return parseGraphql(query, 'query');
}

/** @param name name of the operation; empty for the only operation of the document */
function chooseOperation(document: DocumentNode, name: string): OperationDefinitionNode {
  const operation = getOperationAST(document, name || undefined);
  if (operation) return operation;
  const operations = document.definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  if (operations.length === 0) {
    throw new InvalidInputError(
      'The query has no operation',
      'Add a query or a mutation, for example: query { projects { id name } }',
    );
  }
  throw new InvalidInputError(
    name
      ? `The query has no operation named "${excerpt(name)}"`
      : `The query has ${operations.length} operations, and none is selected`,
    adviseOperationName(operations),
  );
}

function adviseOperationName(operations: readonly OperationDefinitionNode[]): string {
  const names = operations.flatMap((operation) => operation.name?.value ?? []);
  if (names.length === operations.length) {
    return `Set "Operation Name" to one of: ${excerpt(names.join(', '))}.`;
  }
  return operations.length === 1
    ? 'Leave "Operation Name" empty.'
    : 'Give each operation a name, then set "Operation Name" to one of them.';
}

function requireVariables(
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Record<string, unknown>,
): void {
  const missing = variableDefinitions
    .filter(({ type, defaultValue }) => type.kind === Kind.NON_NULL_TYPE && !defaultValue)
    .map(({ variable }) => variable.name.value)
    .filter((name) => (ownValue(variables, name) ?? null) === null);
  if (missing.length === 0) return;
  throw new InvalidInputError(
    `The query needs a value for ${excerpt(missing.map((name) => `$${name}`).join(', '))}`,
    'Add it to "Variables", for example: { "jobId": "…" }. Nothing was sent.',
  );
}

/** If reading the schema takes longer, the query is sent unchecked. */
const MAX_WAIT_MS = 5_000;

const getCachedProblems = cacheBySchema<readonly GraphQLError[]>();

/**
 * Checks a user's query against the live schema. If the schema cannot be read soon, skips the check, because the platform also
 * rejects a wrong query.
 * @throws InvalidInputError with the schema's suggestions; the failure to read the schema if the query would also fail
 */
export async function validateUserQuery(
  endpoint: GraphqlEndpoint,
  query: string,
  { signal }: CallOptions = {},
): Promise<void> {
  const requireValid = (schema: GraphQLSchema) => {
    const check = () => validate(schema, parseQuery(query));
    const problems = getCachedProblems(schema, query, check);
    const [first] = problems;
    if (!first) return;
    throw new InvalidInputError(
      `The query does not match the platform’s schema${formatLocation(first)}`,
      `${formatProblems(problems.map((problem) => problem.message + formatLocation(problem)))}\nNothing was sent.\n${buildExplorerHint(endpoint)}`,
      endpoint.explorerUrl,
    );
  };
  const checked = withSchema(endpoint, requireValid, { signal, isOptional: true });
  try {
    await Promise.race([checked, sleep(MAX_WAIT_MS, undefined, { ref: false })]);
  } catch (error) {
    if (error instanceof InvalidInputError || failsAnyRequest(error)) throw error;
  }
}

/** Throws the same errors as the endpoint. Adds a link to the explorer to GraphQL errors. */
export async function sendUserQuery(
  endpoint: GraphqlEndpoint,
  { kind, request }: UserQuery,
  options: CallOptions = {},
): Promise<GraphqlData> {
  try {
    return await endpoint[kind === 'query' ? 'query' : 'mutate'](request, options);
  } catch (error) {
    if (!(error instanceof GraphqlResponseError)) throw error;
    // If the query was checked, the kept schema may be out of date.
    if (error.isRejectedDocument) forgetSchema(endpoint);
    const hint = `${describeErrors(error.errors, true)}\n${buildExplorerHint(endpoint)}`;
    Object.assign(error, { hint, link: endpoint.explorerUrl });
    endpoint.explainRefusal(error, request);
    throw error;
  }
}

function buildExplorerHint({ explorerUrl }: GraphqlEndpoint): string {
  return `Try the query in the explorer: ${explorerUrl} (log in to the platform in the same browser first)`;
}
