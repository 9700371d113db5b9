import {
  Kind,
  type ArgumentNode,
  type ASTNode,
  type FieldNode,
  type OperationTypeNode,
  type SelectionNode,
  type ValueNode,
  print,
} from 'graphql';
import { InvalidInputError } from '../../errors/errors';

/** A value that can stand in a document as a literal. */
export type LiteralValue =
  string | number | boolean | null | EnumName | LiteralValue[] | { [name: string]: LiteralValue };

/** A value of an enum, which stands in a document without quotes. */
export class EnumName {
  /** @param name as the schema gives it */
  constructor(readonly name: string) {}
}

interface FieldOptions {
  alias?: string;
  arguments?: Record<string, LiteralValue>;
  select?: readonly SelectionNode[];
}

/** A field with its arguments as literals: they fit String, ID and UUID alike. */
export function field(
  name: string,
  { alias, arguments: args = {}, select }: FieldOptions = {},
): FieldNode {
  return {
    kind: Kind.FIELD,
    alias: alias === undefined ? undefined : { kind: Kind.NAME, value: alias },
    name: { kind: Kind.NAME, value: name },
    arguments: Object.entries(args).map(([argument, value]): ArgumentNode => ({
      kind: Kind.ARGUMENT,
      name: { kind: Kind.NAME, value: argument },
      value: literal(value),
    })),
    selectionSet: select && { kind: Kind.SELECTION_SET, selections: select },
  };
}

/** The text of a document with one operation. */
export function printDocument(operation: `${OperationTypeNode}`, fields: FieldNode[]): string {
  return `${operation} ${printSelections(fields)}`;
}

function literal(value: LiteralValue): ValueNode {
  if (value === null) return { kind: Kind.NULL };
  if (value instanceof EnumName) return { kind: Kind.ENUM, value: value.name };
  if (typeof value === 'string') return { kind: Kind.STRING, value };
  if (typeof value === 'boolean') return { kind: Kind.BOOLEAN, value };
  if (typeof value === 'number') return numberLiteral(value);
  if (Array.isArray(value)) return { kind: Kind.LIST, values: value.map(literal) };
  return {
    kind: Kind.OBJECT,
    fields: Object.entries(value).map(([name, member]) => ({
      kind: Kind.OBJECT_FIELD,
      name: { kind: Kind.NAME, value: name },
      value: literal(member),
    })),
  };
}

function numberLiteral(value: number): ValueNode {
  if (!Number.isFinite(value)) {
    throw new InvalidInputError(`${value} is not a finite number`, 'Use a finite number.');
  }
  const text = String(value);
  return { kind: /^-?\d+$/.test(text) ? Kind.INT : Kind.FLOAT, value: text };
}

const texts = new WeakMap<readonly SelectionNode[], string>();

/** The text of a selection set; printed once, since many items have the very same one. */
export function printSelections(selections: readonly SelectionNode[]): string {
  const text = texts.get(selections) ?? printOnOneLine({ kind: Kind.SELECTION_SET, selections });
  texts.set(selections, text);
  return text;
}

/** The arguments of a field with their parentheses; nothing if it has none. */
export function printArguments({ arguments: given = [] }: FieldNode): string {
  return given.length > 0 ? `(${given.map(printOnOneLine).join(', ')})` : '';
}

/** The text of a part of a document, on one line, as firewalls count bytes; lines of a text among the arguments stay. */
export function printOnOneLine(node: ASTNode): string {
  const text = print(node);
  return text.includes('"""') ? text : text.replace(/\n\s*/g, ' ');
}
