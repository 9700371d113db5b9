import {
  getNamedType,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  Kind,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionNode,
} from 'graphql';
import { field as fieldNode } from '../document/document';
import { fieldsOfType } from '../schema/rootFields';
import { fragment, memberAliases } from './members';

interface AutoSelectionLimits {
  /** Maximum number of levels of objects below the first one. */
  depth: number;
  /** Maximum number of fields in the whole selection. */
  fields: number;
}

const AUTO_LIMITS: AutoSelectionLimits = { depth: 2, fields: 400 };

/** Selects the scalars and enums of an object. */
export const PLAIN_FIELDS: AutoSelectionLimits = { depth: 0, fields: 100 };

type OutputField = GraphQLField<unknown, unknown>;

/** An object whose fields have to be selected. */
interface Opening {
  type: GraphQLCompositeType;
  selections: SelectionNode[];
  depth: number;
  /** Lists within lists are too large to be requested by default. */
  isInList: boolean;
  /** The types around the object, so that a cycle ends. */
  around: ReadonlySet<string>;
}

/**
 * Selects the fields that most users want: every scalar and enum, objects up to a depth, and the fields that only one member of an
 * interface or union has. Leaves out fields with a required argument, and deprecated fields whose successor exists. Goes level by
 * level, so that the limit cuts the deepest fields.
 * @returns undefined for a type without fields; `__typename` if nothing can be selected
 */
export function autoSelection(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  limits: AutoSelectionLimits = AUTO_LIMITS,
): SelectionNode[] | undefined {
  const namedType = getNamedType(type);
  if (!isCompositeType(namedType)) return undefined;
  const isInList = isList(type);
  const root = { type: namedType, selections: [], depth: 0, isInList, around: new Set<string>() };
  const openings: Opening[] = [root];
  let left = limits.fields;
  // The loop also visits entries that are added while it runs.
  for (const opening of openings) {
    for (const { field, add } of usefulFields(schema, opening)) {
      if (left === 0) break;
      const below = openBelow(field, opening, limits.depth);
      if (!below && isCompositeType(getNamedType(field.type))) continue;
      left--;
      add(fieldNode(field.name, { select: below?.selections }));
      if (below) openings.push(below);
    }
  }
  return removeEmpty(root.selections);
}

interface UsefulField {
  field: OutputField;
  add: (node: FieldNode) => void;
}

/** For an interface or union, also returns the fields that each member adds, in a fragment of the member. */
function usefulFields(schema: GraphQLSchema, { type, selections }: Opening): UsefulField[] {
  const shared = fieldsOfType(type);
  const add = (node: FieldNode) => void selections.push(node);
  const useful: UsefulField[] = leavesFirst(shared).map((field) => ({ field, add }));
  if (isObjectType(type)) return useful;

  selections.push(fieldNode('__typename'));
  const withAlias = memberAliases(schema, type);
  for (const member of schema.getPossibleTypes(type)) {
    const inFragment: SelectionNode[] = [];
    selections.push(fragment(member.name, inFragment));
    const own = leavesFirst(member.getFields()).filter(({ name }) => !Object.hasOwn(shared, name));
    for (const field of own) {
      useful.push({ field, add: (node) => void inFragment.push(withAlias(member.name, node)) });
    }
  }
  return useful;
}

function leavesFirst(fields: Readonly<Record<string, OutputField>>): OutputField[] {
  const useful = Object.values(fields).filter(
    (field) => !field.args.some(isRequiredArgument) && !hasSuccessor(field, fields),
  );
  const isLeaf = (field: OutputField) => isLeafType(getNamedType(field.type));
  return [...useful.filter(isLeaf), ...useful.filter((field) => !isLeaf(field))];
}

/** A deprecated field names its successor in the reason: "use history.currentStatus". */
function hasSuccessor(field: OutputField, all: Readonly<Record<string, OutputField>>): boolean {
  const words = field.deprecationReason?.match(/\w+/g) ?? [];
  return words.some((word) => word !== field.name && Object.hasOwn(all, word));
}

/** @returns undefined if the field has no fields below it, or they are not requested by default */
function openBelow(field: OutputField, above: Opening, maxDepth: number): Opening | undefined {
  const type = getNamedType(field.type);
  if (!isCompositeType(type) || above.depth >= maxDepth) return undefined;
  const around = new Set([...above.around, above.type.name]);
  if (around.has(type.name) || (above.isInList && isList(field.type))) return undefined;
  const isInList = above.isInList || isList(field.type);
  return { type, selections: [], depth: above.depth + 1, isInList, around };
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type);
}

/** Removes objects and fragments without fields. GraphQL does not allow an empty selection. */
function removeEmpty(selections: readonly SelectionNode[]): SelectionNode[] {
  const kept = selections.flatMap((node): SelectionNode[] => {
    if (node.kind === Kind.FRAGMENT_SPREAD || !node.selectionSet) return [node];
    const inner = node.selectionSet.selections;
    if (inner.length === 0) return [];
    return [
      { ...node, selectionSet: { kind: Kind.SELECTION_SET, selections: removeEmpty(inner) } },
    ];
  });
  return kept.length > 0 ? kept : [fieldNode('__typename')];
}
