import {
  getNamedType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  Kind,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type SelectionNode,
} from 'graphql';
import { ownValue } from '../../names';
import { field } from '../document';
import { levelsOf } from './levelsOf';

/** What is left out of a read, to be read by the IDs of the objects that it belongs to. */
interface Cut {
  /** Where those objects stand, from what holds the root field's as `value`. */
  path: readonly string[];
  /** The query that tells one of them, and the argument that takes its ID. */
  root: string;
  argument: string;
  below: readonly SelectionNode[];
}

/** A read of fewer levels, and what it leaves out. */
export interface Plan {
  select: readonly SelectionNode[];
  cuts: readonly Cut[];
}

/** The name under which an ID comes that nobody asked for. */
const ID_ALIAS = 'idToReadMore';

/**
 * How what stands below a root field can be read with so many levels at most: what lies deeper is read by the ID of the
 * object that it belongs to, where the platform has a query for that.
 * @returns undefined where nothing can be left out
 */
export function planLevels(
  schema: GraphQLSchema,
  rootField: string,
  select: readonly SelectionNode[],
  most: number,
): Plan | undefined {
  const type = schema.getQueryType()?.getFields()[rootField]?.type;
  if (!type) return undefined;
  const cuts: Cut[] = [];
  const splitter = new Splitter(schema, most, cuts);
  const kept = splitter.split(getNamedType(type), select, 2, ['value']);
  return cuts.length > 0 ? { select: kept, cuts } : undefined;
}

class Splitter {
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly most: number,
    private readonly cuts: Cut[],
  ) {}

  /** @param level of these selections; the root field's is 1 */
  split(
    type: GraphQLNamedType,
    selections: readonly SelectionNode[],
    level: number,
    path: readonly string[],
  ): SelectionNode[] {
    return selections.map((node): SelectionNode => {
      const isShallow = level - 1 + levelsOf([node]) <= this.most;
      if (isShallow || node.kind === Kind.FRAGMENT_SPREAD || !node.selectionSet) return node;
      const below = node.selectionSet.selections;
      if (node.kind === Kind.INLINE_FRAGMENT) {
        const member = this.schema.getType(node.typeCondition?.name.value ?? '') ?? type;
        return withBelow(node, this.split(member, below, level + 1, path));
      }
      const given = fieldsOf(type).get(node.name.value)?.type;
      if (!given) return node;
      const inner = getNamedType(given);
      const innerPath = [...path, (node.alias ?? node.name).value];
      const query = queryById(this.schema, inner);
      if (!query) return withBelow(node, this.split(inner, below, level + 1, innerPath));
      const isKept = (child: SelectionNode) => level + levelsOf([child]) <= this.most;
      this.cuts.push({ ...query, path: innerPath, below: below.filter((child) => !isKept(child)) });
      return withBelow(node, [field('id', { alias: ID_ALIAS }), ...below.filter(isKept)]);
    });
  }
}

function withBelow<Node extends SelectionNode>(node: Node, selections: SelectionNode[]): Node {
  return { ...node, selectionSet: { kind: Kind.SELECTION_SET, selections } };
}

function fieldsOf(type: GraphQLNamedType): Map<string, GraphQLField<unknown, unknown>> {
  const hasFields = isObjectType(type) || isInterfaceType(type);
  return new Map(hasFields ? Object.entries(type.getFields()) : []);
}

/** The query that tells one object of a type by its ID alone. */
function queryById(schema: GraphQLSchema, type: GraphQLNamedType) {
  if (!isObjectType(type) || !fieldsOf(type).has('id')) return undefined;
  const query = schema.getQueryType();
  for (const { name, args, type: given, deprecationReason } of Object.values(
    query?.getFields() ?? {},
  )) {
    const isOne = (isNonNullType(given) ? given.ofType : given) === type;
    const [argument, ...others] = args.filter(isRequiredArgument);
    if (!isOne || !argument || others.length > 0 || deprecationReason) continue;
    if (argument.name === 'id') return { root: name, argument: argument.name };
  }
  return undefined;
}

/** An object that more is to be read of, and where it stands. */
interface Place {
  object: Record<string, unknown>;
  /** Takes it out, as something that is gone. */
  leaveOut(): void;
}

/**
 * Reads what a plan has left out and puts it where it belongs. What is gone by then is left out.
 * @param holder of what stands under the root field; it is changed
 * @param read reads one root field
 */
export async function fillLevels(
  holder: { value: unknown },
  { cuts }: Plan,
  read: (node: FieldNode) => Promise<unknown>,
): Promise<void> {
  const gone: Place[] = [];
  await Promise.all(
    cuts.flatMap(({ path, root, argument, below }) =>
      placesAt(holder, path).map(async (place) => {
        const id = ownValue(place.object, ID_ALIAS);
        delete place.object[ID_ALIAS];
        if (typeof id !== 'string') return;
        const more = await read(field(root, { arguments: { [argument]: id }, select: below }));
        if (typeof more === 'object' && more !== null) Object.assign(place.object, more);
        else gone.push(place);
      }),
    ),
  );
  for (const place of gone) place.leaveOut();
}

function placesAt(value: unknown, path: readonly string[]): Place[] {
  const [name, ...rest] = path;
  if (name === undefined || typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  const found = ownValue(holder, name);
  const entries = (Array.isArray(found) ? found : [found]).filter(isObject);
  if (rest.length > 0) return entries.flatMap((entry) => placesAt(entry, rest));
  return entries.map((object) => ({
    object,
    leaveOut: () => {
      const now = ownValue(holder, name);
      const left = Array.isArray(now) ? now.filter((entry) => entry !== object) : null;
      Object.assign(holder, Object.fromEntries([[name, left]]));
    },
  }));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
