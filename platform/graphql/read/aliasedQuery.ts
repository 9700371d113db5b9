import type { FieldNode, SelectionNode } from 'graphql';
import { printArguments, printSelections } from '../document/document';

/** The type that a root field gives, if it is known. */
type TypeOf = (rootField: string) => string | undefined;

/** Fewer characters saved than these are not worth a fragment. */
const WORTH_CHARACTERS = 1_000;

/** A query of many root fields, each under an alias. What many select alike stands in it once, without unneeded spaces. */
export function aliasedQuery(
  fields: readonly FieldNode[],
  aliasOf: (index: number) => string,
  typeOf: TypeOf,
): string {
  const shared = sharedSelections(fields, typeOf);
  const written = new Selections();
  const gap = shared.size > 0 ? '' : ' ';
  const roots = fields.map((node, index) => {
    const selections = node.selectionSet?.selections;
    const below = selections && written.of(selections);
    const fragment = below && shared.get(keyOf(node, below));
    const selected = fragment ? `{...${fragment.name}}` : (below ?? '');
    const head = `${aliasOf(index)}:${gap}${node.name.value}${printArguments(node)}`;
    return selected ? `${head}${gap}${selected}` : `${head} `;
  });
  const fragments = [...shared.values()].map(
    ({ name, type, below }) => `fragment ${name} on ${type}${below}`,
  );
  return `query ${gap ? `{ ${roots.join(gap)} }` : `{${roots.join('')}}`}${fragments.join('')}`;
}

interface Shared {
  name: string;
  type: string;
  below: string;
}

/** What so many fields of one name select alike that it is worth a fragment. */
function sharedSelections(fields: readonly FieldNode[], typeOf: TypeOf): Map<string, Shared> {
  const written = new Selections();
  const counts = new Map<string, { field: string; below: string; times: number }>();
  for (const node of fields) {
    if (!node.selectionSet) continue;
    const below = written.of(node.selectionSet.selections);
    const key = keyOf(node, below);
    const known = counts.get(key);
    if (known) known.times++;
    else counts.set(key, { field: node.name.value, below, times: 1 });
  }
  const shared = new Map<string, Shared>();
  for (const [key, { field, below, times }] of counts) {
    const type = below.length * (times - 1) > WORTH_CHARACTERS ? typeOf(field) : undefined;
    if (type !== undefined) shared.set(key, { name: `F${shared.size}`, type, below });
  }
  return shared;
}

function keyOf({ name }: FieldNode, below: string): string {
  return `${name.value} ${below}`;
}

/** Selections as text; fields of one kind mostly have the very same ones. */
class Selections {
  private readonly texts = new Map<readonly SelectionNode[], string>();

  of(selections: readonly SelectionNode[]): string {
    const known = this.texts.get(selections);
    if (known !== undefined) return known;
    const text = printSelections(selections);
    this.texts.set(selections, text);
    return text;
  }
}
