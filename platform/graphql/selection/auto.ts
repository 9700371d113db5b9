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
import { buildField } from '../document/document';
import { getFieldsOfType } from '../schema/rootFields';
import { buildFragment, createMemberAliases } from './members';

interface AutoSelectionLimits {
  /** Maximum number of levels of objects below the first one. */
  depth: number;
  /** Maximum number of fields in the whole selection. */
  fields: number;
}

const AUTO_LIMITS: AutoSelectionLimits = { depth: 2, fields: 400 };

/** Limits a selection to the scalars and enums of the object itself. */
export const PLAIN_FIELD_LIMITS: AutoSelectionLimits = { depth: 0, fields: 100 };

type OutputField = GraphQLField<unknown, unknown>;

/** An object in the selection whose own fields are still to be selected. */
interface Pending {
  type: GraphQLCompositeType;
  selections: SelectionNode[];
  depth: number;
  /** True if the object is in a list. Lists of objects in it are not selected, because they may be too large. */
  isInList: boolean;
  /** The types of the objects that contain the object. They are not selected again, so that a cycle ends. */
  ancestorTypes: ReadonlySet<string>;
}

/**
 * Selects the fields that most users want: every scalar and enum, objects up to a depth, and the fields that only some members of
 * an interface or union have. Leaves out fields with a required argument, and deprecated fields whose successor exists. Selects one
 * level after the other, so that the limit leaves out the deepest fields.
 * @returns undefined for a type without fields; `__typename` if nothing can be selected
 */
export function selectAutomatically(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  limits: AutoSelectionLimits = AUTO_LIMITS,
): SelectionNode[] | undefined {
  const namedType = getNamedType(type);
  if (!isCompositeType(namedType)) return undefined;
  const isInList = isList(type);
  const root = {
    type: namedType,
    selections: [],
    depth: 0,
    isInList,
    ancestorTypes: new Set<string>(),
  };
  const pending: Pending[] = [root];
  let remainingFields = limits.fields;
  // The loop also visits entries that are added while it runs.
  for (const object of pending) {
    for (const { field, add } of listUsefulFields(schema, object)) {
      if (remainingFields === 0) break;
      const inner = toPending(field, object, limits.depth);
      if (!inner && isCompositeType(getNamedType(field.type))) continue;
      remainingFields--;
      add(buildField(field.name, { select: inner?.selections }));
      if (inner) pending.push(inner);
    }
  }
  return removeEmpty(root.selections);
}

interface UsefulField {
  field: OutputField;
  add: (node: FieldNode) => void;
}

/** Lists the fields to select. For an interface or union, adds a fragment for each member with the fields that only members have. */
function listUsefulFields(schema: GraphQLSchema, { type, selections }: Pending): UsefulField[] {
  const shared = getFieldsOfType(type);
  const add = (node: FieldNode) => void selections.push(node);
  const usefulFields: UsefulField[] = pickLeavesFirst(shared).map((field) => ({ field, add }));
  if (isObjectType(type)) return usefulFields;

  selections.push(buildField('__typename'));
  const withAlias = createMemberAliases(schema, type);
  for (const member of schema.getPossibleTypes(type)) {
    const inFragment: SelectionNode[] = [];
    selections.push(buildFragment(member.name, inFragment));
    const memberFields = pickLeavesFirst(member.getFields()).filter(
      ({ name }) => !Object.hasOwn(shared, name),
    );
    for (const field of memberFields) {
      usefulFields.push({
        field,
        add: (node) => void inFragment.push(withAlias(member.name, node)),
      });
    }
  }
  return usefulFields;
}

function pickLeavesFirst(fields: Readonly<Record<string, OutputField>>): OutputField[] {
  const usefulFields = Object.values(fields).filter(
    (field) => !field.args.some(isRequiredArgument) && !hasSuccessor(field, fields),
  );
  const isLeaf = (field: OutputField) => isLeafType(getNamedType(field.type));
  return [...usefulFields.filter(isLeaf), ...usefulFields.filter((field) => !isLeaf(field))];
}

/** Returns true if the deprecation reason names another field, as in "use history.currentStatus". */
function hasSuccessor(field: OutputField, all: Readonly<Record<string, OutputField>>): boolean {
  const words = field.deprecationReason?.match(/\w+/g) ?? [];
  return words.some((word) => word !== field.name && Object.hasOwn(all, word));
}

/** @returns undefined if the type of the field has no fields, or if its fields are not selected */
function toPending(field: OutputField, parent: Pending, maxDepth: number): Pending | undefined {
  const type = getNamedType(field.type);
  if (!isCompositeType(type) || parent.depth >= maxDepth) return undefined;
  const ancestorTypes = new Set([...parent.ancestorTypes, parent.type.name]);
  if (ancestorTypes.has(type.name) || (parent.isInList && isList(field.type))) return undefined;
  const isInList = parent.isInList || isList(field.type);
  return { type, selections: [], depth: parent.depth + 1, isInList, ancestorTypes };
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type);
}

/** Removes objects and fragments without fields. GraphQL does not allow an empty selection. */
function removeEmpty(selections: readonly SelectionNode[]): SelectionNode[] {
  const nonEmpty = selections.flatMap((node): SelectionNode[] => {
    if (node.kind === Kind.FRAGMENT_SPREAD || !node.selectionSet) return [node];
    const inner = node.selectionSet.selections;
    if (inner.length === 0) return [];
    return [
      { ...node, selectionSet: { kind: Kind.SELECTION_SET, selections: removeEmpty(inner) } },
    ];
  });
  return nonEmpty.length > 0 ? nonEmpty : [buildField('__typename')];
}
