import type { GraphQLSchema } from 'graphql';
import { InvalidInputError } from '../../errors/errors';
import { callRootField, type RootFieldCall } from '../../graphql/call/callRootField';
import { idArgument } from '../../graphql/call/commonArguments';
import type { RootField } from '../../graphql/schema/rootFields';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { readProjectId } from '../../input/identifiers';

export interface CheckedCondition {
  projectId: string;
  expression: string;
  /** Null if the platform does not tell. */
  result: boolean | null;
}

/**
 * Evaluates an expression as a condition of a pipeline, without a run.
 * @param variables values by the names that the expression uses; the platform takes text
 */
export async function checkCondition(
  endpoint: GraphqlEndpoint,
  givenProjectId: unknown,
  expression: string,
  variables: Record<string, unknown>,
  options?: CallOptions,
): Promise<CheckedCondition> {
  const projectId = readProjectId(givenProjectId);
  if (expression.trim() === '') {
    throw new InvalidInputError('The expression is empty', 'Fill in "Expression".');
  }
  const entries = Object.entries(variables).map(([key, value]) => ({
    key,
    value: textOfValue(value),
  }));
  const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => ({
    arguments: {
      ...idArgument(root, 'project', projectId),
      expression,
      ...(entries.length > 0 && { variables: entries }),
    },
  });
  const name = 'evaluateConditionExpression';
  const result = await callRootField(endpoint, 'query', name, call, options);
  return { projectId, expression, result: typeof result === 'boolean' ? result : null };
}

function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
