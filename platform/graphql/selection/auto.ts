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
import { fragmentNode, memberAlias, nameNode } from './members';

interface AutoSelectionLimits {
  /** How many levels of objects below the first are opened. */
  depth: number;
  /** How many fields the whole selection may hold. */
  fields: number;
}

const AUTO_LIMITS: AutoSelectionLimits = { depth: 2, fields: 400 };

/** A selection that is still to be filled. */
interface Opening {
  type: GraphQLCompositeType;
  selections: SelectionNode[];
  depth: number;
  /** Whether a list lies above: lists within lists grow too fast to be asked for unasked. */
  belowList: boolean;
  /** Types above this one, so that a cycle ends. */
  above: ReadonlySet<string>;
}

/**
 * The fields that most users want of a type: every scalar and enum, objects to a sensible depth, what each
 * member of an interface or union adds. No field that needs an argument, no deprecated field whose successor
 * is there. Shallow fields come first, so that a limit cuts the deepest.
 * @returns never empty: a type with nothing to select gives `__typename`
 */
export function autoSelection(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  limits: AutoSelectionLimits = AUTO_LIMITS,
): SelectionNode[] | undefined {
  const namedType = getNamedType(type);
  if (!isCompositeType(namedType)) return undefined;
  const root: Opening = {
    type: namedType,
    selections: [],
    depth: 0,
    belowList: isList(type),
    above: new Set(),
  };
  let left = limits.fields;
  const openings = [root];
  for (let opening = openings.shift(); opening; opening = openings.shift()) {
    for (const { fields, target, aliasOf } of selectableFields(schema, opening)) {
      for (const field of fields) {
        if (left <= 0) break;
        const below = openingOf(field, opening, limits);
        if (isCompositeType(getNamedType(field.type)) && !below) continue;
        left--;
        target.push(fieldNode(field, aliasOf?.(field), below));
        if (below) openings.push(below);
      }
    }
  }
  return prune(root.selections);
}

interface FieldGroup {
  fields: OutputField[];
  target: SelectionNode[];
  aliasOf?: (field: OutputField) => Pick<FieldNode, 'alias'>;
}

/** A type's own fields, and for an interface or union those that each member adds, in a fragment of its own. */
function selectableFields(schema: GraphQLSchema, { type, selections }: Opening): FieldGroup[] {
  if (isObjectType(type)) return [{ fields: usefulFields(type.getFields()), target: selections }];

  selections.push(nameNode('__typename'));
  const shared = 'getFields' in type ? type.getFields() : {};
  const groups: FieldGroup[] = [{ fields: usefulFields(shared), target: selections }];
  for (const member of schema.getPossibleTypes(type)) {
    const target: SelectionNode[] = [];
    const own = usefulFields(member.getFields()).filter(({ name }) => !Object.hasOwn(shared, name));
    if (own.length === 0) continue;
    groups.push({
      fields: own,
      target,
      aliasOf: ({ name }) => memberAlias(schema, type, member.name, name),
    });
    selections.push(fragmentNode(member.name, target));
  }
  return groups;
}

type OutputField = GraphQLField<unknown, unknown>;

/** Leaves first: they cost nothing and say most. */
function usefulFields(fields: Record<string, OutputField>): OutputField[] {
  const useful = Object.values(fields).filter(
    (field) => !field.args.some(isRequiredArgument) && !hasSuccessor(field, fields),
  );
  const isLeaf = (field: OutputField) => isLeafType(getNamedType(field.type));
  return [...useful.filter(isLeaf), ...useful.filter((field) => !isLeaf(field))];
}

/** A deprecated field names its successor in the reason: "use history.currentStatus". */
function hasSuccessor(field: OutputField, all: Record<string, OutputField>): boolean {
  const words = field.deprecationReason?.match(/\w+/g) ?? [];
  return words.some((word) => word !== field.name && Object.hasOwn(all, word));
}

function openingOf(
  field: OutputField,
  above: Opening,
  limits: AutoSelectionLimits,
): Opening | undefined {
  const type = getNamedType(field.type);
  if (!isCompositeType(type)) return undefined;
  const isCycle = above.above.has(type.name) || above.type.name === type.name;
  const isListInList = above.belowList && isList(field.type);
  if (isCycle || isListInList || above.depth >= limits.depth) return undefined;
  return {
    type,
    selections: [],
    depth: above.depth + 1,
    belowList: above.belowList || isList(field.type),
    above: new Set([...above.above, above.type.name]),
  };
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type);
}

function fieldNode(
  { name }: OutputField,
  alias: Pick<FieldNode, 'alias'> | undefined,
  below: Opening | undefined,
): FieldNode {
  return {
    ...nameNode(name),
    ...alias,
    ...(below && { selectionSet: { kind: Kind.SELECTION_SET, selections: below.selections } }),
  };
}

/** Takes out objects and fragments that stayed empty. */
function prune(selections: readonly SelectionNode[]): SelectionNode[] {
  const kept = selections.flatMap((node): SelectionNode[] => {
    if (node.kind === Kind.FRAGMENT_SPREAD || !node.selectionSet) return [node];
    const inner = node.selectionSet.selections;
    if (inner.length === 0) return [];
    return [{ ...node, selectionSet: { kind: Kind.SELECTION_SET, selections: prune(inner) } }];
  });
  return kept.length > 0 ? kept : [nameNode('__typename')];
}
