import { Kind, type DocumentNode, type OperationDefinitionNode } from 'graphql';
import { InvalidInputError } from '../../errors/errors';
import { ownValue } from '../../text/names';
import { plainJson } from '../../input/plainJson';
import { excerpt } from '../../text/text';
import { parseText } from '../document/parseText';
import type { GraphqlRequest } from '../send/request';

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
