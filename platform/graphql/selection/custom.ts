import { Kind, type SelectionNode } from 'graphql';
import { InvalidInputError } from '../../errors/errors';
import { parseText } from '../document/parseText';

/** Reads a selection set that a user wrote, with or without its outer braces. */
export function customSelection(text: string): readonly SelectionNode[] {
  const trimmed = text.trim();
  if (trimmed === '') {
    throw new InvalidInputError(
      'The selection is empty',
      'Enter field names, for example: id name',
    );
  }
  const braced = trimmed.startsWith('{') ? trimmed : `{ ${trimmed} }`;
  const document = parseText(braced, 'selection');
  const [definition] = document.definitions;
  if (document.definitions.length !== 1 || definition?.kind !== Kind.OPERATION_DEFINITION) {
    throw new InvalidInputError(
      'The selection contains more than a selection set',
      'Enter only the part between the braces, for example: id name technology { id }',
    );
  }
  return definition.selectionSet.selections;
}
