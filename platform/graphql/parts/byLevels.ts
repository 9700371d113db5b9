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
import { ownValue } from '../../text/names';
import { field } from '../document/document';
import { levelsOf } from './levelsOf';
import { isObject } from '../../text/values';

/** An argument that tells one object from all others: a field of the object itself, or of the one that it belongs to. */
interface Key {
  argument: string;
  of: 'object' | 'owner';
  /** The name under which the field is answered. */
  answered: string;
}

/** The query that tells one object. */
interface QueryOfOne {
  root: string;
  keys: readonly Key[];
}

/** What is left out of a read, to be read of each object that it belongs to. */
interface Cut extends QueryOfOne {
  /** Where those objects stand, from what holds the root field's as `value`. */
  path: readonly string[];
  below: readonly SelectionNode[];
}

/** A read of fewer levels, and what it leaves out. */
export interface LevelPlan {
  select: readonly SelectionNode[];
  cuts: readonly Cut[];
}

/** The names under which comes what nobody asked for. */
const ID_ALIAS = 'idToReadMore';
const NUMBER_ALIAS = 'numberToReadMore';
const ID = field('id', { alias: ID_ALIAS });
const NUMBER = field('number', { alias: NUMBER_ALIAS });

/**
 * How what stands below a root field can be read with so many levels at most: what lies deeper is read of the object
 * that it belongs to, where the platform has a query for that.
 * @returns undefined where nothing can be left out
 */
export function planLevels(
  schema: GraphQLSchema,
  { kind, name }: { kind: 'query' | 'mutation'; name: string },
  select: readonly SelectionNode[],
  most: number,
): LevelPlan | undefined {
  const roots = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  const type = roots?.getFields()[name]?.type;
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
    let needsId = false;
    const kept = selections.map((node): SelectionNode => {
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
      const query = queryOfOne(this.schema, inner, type);
      if (!query) return withBelow(node, this.split(inner, below, level + 1, innerPath));
      const isKept = (child: SelectionNode) => level + levelsOf([child]) <= this.most;
      this.cuts.push({ ...query, path: innerPath, below: below.filter((child) => !isKept(child)) });
      const isByOwner = query.keys.some((key) => key.of === 'owner');
      needsId ||= isByOwner;
      return withBelow(node, [isByOwner ? NUMBER : ID, ...below.filter(isKept)]);
    });
    return needsId ? [ID, ...kept] : kept;
  }
}

function withBelow<Node extends SelectionNode>(node: Node, selections: SelectionNode[]): Node {
  return { ...node, selectionSet: { kind: Kind.SELECTION_SET, selections } };
}

function fieldsOf(type: GraphQLNamedType): Map<string, GraphQLField<unknown, unknown>> {
  const hasFields = isObjectType(type) || isInterfaceType(type);
  return new Map(hasFields ? Object.entries(type.getFields()) : []);
}

/** The query that tells one object of a type by its ID, or by its number and the ID of what it is a version of. */
function queryOfOne(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  owner: GraphQLNamedType,
): QueryOfOne | undefined {
  if (!isObjectType(type)) return undefined;
  const own = fieldsOf(type);
  const ownerId = `${owner.name.charAt(0).toLowerCase()}${owner.name.slice(1)}Id`;
  for (const query of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const given = isNonNullType(query.type) ? query.type.ofType : query.type;
    if (given !== type || query.deprecationReason) continue;
    const names = query.args.filter(isRequiredArgument).map(({ name }) => name);
    if (names.length === 1 && names[0] === 'id' && own.has('id')) {
      return { root: query.name, keys: [{ argument: 'id', of: 'object', answered: ID_ALIAS }] };
    }
    const isByOwner = names.length === 2 && names.includes(ownerId) && names.includes('number');
    if (isByOwner && own.has('number') && fieldsOf(owner).has('id')) {
      return {
        root: query.name,
        keys: [
          { argument: ownerId, of: 'owner', answered: ID_ALIAS },
          { argument: 'number', of: 'object', answered: NUMBER_ALIAS },
        ],
      };
    }
  }
  return undefined;
}

/** An object that more is to be read of, and where it stands. */
interface Place {
  object: Record<string, unknown>;
  owner: Record<string, unknown>;
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
  { cuts }: LevelPlan,
  read: (node: FieldNode) => Promise<unknown>,
): Promise<void> {
  const wanted = cuts.flatMap((cut) =>
    placesAt(holder, cut.path).flatMap((place) => {
      const given = cut.keys.map((key) => [key.argument, ownValue(place[key.of], key.answered)]);
      const isKnown = given.every(
        ([, value]) => typeof value === 'string' || typeof value === 'number',
      );
      if (!isKnown) return [];
      const keys = Object.fromEntries(given) as Record<string, string | number>;
      return [{ place, node: field(cut.root, { arguments: keys, select: cut.below }) }];
    }),
  );
  for (const { place } of wanted) {
    for (const one of [place.object, place.owner]) {
      delete one[ID_ALIAS];
      delete one[NUMBER_ALIAS];
    }
  }
  const gone: Place[] = [];
  await Promise.all(
    wanted.map(async ({ place, node }) => {
      const more = await read(node);
      if (isObject(more)) Object.assign(place.object, more);
      else gone.push(place);
    }),
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
    owner: holder,
    leaveOut: () => {
      const now = ownValue(holder, name);
      const left = Array.isArray(now) ? now.filter((entry) => entry !== object) : null;
      Object.assign(holder, Object.fromEntries([[name, left]]));
    },
  }));
}
