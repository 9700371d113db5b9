import { Kind, type SelectionNode } from 'graphql';

/**
 * How many levels selections have: 1 where none has any below it. A fragment counts as one, as it does for protections
 * that count it.
 */
export function levelsOf(selections: readonly SelectionNode[] | undefined): number {
  let most = 0;
  for (const node of selections ?? []) {
    const below = node.kind === Kind.FRAGMENT_SPREAD ? undefined : node.selectionSet?.selections;
    most = Math.max(most, 1 + levelsOf(below));
  }
  return most;
}
