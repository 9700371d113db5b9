import {
  GraphQLError,
  Kind,
  parse,
  type DocumentNode,
  type OperationDefinitionNode,
} from 'graphql';
import { InvalidInputError } from '../errors';
import { ownValue } from '../names';
import type { GraphqlRequest } from './request';

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
  variables: Record<string, unknown> = {},
  operationName = '',
): UserQuery {
  const operation = chooseOperation(parseQuery(query), operationName.trim());
  if (operation.operation === 'subscription') {
    throw new InvalidInputError(
      'Subscriptions cannot be run by this node',
      'Use a query, or a trigger node to react to events.',
    );
  }
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
    throw new InvalidInputError('The query is empty', 'Write a GraphQL query or mutation.');
  }
  try {
    const document = parse(query);
    lastParsed = { query, document };
    return document;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const [location] = error.locations ?? [];
    const place = location ? ` at line ${location.line}, column ${location.column}` : '';
    throw new InvalidInputError(
      `The query has a syntax mistake${place}`,
      `${syntaxProblem(error)} Nothing was sent.`,
    );
  }
}

/** The parser's words, without the angle brackets that n8n would take for a tag of HTML. */
export function syntaxProblem({ message }: GraphQLError): string {
  return message.replace(/^Syntax Error: /, '').replace('<EOF>', 'the end');
}

function chooseOperation(document: DocumentNode, operationName: string): OperationDefinitionNode {
  const operations = document.definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  const names = operations.map((operation) => operation.name?.value ?? '(without a name)');
  const [first] = operations;
  if (!first) {
    throw new InvalidInputError(
      'The query holds no operation',
      'It needs a query or a mutation, as in: query { projects { id name } }',
    );
  }
  if (operationName === '') {
    if (operations.length === 1) return first;
    throw new InvalidInputError(
      `The query holds ${operations.length} operations and none is chosen`,
      `Fill in "Operation Name" with one of: ${names.join(', ')}.`,
    );
  }
  const chosen = operations.find((operation) => operation.name?.value === operationName);
  if (chosen) return chosen;
  throw new InvalidInputError(
    `The query holds no operation named "${operationName}"`,
    `"Operation Name" can be one of: ${names.join(', ')}.`,
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
    `The query needs a value for ${missing.map((name) => `$${name}`).join(', ')}`,
    'Add it to "Variables", as in: { "jobId": "…" }. Nothing was sent.',
  );
}
