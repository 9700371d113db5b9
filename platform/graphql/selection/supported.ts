import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
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
import { autoSelection } from './auto';
import { fragmentNode } from './members';
import { printArguments } from '../document/document';
import { keptBySchema } from '../schema/keptBySchema';
import { lackingFields } from '../schema/rootFields';
import { InvalidInputError } from '../../errors/errors';
import { parseText } from '../document/parseText';

/**
 * Of the fields that deployed platforms are known to have, those that this one has. Deprecated ones are left out:
 * if a field has got a successor, the wanted text names both.
 * @param wanted a selection set as text; an object without braces stands for its plain fields. A field that is written
 *   more than once has all that is written below it; of different arguments, the first that the platform accepts count
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
  throw lackingFields(namedType, missingPaths(schema, namedType, customSelection(wanted)));
}

/** The same for fields that can be done without: empty if the type has none of them. */
export function presentSelection(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  wanted: WrittenFields,
): readonly SelectionNode[] {
  const namedType = getNamedType(type);
  return kept(schema, `${namedType.name} ${wanted}`, () =>
    presentOf(schema, namedType, customSelection(wanted)),
  );
}

/** Items of one kind ask for the same. */
const kept = keptBySchema<readonly SelectionNode[]>();

function presentOf(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  wanted: readonly SelectionNode[],
): SelectionNode[] {
  const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
  const isPresent = (node: SelectionNode) =>
    node.kind === Kind.FIELD && Object.hasOwn(fields, node.name.value);
  const inMembers = isAbstractType(type)
    ? membersOf(
        schema,
        type,
        wanted.filter((node) => !isPresent(node)),
      )
    : [];
  /** The arguments by the field's name. */
  const chosen = new Map<string, string>();
  const present = wanted.filter(isPresent).flatMap((node): SelectionNode[] => {
    if (node.kind !== Kind.FIELD) return [];
    const field = fields[node.name.value];
    if (!field || field.deprecationReason || !accepts(field, node)) return [];
    const given = printArguments(node);
    if ((chosen.get(node.name.value) ?? given) !== given) return [];
    chosen.set(node.name.value, given);
    const kept: FieldNode = { ...node, selectionSet: undefined };
    if (!isCompositeType(getNamedType(field.type))) return [kept];
    const below = belowOf(schema, field.type, node);
    if (below.length === 0) return [];
    return [{ ...kept, selectionSet: { kind: Kind.SELECTION_SET, selections: below } }];
  });
  return [...present, ...inMembers];
}

/** What an interface or union does not have itself, of those of its members that have it. */
function membersOf(
  schema: GraphQLSchema,
  type: GraphQLAbstractType,
  wanted: readonly SelectionNode[],
): SelectionNode[] {
  return schema.getPossibleTypes(type).flatMap((member) => {
    const present = presentOf(schema, member, wanted);
    return present.length > 0 ? [fragmentNode(member.name, present)] : [];
  });
}

/** Returns the wanted fields that a type does not have, as dotted paths. */
function missingPaths(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  wanted: readonly SelectionNode[],
): string[] {
  const paths = wanted.flatMap((node): string[] => {
    if (node.kind !== Kind.FIELD || presentOf(schema, type, [node]).length > 0) return [];
    const { name, selectionSet } = node;
    const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
    const field = Object.hasOwn(fields, name.value) ? fields[name.value] : undefined;
    if (!field || !selectionSet || field.deprecationReason || !accepts(field, node)) {
      return [name.value];
    }
    return missingPaths(schema, getNamedType(field.type), selectionSet.selections).map(
      (path) => `${name.value}.${path}`,
    );
  });
  return [...new Set(paths)];
}

/** A list that a platform cannot narrow as wanted is not asked for: it may be long. */
function accepts({ args }: GraphQLField<unknown, unknown>, { arguments: given = [] }: FieldNode) {
  const names = new Set(given.map(({ name }) => name.value));
  return (
    [...names].every((name) => args.some((argument) => argument.name === name)) &&
    args.every((argument) => !isRequiredArgument(argument) || names.has(argument.name))
  );
}

function belowOf(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  { selectionSet }: FieldNode,
): readonly SelectionNode[] {
  return selectionSet
    ? presentOf(schema, getNamedType(type), selectionSet.selections)
    : (autoSelection(schema, type, { depth: 0, fields: 100 }) ?? []);
}

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

declare const isWritten: unique symbol;

/** A selection set that this client writes, as text; see `supportedSelection`. */
export type WrittenFields = string & { readonly [isWritten]: true };

export function writtenFields(text: string): WrittenFields {
  return text as WrittenFields;
}
