import type { Resolvers } from '../graphql/resolvers';
import type { Condition, ConditionNode } from '../runs/graph';

/** Nodes of a pipeline that decide which way it goes on. */
export const conditionResolvers: Resolvers = {
  Query: {
    evaluateConditionExpression: (_root, { expression }: { expression: string }) =>
      expression.trim() !== 'false',
  },
  ConditionNode: {
    condition: ({ condition }: ConditionNode) => shown(condition),
  },
};

function shown(condition: Condition) {
  return typeof condition === 'string'
    ? { __typename: 'ConditionStatus', toString: condition, value: condition }
    : {
        __typename: 'ConditionExpression',
        toString: condition.expression,
        expression: condition.expression,
      };
}
