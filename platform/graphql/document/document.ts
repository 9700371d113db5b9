import {
  Kind,
  type ArgumentNode,
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
  return `${operation} ${writeSelections(fields)}`;
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
