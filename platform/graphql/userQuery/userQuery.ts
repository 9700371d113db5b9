import {
  Kind,
  type DocumentNode,
  type OperationDefinitionNode,
  validate,
  type GraphQLError,
} from 'graphql';
import {
  InvalidInputError,
  CancelledError,
  GraphqlResponseError,
  PlatformError,
} from '../../errors/errors';
import { ownValue } from '../../text/names';
import { plainJson } from '../../input/plainJson';
import { excerpt } from '../../text/text';
import { parseText, locationText, problemLines } from '../document/parseText';
import type { GraphqlRequest, GraphqlData } from '../send/request';
import { describeErrors } from '../send/responseErrors';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOptions, GraphqlEndpoint } from '../send/endpoint';
import { keptBySchema } from '../schema/keptBySchema';
import type { LiveSchema } from '../schema/introspection';
import { forgetSchema, forgetUnlessFresh, wholeSchema } from '../schema/schemaStore';

/** A query that a user wrote, checked as far as that is possible without a schema. */
export interface UserQuery {
  kind: 'query' | 'mutation';
  request: GraphqlRequest;
}

/**
 * Parses a user's query before it is sent.
 * @throws InvalidInputError with line and column of a syntax error, or naming what is missing
 */
export function readUserQuery(
  query: string,
  givenVariables: Record<string, unknown> = {},
  operationName = '',
): UserQuery {
  const operation = chooseOperation(parseQuery(query), operationName.trim());
  if (operation.operation === 'subscription') {
    throw new InvalidInputError(
      'Subscriptions cannot be run by this node',
      'Use a query, or a trigger node to react to events.',
    );
  }
  const variables = plainJson(givenVariables, 'Variables') as Record<string, unknown>;
  requireVariables(operation, variables);
  return {
    kind: operation.operation,
    request: {
      query,
      ...(Object.keys(variables).length > 0 && { variables }),
      ...(operationName.trim() && { operationName: operationName.trim() }),
    },
  };
}

let lastParsed: { query: string; document: DocumentNode } | undefined;

/**
 * Parses a query; once for all items of a node that carry the same one.
 * @throws InvalidInputError with line and column of a syntax error
 */
export function parseQuery(query: string): DocumentNode {
  if (lastParsed?.query === query) return lastParsed.document;
  if (query.trim() === '') {
    throw new InvalidInputError('The query is empty', 'Enter a GraphQL query or mutation.');
  }
  const document = parseText(query, 'query');
  lastParsed = { query, document };
  return document;
}

function chooseOperation(document: DocumentNode, operationName: string): OperationDefinitionNode {
  const operations = document.definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  const names = operations.map((operation) => operation.name?.value ?? '(without a name)');
  const shown = excerpt(names.join(', '));
  const [first] = operations;
  if (!first) {
    throw new InvalidInputError(
      'The query has no operation',
      'Add a query or a mutation, for example: query { projects { id name } }',
    );
  }
  if (operationName === '') {
    if (operations.length === 1) return first;
    throw new InvalidInputError(
      `The query has ${operations.length} operations, and none is selected`,
      `Set "Operation Name" to one of: ${shown}.`,
    );
  }
  const chosen = operations.find((operation) => operation.name?.value === operationName);
  if (chosen) return chosen;
  throw new InvalidInputError(
    `The query has no operation named "${excerpt(operationName)}"`,
    `"Operation Name" can be one of: ${shown}.`,
  );
}

function requireVariables(
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): void {
  const missing = (operation.variableDefinitions ?? [])
    .filter(({ type, defaultValue }) => type.kind === Kind.NON_NULL_TYPE && !defaultValue)
    .map(({ variable }) => variable.name.value)
    .filter((name) => (ownValue(variables, name) ?? null) === null);
  if (missing.length === 0) return;
  throw new InvalidInputError(
    `The query needs a value for ${excerpt(missing.map((name) => `$${name}`).join(', '))}`,
    'Add it to "Variables", for example: { "jobId": "…" }. Nothing was sent.',
  );
}

const MAX_WAIT_MS = 5_000;

const problemsOf = keptBySchema<readonly GraphQLError[]>(100);

/**
 * Checks a user's query by the live schema, if that can be read; otherwise the platform judges it itself.
 * @throws InvalidInputError with the schema's suggestions, before anything is sent
 */
export async function validateUserQuery(
  endpoint: GraphqlEndpoint,
  query: string,
  options: CallOptions = {},
): Promise<void> {
  let checked = await checkWithoutDelay(endpoint, query, options);
  if (checked && checked.problems.length > 0 && forgetUnlessFresh(endpoint, checked.source)) {
    checked = await checkWithoutDelay(endpoint, query, options);
  }
  const { problems = [] } = checked ?? {};
  const [first] = problems;
  if (!first) return;
  throw new InvalidInputError(
    `The query does not match the platform’s schema${locationText(first)}`,
    `${problemLines(problems.map((problem) => problem.message + locationText(problem)))}\nNothing was sent.\n${explorerText(endpoint)}`,
    endpoint.explorerUrl,
  );
}

/** Sends a user's query or mutation. A mutation is never sent again. @throws what the endpoint throws */
export async function sendUserQuery(
  endpoint: GraphqlEndpoint,
  { kind, request }: UserQuery,
  options: CallOptions = {},
): Promise<GraphqlData> {
  try {
    return await endpoint[kind === 'query' ? 'query' : 'mutate'](request, options);
  } catch (error) {
    if (!(error instanceof GraphqlResponseError)) throw error;
    // It fitted our copy of the schema, if there was one: the platform may have changed meanwhile.
    if (error.refusedBeforeExecution) forgetSchema(endpoint);
    const hint = `${describeErrors(error.errors, true)}\n${explorerText(endpoint)}`;
    throw Object.assign(error, { hint, link: endpoint.explorerUrl });
  }
}

function explorerText({ explorerUrl }: GraphqlEndpoint): string {
  return `Try it in the explorer: ${explorerUrl} (log in to the platform in the same browser first)`;
}

interface Checked {
  problems: readonly GraphQLError[];
  source: LiveSchema;
}

/** What is wrong, or nothing if the schema is refused or takes long: the check is a courtesy, the query is the work. */
async function checkWithoutDelay(
  endpoint: GraphqlEndpoint,
  query: string,
  options: CallOptions,
): Promise<Checked | undefined> {
  const waiting = new AbortController();
  const read = async () => {
    const source = await wholeSchema(endpoint, { signal: options.signal, isOptional: true });
    const check = () => validate(source.schema, parseQuery(query));
    return { problems: problemsOf(source.schema, query, check), source };
  };
  try {
    return await Promise.race([read(), sleep(MAX_WAIT_MS, undefined, { signal: waiting.signal })]);
  } catch (error) {
    // Without a login or a connection the query would fail in the same way, only later.
    const isHopeless = error instanceof PlatformError && error.sends === 0;
    if (isHopeless || error instanceof CancelledError) throw error;
    return undefined;
  } finally {
    waiting.abort();
  }
}
