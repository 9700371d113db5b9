import {
  Kind,
  parseType,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type OperationTypeNode,
  type SelectionNode,
} from 'graphql';
import { InvalidInputError } from '../../errors/errors';
import { autoSelection } from '../selection/auto';
import { customSelection, supportedSelection, type WrittenFields } from '../selection/supported';
import { pathSelection } from '../selection/paths';
import { printOnOneLine } from '../document/document';
import { problemLines } from '../document/parseText';
import { keptBySchema } from '../schema/keptBySchema';
import type { RootField } from '../schema/rootFields';

/** What is asked back. */
export type SelectionChoice =
  | { mode: 'auto' }
  /** Dotted paths. */
  | { mode: 'fields'; fields: readonly string[] }
  /** A selection set as text. */
  | { mode: 'custom'; text: string }
  /** The same; what this platform does not support is left out. */
  | { mode: 'supported'; text: WrittenFields };

const documents = keptBySchema<string>();

/**
 * The text of a document that calls one root field, its arguments as variables of the schema's own types.
 * Built and validated once for all items that ask alike.
 * @throws InvalidInputError for a selection that the schema does not allow, with its suggestions
 */
export function callDocument(
  schema: GraphQLSchema,
  root: RootField,
  argumentNames: readonly string[],
  selection: SelectionChoice,
): string {
  const key = JSON.stringify([root.kind, root.name, argumentNames, selection]);
  return documents(schema, key, () => {
    const document = build(root, argumentNames, select(schema, root, selection));
    requireValid(schema, document);
    return printOnOneLine(document);
  });
}

function select(
  schema: GraphQLSchema,
  { field }: RootField,
  selection: SelectionChoice,
): readonly SelectionNode[] | undefined {
  switch (selection.mode) {
    case 'auto':
      return autoSelection(schema, field.type);
    case 'fields':
      return pathSelection(schema, field.type, selection.fields);
    case 'custom':
      return customSelection(selection.text);
    case 'supported':
      return supportedSelection(schema, field.type, selection.text);
  }
}

function build(
  { kind, name, field }: RootField,
  argumentNames: readonly string[],
  selections: readonly SelectionNode[] | undefined,
): DocumentNode {
  const used = field.args.filter((argument) => argumentNames.includes(argument.name));
  const variable = (value: string) =>
    ({ kind: Kind.VARIABLE, name: { kind: Kind.NAME, value } }) as const;
  return {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation: kind as OperationTypeNode,
        variableDefinitions: used.map((argument) => ({
          kind: Kind.VARIABLE_DEFINITION,
          variable: variable(argument.name),
          type: parseType(String(argument.type)),
        })),
        selectionSet: {
          kind: Kind.SELECTION_SET,
          selections: [
            {
              kind: Kind.FIELD,
              name: { kind: Kind.NAME, value: name },
              arguments: used.map((argument) => ({
                kind: Kind.ARGUMENT,
                name: { kind: Kind.NAME, value: argument.name },
                value: variable(argument.name),
              })),
              ...(selections && {
                selectionSet: { kind: Kind.SELECTION_SET, selections },
              }),
            },
          ],
        },
      },
    ],
  };
}

function requireValid(schema: GraphQLSchema, document: DocumentNode): void {
  const problems = validate(schema, document);
  if (problems.length === 0) return;
  throw new InvalidInputError(
    'The selection does not match the platform’s schema',
    `${problemLines(problems.map(({ message }) => message))}\nNothing was sent.`,
  );
}
