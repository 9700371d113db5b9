import { Kind, type FieldNode, type InlineFragmentNode, type SelectionNode } from 'graphql';

type Opened = FieldNode | InlineFragmentNode;

/**
 * Selections in which a field stands once, with all that is wanted below it. Fields of one name with different arguments
 * cannot be asked for together: the caller has left one of them.
 */
export function mergeSelections(selections: readonly SelectionNode[]): SelectionNode[] {
  const merged = new Map<string | SelectionNode, SelectionNode>();
  for (const node of selections) {
    const key = keyOf(node);
    const before = merged.get(key);
    merged.set(key, before ? together(before as Opened, node as Opened) : node);
  }
  return [...merged.values()];
}

/** What a response has it under; a fragment by its type. */
function keyOf(node: SelectionNode): string | SelectionNode {
  if (node.kind === Kind.FIELD) return (node.alias ?? node.name).value;
  if (node.kind === Kind.INLINE_FRAGMENT) return `... ${node.typeCondition?.name.value ?? ''}`;
  return node;
}

function together(one: Opened, other: Opened): SelectionNode {
  const below = [one, other].flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
  if (below.length === 0) return one;
  return {
    ...one,
    selectionSet: { kind: Kind.SELECTION_SET, selections: mergeSelections(below) },
  };
}
