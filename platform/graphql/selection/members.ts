import {
  isInterfaceType,
  Kind,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLSchema,
  type InlineFragmentNode,
  type SelectionNode,
} from 'graphql';

/** Separates the names of a field and of its type in an alias. No schema has such names. */
const MARK = '__of__';

/**
 * Returns a function that adds an alias to a field in the fragment of a member of an interface or union if other members have a
 * field with this name and another type, which GraphQL refuses. `restoreNames` removes the aliases from responses.
 */
export function memberAliases(schema: GraphQLSchema, type: GraphQLAbstractType) {
  const types = [...(isInterfaceType(type) ? [type] : []), ...schema.getPossibleTypes(type)];
  const typeNames = new Map<string, Set<string>>();
  for (const { name, type: fieldType } of types.flatMap((one) => Object.values(one.getFields()))) {
    typeNames.set(name, (typeNames.get(name) ?? new Set()).add(String(fieldType)));
  }
  return (member: string, node: FieldNode): FieldNode => {
    const { value: name } = node.name;
    if ((typeNames.get(name)?.size ?? 0) < 2) return node;
    return { ...node, alias: { kind: Kind.NAME, value: `${name}${MARK}${member}` } };
  };
}

/** Changes `contexts__of__JobTechnology` back to `contexts`. */
export function restoreNames(value: unknown, document: string): unknown {
  return document.includes(MARK) ? removeMarks(value) : value;
}

function removeMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeMarks);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.split(MARK, 1)[0], removeMarks(inner)]),
  );
}

/** Builds `... on Type { … }`. */
export function fragment(type: string, selections: readonly SelectionNode[]): InlineFragmentNode {
  return {
    kind: Kind.INLINE_FRAGMENT,
    typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: type } },
    selectionSet: { kind: Kind.SELECTION_SET, selections },
  };
}
