import {
  Kind,
  print,
  stripIgnoredCharacters,
  type ASTNode,
  type FieldNode,
  type SelectionNode,
  type ValueNode,
} from 'graphql';
import { InvalidInputError } from '../../common/errors/errors';
import { cleanName } from '../../common/text/text';

export type LiteralValue =
  string | number | boolean | null | EnumName | LiteralValue[] | { [name: string]: LiteralValue };

/** A value of an enum, which GraphQL writes without quotes. */
export class EnumName {
  constructor(readonly name: string) {}
}

interface FieldOptions {
  arguments?: Record<string, LiteralValue>;
  select?: readonly SelectionNode[];
}

/** Writes arguments as literals, because a literal fits the types String, ID and UUID. */
export function buildField(
  name: string,
  { arguments: args = {}, select }: FieldOptions = {},
): FieldNode {
  return {
    kind: Kind.FIELD,
    name: { kind: Kind.NAME, value: name },
    arguments: Object.entries(args).map(([argument, value]) => ({
      kind: Kind.ARGUMENT,
      name: { kind: Kind.NAME, value: argument },
      value: toLiteral(value),
    })),
    selectionSet: select && { kind: Kind.SELECTION_SET, selections: select },
  };
}

function toLiteral(value: LiteralValue): ValueNode {
  if (value === null) return { kind: Kind.NULL };
  if (value instanceof EnumName) return { kind: Kind.ENUM, value: value.name };
  if (typeof value === 'string') return toTextLiteral(value);
  if (typeof value === 'boolean') return { kind: Kind.BOOLEAN, value };
  if (typeof value === 'number') return toNumberLiteral(value);
  if (Array.isArray(value)) return { kind: Kind.LIST, values: value.map(toLiteral) };
  return {
    kind: Kind.OBJECT,
    fields: Object.entries(value).map(([name, member]) => ({
      kind: Kind.OBJECT_FIELD,
      name: { kind: Kind.NAME, value: name },
      value: toLiteral(member),
    })),
  };
}

/** @throws InvalidInputError if the text contains half of a surrogate pair, which GraphQL cannot express */
function toTextLiteral(value: string): ValueNode {
  if (!/\p{Surrogate}/u.test(value)) return { kind: Kind.STRING, value };
  throw new InvalidInputError(
    `"${cleanName(value)}" contains half of a character`,
    'Check the expression that returns it: it may cut an emoji in two. Nothing was sent.',
  );
}

function toNumberLiteral(value: number): ValueNode {
  if (!Number.isFinite(value)) {
    throw new InvalidInputError(`${value} is not a finite number`, 'Use a finite number.');
  }
  // A whole number is printed without a fraction, so it also fits the type Int.
  return { kind: Kind.FLOAT, value: String(value) };
}

export function printDocument(operation: 'query' | 'mutation', fields: FieldNode[]): string {
  return `${operation} ${printSelections(fields)}`;
}

const texts = new WeakMap<readonly SelectionNode[], string>();

/** Prints a selection set, and keeps the text, because many items have the same selection set. */
export function printSelections(selections: readonly SelectionNode[]): string {
  const text = texts.get(selections) ?? printShortest({ kind: Kind.SELECTION_SET, selections });
  texts.set(selections, text);
  return text;
}

/** Returns the arguments in parentheses, or an empty text if there are none. */
export function printArguments({ arguments: args = [] }: FieldNode): string {
  return args.length > 0 ? `(${args.map(printShortest).join(',')})` : '';
}

/** Prints without white space, because some firewalls limit the size of a request. */
function printShortest(node: ASTNode): string {
  return stripIgnoredCharacters(print(node));
}
