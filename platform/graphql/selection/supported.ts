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
import { cacheBySchema } from '../schema/schemaStore';
import { autoSelection, PLAIN_FIELDS } from './auto';
import { fragment, memberAliases } from './members';

declare const isWritten: unique symbol;

/** The text of a selection set that this client writes; see `supportedSelection`. */
export type WrittenFields = string & { readonly [isWritten]: true };

export function writtenFields(text: string): WrittenFields {
  return text as WrittenFields;
}

/**
 * Selects the wanted fields that this platform has. Leaves out deprecated fields: if a field has a successor, `wanted` has both.
 * @param wanted a selection set; an object without braces means its plain fields. If a field is written more than once, everything
 *   below it is selected, with the first arguments that the platform accepts
 * @returns undefined for a type without fields
 * @throws UnsupportedError with the names of the fields if the type has none of them
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

const kept = cacheBySchema<readonly SelectionNode[]>();

/** Selects as `supportedSelection` does, but returns an empty list if the type has none of the fields. */
export function presentSelection(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  wanted: WrittenFields,
): readonly SelectionNode[] {
  const namedType = getNamedType(type);
  return kept(schema, `${namedType.name} ${wanted}`, () =>
    selectPresent(schema, namedType, parseSelectionSet(wanted)),
  );
}

function selectPresent(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  wanted: readonly SelectionNode[],
): SelectionNode[] {
  const present = selectPresentFields(schema, type, wanted);
  return isAbstractType(type) ? [...present, ...selectInMembers(schema, type, wanted)] : present;
}

function selectPresentFields(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  wanted: readonly SelectionNode[],
): FieldNode[] {
  const argumentsByField = new Map<string, string>();
  return wanted.flatMap((node): FieldNode[] => {
    const field = findField(type, node);
    if (!field || node.kind !== Kind.FIELD) return [];
    if (field.deprecationReason || !accepts(field, node)) return [];
    const given = printArguments(node);
    if ((argumentsByField.get(field.name) ?? given) !== given) return [];
    argumentsByField.set(field.name, given);
    if (!isCompositeType(getNamedType(field.type))) return [{ ...node, selectionSet: undefined }];
    const selections = selectBelow(schema, field, node);
    if (selections.length === 0) return [];
    return [{ ...node, selectionSet: { kind: Kind.SELECTION_SET, selections } }];
  });
}

function findField(type: GraphQLNamedType, node: SelectionNode) {
  return node.kind === Kind.FIELD ? ownValue(fieldsOfType(type), node.name.value) : undefined;
}

function selectBelow(
  schema: GraphQLSchema,
  { type }: GraphQLField<unknown, unknown>,
  { selectionSet }: FieldNode,
): readonly SelectionNode[] {
  return selectionSet
    ? selectPresent(schema, getNamedType(type), selectionSet.selections)
    : (autoSelection(schema, type, PLAIN_FIELDS) ?? []);
}

/** Selects fields that an interface or union lacks, in a fragment of each member that has them. */
function selectInMembers(
  schema: GraphQLSchema,
  type: GraphQLAbstractType,
  wanted: readonly SelectionNode[],
): SelectionNode[] {
  const withAlias = memberAliases(schema, type);
  const lacking = wanted.filter((node) => !findField(type, node));
  return schema.getPossibleTypes(type).flatMap((member) => {
    const present = selectPresentFields(schema, member, lacking);
    if (present.length === 0) return [];
    return [
      fragment(
        member.name,
        present.map((node) => withAlias(member.name, node)),
      ),
    ];
  });
}

/** A list that a platform cannot filter as wanted is not requested, because it may be long. */
function accepts({ args }: GraphQLField<unknown, unknown>, { arguments: given = [] }: FieldNode) {
  const names = new Set(given.map(({ name }) => name.value));
  return (
    [...names].every((name) => args.some((argument) => argument.name === name)) &&
    args.every((argument) => !isRequiredArgument(argument) || names.has(argument.name))
  );
}

/** Returns dotted paths. */
function leafPaths(selections: readonly SelectionNode[]): string[] {
  const paths = selections.flatMap((node): string[] => {
    if (node.kind !== Kind.FIELD) return [];
    const name = node.name.value;
    if (!node.selectionSet) return [name];
    return leafPaths(node.selectionSet.selections).map((path) => `${name}.${path}`);
  });
  return [...new Set(paths)];
}
