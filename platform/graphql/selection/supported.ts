import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isRequiredArgument,
  Kind,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionNode,
} from 'graphql';
import { ownValue } from '../../common/text/names';
import { printArguments } from '../document/document';
import { parseSelectionSet } from '../document/parseText';
import { fieldsOfType, lackingFields } from '../schema/rootFields';
import { keptBySchema } from '../schema/schemaStore';
import { autoSelection, PLAIN_FIELDS } from './auto';
import { fragment, memberAliases } from './members';

declare const isWritten: unique symbol;

/** A selection set that this client writes, as text; see `supportedSelection`. */
export type WrittenFields = string & { readonly [isWritten]: true };

export function writtenFields(text: string): WrittenFields {
  return text as WrittenFields;
}

/**
 * Selects those of the wanted fields that this platform has. Leaves out deprecated fields: if a field has a successor, the
 * wanted text names both.
 * @param wanted a selection set as text; an object without braces means its plain fields. If a field is written more
 *   than once, all that is written below it is selected, with the first arguments that the platform accepts
 * @returns undefined for a type without fields
 * @throws UnsupportedError naming the fields if the type has none of them
 */
export function supportedSelection(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  wanted: WrittenFields,
): readonly SelectionNode[] | undefined {
  const namedType = getNamedType(type);
  if (!isCompositeType(namedType)) return undefined;
  const present = presentSelection(schema, type, wanted);
  if (present.length > 0) return present;
  throw lackingFields(namedType, leafPaths(parseSelectionSet(wanted)));
}

const kept = keptBySchema<readonly SelectionNode[]>();

/** Selects like `supportedSelection`, for fields that are not needed: returns an empty list if the type has none of them. */
export function presentSelection(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  wanted: WrittenFields,
): readonly SelectionNode[] {
  const namedType = getNamedType(type);
  return kept(schema, `${namedType.name} ${wanted}`, () =>
    presentIn(schema, namedType, parseSelectionSet(wanted)),
  );
}

function presentIn(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  wanted: readonly SelectionNode[],
): SelectionNode[] {
  const present = presentFields(schema, type, wanted);
  return isAbstractType(type) ? [...present, ...inMembers(schema, type, wanted)] : present;
}

/** Selects fields of an object, or those that all members of an interface have. */
function presentFields(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  wanted: readonly SelectionNode[],
): FieldNode[] {
  const argumentsByField = new Map<string, string>();
  return wanted.flatMap((node): FieldNode[] => {
    const field = fieldOf(type, node);
    if (!field || node.kind !== Kind.FIELD) return [];
    if (field.deprecationReason || !accepts(field, node)) return [];
    const given = printArguments(node);
    if ((argumentsByField.get(field.name) ?? given) !== given) return [];
    argumentsByField.set(field.name, given);
    if (!isCompositeType(getNamedType(field.type))) return [{ ...node, selectionSet: undefined }];
    const selections = presentBelow(schema, field, node);
    if (selections.length === 0) return [];
    return [{ ...node, selectionSet: { kind: Kind.SELECTION_SET, selections } }];
  });
}

function fieldOf(type: GraphQLNamedType, node: SelectionNode) {
  return node.kind === Kind.FIELD ? ownValue(fieldsOfType(type), node.name.value) : undefined;
}

function presentBelow(
  schema: GraphQLSchema,
  { type }: GraphQLField<unknown, unknown>,
  { selectionSet }: FieldNode,
): readonly SelectionNode[] {
  return selectionSet
    ? presentIn(schema, getNamedType(type), selectionSet.selections)
    : (autoSelection(schema, type, PLAIN_FIELDS) ?? []);
}

/** Selects what an interface or union lacks, in a fragment of each member that has it. */
function inMembers(
  schema: GraphQLSchema,
  type: GraphQLAbstractType,
  wanted: readonly SelectionNode[],
): SelectionNode[] {
  const withAlias = memberAliases(schema, type);
  const lacking = wanted.filter((node) => !fieldOf(type, node));
  return schema.getPossibleTypes(type).flatMap((member) => {
    const present = presentFields(schema, member, lacking);
    if (present.length === 0) return [];
    return [
      fragment(
        member.name,
        present.map((node) => withAlias(member.name, node)),
      ),
    ];
  });
}

/** A list that a platform cannot narrow as wanted is not requested: it may be long. */
function accepts({ args }: GraphQLField<unknown, unknown>, { arguments: given = [] }: FieldNode) {
  const names = new Set(given.map(({ name }) => name.value));
  return (
    [...names].every((name) => args.some((argument) => argument.name === name)) &&
    args.every((argument) => !isRequiredArgument(argument) || names.has(argument.name))
  );
}

/** Returns the dotted paths of all fields that have none below them. */
function leafPaths(selections: readonly SelectionNode[]): string[] {
  const paths = selections.flatMap((node): string[] => {
    if (node.kind !== Kind.FIELD) return [];
    const name = node.name.value;
    if (!node.selectionSet) return [name];
    return leafPaths(node.selectionSet.selections).map((path) => `${name}.${path}`);
  });
  return [...new Set(paths)];
}
