import type { FieldNode } from 'graphql';
import { printArguments, printSelections } from '../document/document';

/** The type that a root field gives, if it is known. */
type TypeOf = (rootField: string) => string | undefined;

/** Fewer characters saved than these are not worth a fragment. */
const WORTH_CHARACTERS = 1_000;

/** A query of many root fields, each under an alias. What many select alike stands in it once. */
export function aliasedQuery(
  fields: readonly FieldNode[],
  aliasOf: (index: number) => string,
  typeOf: TypeOf,
): string {
  const shared = sharedSelections(fields, typeOf);
  const roots = fields.map((node, index) => {
    const fragment = shared.get(kindOf(node));
    const selected = fragment ? `{ ...${fragment.name} }` : selectionsOf(node);
    return `${aliasOf(index)}: ${node.name.value}${printArguments(node)} ${selected}`;
  });
  const fragments = [...shared.values()].map(
    ({ name, type, selections }) => `fragment ${name} on ${type} ${selections}`,
  );
  return [`query { ${roots.join(' ')} }`, ...fragments].join(' ');
}

/** What root fields have in common that differ in their arguments alone. */
function kindOf(node: FieldNode): string {
  return `${node.name.value} ${selectionsOf(node)}`;
}

/** Entries with root fields of one kind, together. */
export function groupByKind<Entry>(
  entries: readonly Entry[],
  fieldOf: (entry: Entry) => FieldNode,
): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const kind = kindOf(fieldOf(entry));
    const group = groups.get(kind);
    if (group) group.push(entry);
    else groups.set(kind, [entry]);
  }
  return groups;
}

/** What so many fields of one kind select that it is worth a fragment, by kind. */
function sharedSelections(fields: readonly FieldNode[], typeOf: TypeOf) {
  const shared = new Map<string, { name: string; type: string; selections: string }>();
  for (const [kind, alike] of groupByKind(fields, (node) => node)) {
    const [first] = alike as [FieldNode];
    const selections = selectionsOf(first);
    const isWorthIt = selections.length * (alike.length - 1) > WORTH_CHARACTERS;
    const type = isWorthIt ? typeOf(first.name.value) : undefined;
    if (type !== undefined) shared.set(kind, { name: `F${shared.size}`, type, selections });
  }
  return shared;
}

function selectionsOf({ selectionSet }: FieldNode): string {
  return selectionSet ? printSelections(selectionSet.selections) : '';
}
