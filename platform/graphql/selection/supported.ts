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
import { getFieldsOfType, lackingFieldsError } from '../schema/rootFields';
import { cacheBySchema } from '../schema/schemaStore';
import { selectAutomatically, PLAIN_FIELD_LIMITS } from './auto';
import { buildFragment, createMemberAliases } from './members';

declare const isWritten: unique symbol;

/** The text of a selection set that this client writes; see `selectSupported`. */
export type WrittenFields = string & { readonly [isWritten]: true };

export function writtenFields(text: string): WrittenFields {
  return text as WrittenFields;
}

/**
 * Selects those of the wanted fields that this platform has. Leaves out deprecated fields: `wanted` also contains their successors.
 * @param wanted a selection set. An object without braces means its scalars and enums. A field may be written several times with
 *   different arguments: the first arguments that the platform accepts are used
 * @returns undefined for a type without fields
 * @throws UnsupportedError with the names of the fields if the type has none of them
 */
export function selectSupported(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  wanted: WrittenFields,
): readonly SelectionNode[] | undefined {
  const namedType = getNamedType(type);
  if (!isCompositeType(namedType)) return undefined;
  const present = selectPresent(schema, type, wanted);
  if (present.length > 0) return present;
  throw lackingFieldsError(namedType, listLeafPaths(parseSelectionSet(wanted)));
}

const getCachedSelections = cacheBySchema<readonly SelectionNode[]>();

/** Does the same as `selectSupported`, but returns an empty list if the type has none of the fields. */
export function selectPresent(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  wanted: WrittenFields,
): readonly SelectionNode[] {
  const namedType = getNamedType(type);
  return getCachedSelections(schema, `${namedType.name} ${wanted}`, () =>
    selectPresentNodes(schema, namedType, parseSelectionSet(wanted)),
  );
}

function selectPresentNodes(
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
    const field = findSchemaField(type, node);
    if (!field || node.kind !== Kind.FIELD) return [];
    if (field.deprecationReason || !acceptsArguments(field, node)) return [];
    const printedArguments = printArguments(node);
    if ((argumentsByField.get(field.name) ?? printedArguments) !== printedArguments) return [];
    argumentsByField.set(field.name, printedArguments);
    if (!isCompositeType(getNamedType(field.type))) return [{ ...node, selectionSet: undefined }];
    const selections = selectBelow(schema, field, node);
    if (selections.length === 0) return [];
    return [{ ...node, selectionSet: { kind: Kind.SELECTION_SET, selections } }];
  });
}

function findSchemaField(type: GraphQLNamedType, node: SelectionNode) {
  return node.kind === Kind.FIELD ? ownValue(getFieldsOfType(type), node.name.value) : undefined;
}

function selectBelow(
  schema: GraphQLSchema,
  { type }: GraphQLField<unknown, unknown>,
  { selectionSet }: FieldNode,
): readonly SelectionNode[] {
  return selectionSet
    ? selectPresentNodes(schema, getNamedType(type), selectionSet.selections)
    : (selectAutomatically(schema, type, PLAIN_FIELD_LIMITS) ?? []);
}

/** Selects the fields that an interface or union lacks: adds a fragment for each member that has any of them. */
function selectInMembers(
  schema: GraphQLSchema,
  type: GraphQLAbstractType,
  wanted: readonly SelectionNode[],
): SelectionNode[] {
  const withAlias = createMemberAliases(schema, type);
  const missing = wanted.filter((node) => !findSchemaField(type, node));
  return schema.getPossibleTypes(type).flatMap((member) => {
    const present = selectPresentFields(schema, member, missing);
    if (present.length === 0) return [];
    return [
      buildFragment(
        member.name,
        present.map((node) => withAlias(member.name, node)),
      ),
    ];
  });
}

/** Returns false if the platform requires another argument, or lacks a wanted one: without it, a list may be too long. */
function acceptsArguments(
  { args }: GraphQLField<unknown, unknown>,
  { arguments: wanted = [] }: FieldNode,
) {
  const names = new Set(wanted.map(({ name }) => name.value));
  return (
    [...names].every((name) => args.some((argument) => argument.name === name)) &&
    args.every((argument) => !isRequiredArgument(argument) || names.has(argument.name))
  );
}

/** Lists the dotted paths of the fields without a selection set. */
function listLeafPaths(selections: readonly SelectionNode[]): string[] {
  const paths = selections.flatMap((node): string[] => {
    if (node.kind !== Kind.FIELD) return [];
    const name = node.name.value;
    if (!node.selectionSet) return [name];
    return listLeafPaths(node.selectionSet.selections).map((path) => `${name}.${path}`);
  });
  return [...new Set(paths)];
}
