import { parse, validate, type GraphQLOutputType, type GraphQLSchema } from 'graphql';
import { InvalidInputError } from '../../common/errors/errors';
import { printSelections } from '../document/document';
import { parseSelectionSet, formatProblems } from '../document/parseText';
import type { RootField } from '../schema/rootFields';
import { cacheBySchema } from '../schema/schemaStore';
import { selectAutomatically } from '../selection/auto';
import { selectSupported, type WrittenFields } from '../selection/supported';

export type SelectionChoice =
  | { mode: 'auto' }
  /** A user's selection set. */
  | { mode: 'custom'; text: string }
  /** A selection set that this client writes. Fields that the platform lacks are left out. */
  | { mode: 'supported'; text: WrittenFields };

const getCachedDocument = cacheBySchema<string>();

/**
 * Writes a document that calls one root field, with its arguments as variables of the schema's own types. Caches the document for
 * all items with the same argument names and selection.
 * @throws InvalidInputError with the schema's suggestions if the schema does not allow the selection
 */
export function writeCallDocument(
  schema: GraphQLSchema,
  { kind, name, field }: RootField,
  argumentNames: readonly string[],
  selection: SelectionChoice = { mode: 'auto' },
): string {
  const key = JSON.stringify([kind, name, argumentNames, selection]);
  return getCachedDocument(schema, key, () => {
    const used = field.args.filter((argument) => argumentNames.includes(argument.name));
    const variables = used.map((argument) => `$${argument.name}: ${String(argument.type)}`);
    const values = used.map((argument) => `${argument.name}: $${argument.name}`);
    const select = selectFields(schema, field.type, selection);
    const fields = select ? ` ${printSelections(select)}` : '';
    const document = `${kind}${putInParentheses(variables)} { ${name}${putInParentheses(values)}${fields} }`;
    requireValid(schema, document);
    return document;
  });
}

function selectFields(schema: GraphQLSchema, type: GraphQLOutputType, selection: SelectionChoice) {
  switch (selection.mode) {
    case 'auto':
      return selectAutomatically(schema, type);
    case 'custom':
      return parseSelectionSet(selection.text);
    case 'supported':
      return selectSupported(schema, type, selection.text);
  }
}

function putInParentheses(parts: readonly string[]): string {
  return parts.length > 0 ? `(${parts.join(', ')})` : '';
}

function requireValid(schema: GraphQLSchema, document: string): void {
  const problems = validate(schema, parse(document));
  if (problems.length === 0) return;
  throw new InvalidInputError(
    'The selection does not match the platform’s schema',
    `${formatProblems(problems.map(({ message }) => message))}\nNothing was sent.`,
  );
}
