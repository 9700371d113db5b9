import { GraphQLError, Kind, parse, type SelectionNode } from 'graphql';
import { InvalidInputError } from '../../errors';
import { syntaxProblem } from '../userQuery';

/** Reads a selection set that a user wrote, with or without its outer braces. */
export function customSelection(text: string): readonly SelectionNode[] {
  const trimmed = text.trim();
  if (trimmed === '') {
    throw new InvalidInputError('The selection is empty', 'Write field names, as in: id name');
  }
  const braced = trimmed.startsWith('{') ? trimmed : `{ ${trimmed} }`;
  const document = parseSelection(braced);
  const [definition] = document.definitions;
  if (document.definitions.length !== 1 || definition?.kind !== Kind.OPERATION_DEFINITION) {
    throw new InvalidInputError(
      'The selection holds more than a selection set',
      'Write only what stands between the braces, as in: id name technology { id }',
    );
  }
  return definition.selectionSet.selections;
}

function parseSelection(text: string) {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const [location] = error.locations ?? [];
    const place = location ? ` at line ${location.line}, column ${location.column}` : '';
    throw new InvalidInputError(
      `The selection has a syntax mistake${place}`,
      `${syntaxProblem(error)} Nothing was sent.`,
    );
  }
}
