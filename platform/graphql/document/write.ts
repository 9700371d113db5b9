import { Kind, print, type FieldNode, type SelectionNode, type ValueNode } from 'graphql';

/**
 * The text of a selection. Requests of many items print as many documents, which graphql's own `print` takes ten times
 * as long for; what is not commonly printed is left to it.
 */
function writeSelection(node: SelectionNode): string {
  if (node.kind !== Kind.FIELD || node.directives?.length) return print(node);
  const alias = node.alias ? `${node.alias.value}: ` : '';
  const below = node.selectionSet ? ` ${writeSelections(node.selectionSet.selections)}` : '';
  return alias + node.name.value + writeArguments(node) + below;
}

/** Nothing where a field has none. */
export function writeArguments({ arguments: given }: FieldNode): string {
  if (!given?.length) return '';
  return `(${given.map(({ name, value }) => `${name.value}: ${writeValue(value)}`).join(', ')})`;
}

export function writeSelections(selections: readonly SelectionNode[]): string {
  return `{ ${selections.map(writeSelection).join(' ')} }`;
}

function writeValue(node: ValueNode): string {
  switch (node.kind) {
    case Kind.STRING:
      // What JSON escapes, GraphQL reads the same way.
      return JSON.stringify(node.value);
    case Kind.INT:
    case Kind.FLOAT:
    case Kind.ENUM:
      return node.value;
    case Kind.LIST:
      return `[${node.values.map(writeValue).join(', ')}]`;
    case Kind.OBJECT:
      return `{${node.fields.map(({ name, value }) => `${name.value}: ${writeValue(value)}`).join(', ')}}`;
    case Kind.BOOLEAN:
    case Kind.NULL:
    case Kind.VARIABLE:
      return print(node);
  }
}
