import {
  Kind,
  parse,
  type DocumentNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

const MAX_DEPTH = 20;

/** The root fields that a GraphQL text asks for, each once; none where the text does not parse. */
export function rootFields(query: string, operationName?: string): string[] {
  let document: DocumentNode;
  try {
    document = parse(query, { noLocation: true });
  } catch {
    return [];
  }
  const operations = document.definitions.filter(
    (definition): definition is OperationDefinitionNode =>
      definition.kind === Kind.OPERATION_DEFINITION,
  );
  const operation =
    operations.find(({ name }) => operationName !== undefined && name?.value === operationName) ??
    operations[0];
  if (!operation) return [];
  return [...new Set(fieldNames(operation.selectionSet, document, 0))];
}

function fieldNames(set: SelectionSetNode, document: DocumentNode, depth: number): string[] {
  if (depth > MAX_DEPTH) return [];
  return set.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      return fieldNames(selection.selectionSet, document, depth + 1);
    }
    const fragment = document.definitions.find(
      (definition) =>
        definition.kind === Kind.FRAGMENT_DEFINITION &&
        definition.name.value === selection.name.value,
    );
    return fragment?.kind === Kind.FRAGMENT_DEFINITION
      ? fieldNames(fragment.selectionSet, document, depth + 1)
      : [];
  });
}
