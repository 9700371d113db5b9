import { GraphQLError, type ASTVisitor, type ValidationContext } from 'graphql';
import type { Plugin } from 'graphql-yoga';

const LATER_FIELDS = new Map([
  ['__InputValue', ['isDeprecated', 'deprecationReason']],
  ['__Type', ['specifiedByURL', 'isOneOf']],
  ['__Directive', ['isRepeatable']],
  ['__Schema', ['description']],
]);
const LATER_ARGUMENTS = new Map([
  ['__Type', ['inputFields']],
  ['__Field', ['args']],
  ['__Directive', ['args']],
]);

/** Introspection of servers from before arguments and input fields could be deprecated. */
export const withOldIntrospection: Plugin = {
  onValidate({ addValidationRule }) {
    addValidationRule(oldIntrospectionRule);
  },
};

function oldIntrospectionRule(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      const type = context.getParentType()?.name ?? '';
      const field = node.name.value;
      if (LATER_FIELDS.get(type)?.includes(field)) {
        context.reportError(new GraphQLError(`Cannot query field "${field}" on type "${type}".`));
      }
      const argument = node.arguments?.[0]?.name.value;
      if (argument !== undefined && LATER_ARGUMENTS.get(type)?.includes(field)) {
        context.reportError(
          new GraphQLError(`Unknown argument "${argument}" on field "${type}.${field}".`),
        );
      }
    },
  };
}
