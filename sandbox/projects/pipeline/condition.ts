import type { ResolverContext, Resolvers } from '../../graphql/resolvers';
import type { Condition, ConditionNode } from '../../runs/graph';
import { toldCommandLine } from '../rewrittenTexts';

/** Nodes of a pipeline that decide which way it goes on. */
export const conditionResolvers: Resolvers = {
  Query: {
    evaluateConditionExpression: (_root, { expression }: { expression: string }) =>
      expression.trim() !== 'false',
  },
  ConditionNode: {
    condition: ({ condition }: ConditionNode, _args: unknown, context) => shown(condition, context),
  },
};

function shown(condition: Condition, context: ResolverContext) {
  if (typeof condition === 'string') {
    return { __typename: 'ConditionStatus', toString: condition, value: condition };
  }
  const expression = toldCommandLine(condition.expression, context);
  return { __typename: 'ConditionExpression', toString: expression, expression };
}
