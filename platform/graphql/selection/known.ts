import {
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  Kind,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionNode,
} from 'graphql';
import { autoSelection } from './auto';
import { customSelection } from './custom';

/**
 * Of the fields that deployed platforms are known to have, those that this one has. Deprecated ones are left out:
 * where a field has got a successor, the wanted text names both.
 * @param wanted a selection set as text; an object without braces takes its plain fields
 * @returns what a type gives by itself where it has none of them
 */
export function knownSelection(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  wanted: string,
): readonly SelectionNode[] | undefined {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return undefined;
  const present = presentOf(schema, named, customSelection(wanted));
  return present.length > 0 ? present : autoSelection(schema, type);
}

function presentOf(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  wanted: readonly SelectionNode[],
): SelectionNode[] {
  const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
  return wanted.flatMap((node): SelectionNode[] => {
    if (node.kind !== Kind.FIELD) return [];
    const field = fields[node.name.value];
    if (!field || field.deprecationReason !== undefined) return [];
    const given = (node.arguments ?? []).filter(({ name }) =>
      field.args.some((argument) => argument.name === name.value),
    );
    const isMissing = (name: string) => !given.some((argument) => argument.name.value === name);
    if (field.args.some((argument) => isRequiredArgument(argument) && isMissing(argument.name))) {
      return [];
    }
    const kept: FieldNode = { ...node, arguments: given, selectionSet: undefined };
    if (!isCompositeType(getNamedType(field.type))) return [kept];
    const below = belowOf(schema, field.type, node);
    if (below.length === 0) return [];
    return [{ ...kept, selectionSet: { kind: Kind.SELECTION_SET, selections: below } }];
  });
}

function belowOf(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  { selectionSet }: FieldNode,
): readonly SelectionNode[] {
  return selectionSet
    ? presentOf(schema, getNamedType(type), selectionSet.selections)
    : (autoSelection(schema, type, { depth: 0, fields: 100 }) ?? []);
}
