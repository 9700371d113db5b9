import { Kind, type FieldNode, type InlineFragmentNode, type SelectionNode } from 'graphql';

/** `... on Type { … }` */
export function fragmentNode(type: string, selections: SelectionNode[]): InlineFragmentNode {
  return {
    kind: Kind.INLINE_FRAGMENT,
    typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: type } },
    selectionSet: { kind: Kind.SELECTION_SET, selections },
  };
}

/** A field without arguments. */
export function nameNode(value: string): FieldNode {
  return { kind: Kind.FIELD, name: { kind: Kind.NAME, value } };
}
