import {
  isInterfaceType,
  Kind,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLSchema,
  type InlineFragmentNode,
  type SelectionNode,
} from 'graphql';

/** Separates the name of a field from the name of its member type in an alias. No schema has such names. */
const ALIAS_MARK = '__of__';

/**
 * Returns a function that adds an alias to a field in the fragment of a member of an interface or union. It does so only if another
 * member has a field with the same name and another type, because GraphQL refuses that. `restoreNames` removes the aliases.
 */
export function createMemberAliases(schema: GraphQLSchema, type: GraphQLAbstractType) {
  const types = [...(isInterfaceType(type) ? [type] : []), ...schema.getPossibleTypes(type)];
  const typeNames = new Map<string, Set<string>>();
  for (const { name, type: fieldType } of types.flatMap((abstractOrMember) =>
    Object.values(abstractOrMember.getFields()),
  )) {
    typeNames.set(name, (typeNames.get(name) ?? new Set()).add(String(fieldType)));
  }
  return (member: string, node: FieldNode): FieldNode => {
    const { value: name } = node.name;
    if ((typeNames.get(name)?.size ?? 0) < 2) return node;
    return { ...node, alias: { kind: Kind.NAME, value: `${name}${ALIAS_MARK}${member}` } };
  };
}

/** Restores the names in a response, for example `contexts` from `contexts__of__JobTechnology`. */
export function restoreNames(value: unknown, document: string): unknown {
  return document.includes(ALIAS_MARK) ? removeMarks(value) : value;
}

function removeMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeMarks);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.split(ALIAS_MARK, 1)[0],
      removeMarks(inner),
    ]),
  );
}

/** Builds `... on Type { … }`. */
export function buildFragment(
  type: string,
  selections: readonly SelectionNode[],
): InlineFragmentNode {
  return {
    kind: Kind.INLINE_FRAGMENT,
    typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: type } },
    selectionSet: { kind: Kind.SELECTION_SET, selections },
  };
}
