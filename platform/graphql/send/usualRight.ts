import { Kind, parse, type OperationDefinitionNode } from 'graphql';

/** Returns the right that a request usually needs, as docs/rights.md says. The first root field decides. */
export function usualRight(query: string): string {
  const operation = parse(query, { noLocation: true }).definitions.find(
    (definition): definition is OperationDefinitionNode =>
      definition.kind === Kind.OPERATION_DEFINITION,
  );
  const [first] = operation?.selectionSet.selections ?? [];
  const field = first?.kind === Kind.FIELD ? first.name.value : '';
  const isChange = operation?.operation === 'mutation';
  if (/^__|repositor|technolog/i.test(field)) {
    return isChange ? 'a login that may manage the catalog' : 'any login of the platform';
  }
  if (!isChange) return 'the role viewer in the project';
  if (field === 'createProject') return 'a login that may create projects';
  return /Project$/.test(field)
    ? 'the role manager in the project'
    : 'the role editor in the project';
}
