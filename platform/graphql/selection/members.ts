import {
  isInterfaceType,
  type GraphQLAbstractType,
  type GraphQLSchema,
  Kind,
  type FieldNode,
  type InlineFragmentNode,
  type SelectionNode,
} from 'graphql';
import { keptBySchema } from '../schema/keptBySchema';

const known = keptBySchema<ReadonlyMap<string, string>>();

/**
 * Fields of one name but of different types cannot stand side by side in the fragments of an interface or
 * union; they are given names of their own, which are no field's name.
 * @returns `Member.field` → the name to give it
 */
export function aliasesFor(
  schema: GraphQLSchema,
  type: GraphQLAbstractType,
): ReadonlyMap<string, string> {
  return known(schema, type.name, () => findAliases(schema, type));
}

function findAliases(schema: GraphQLSchema, type: GraphQLAbstractType): Map<string, string> {
  const members = schema
    .getPossibleTypes(type)
    .flatMap((member) =>
      Object.values(member.getFields()).map((field) => ({ member: member.name, field })),
    );
  const ownFields = isInterfaceType(type) ? Object.values(type.getFields()) : [];
  const typesOf = new Map<string, Set<string>>();
  for (const field of [...ownFields, ...members.map((one) => one.field)]) {
    const types = typesOf.get(field.name) ?? new Set();
    typesOf.set(field.name, types.add(String(field.type)));
  }
  const taken = new Set(typesOf.keys());
  const aliases = new Map<string, string>();
  for (const { member, field } of members) {
    if ((typesOf.get(field.name)?.size ?? 0) < 2) continue;
    let alias = `${field.name}_${member}`;
    while (taken.has(alias)) alias += '_';
    taken.add(alias);
    aliases.set(`${member}.${field.name}`, alias);
  }
  return aliases;
}

/** `... on Type { … }` */
export function fragmentNode(type: string, selections: SelectionNode[]): InlineFragmentNode {
  return {
    kind: Kind.INLINE_FRAGMENT,
    typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: type } },
    selectionSet: { kind: Kind.SELECTION_SET, selections },
  };
}

/** A field without arguments. */
export function nameNode(value: string): FieldNode {
  return { kind: Kind.FIELD, name: { kind: Kind.NAME, value } };
}

/** What stands in a response: the names of its fields by those that the schema has for them. */
export interface ResponseNames {
  /** By the name in the response. */
  fields: ReadonlyMap<string, { name: string; below?: ResponseNames }>;
}

type Names = Map<string, { name: string; below?: { fields: Names } }>;

/** The names that a response to a selection has, if some are not those of the schema; otherwise undefined. */
export function responseNames(
  selections: readonly SelectionNode[] = [],
): ResponseNames | undefined {
  const fields: Names = new Map();
  return collect(selections, fields) ? { fields } : undefined;
}

/** @returns whether there are aliases that this client gave: those of members of an interface or union */
function collect(selections: readonly SelectionNode[], fields: Names, isOfMember = false): boolean {
  let hasAlias = false;
  for (const node of selections) {
    if (node.kind === Kind.FRAGMENT_SPREAD) continue;
    if (node.kind === Kind.INLINE_FRAGMENT) {
      hasAlias = collect(node.selectionSet.selections, fields, true) || hasAlias;
      continue;
    }
    const answered = node.alias?.value ?? node.name.value;
    const known = fields.get(answered) ?? { name: isOfMember ? node.name.value : answered };
    fields.set(answered, known);
    hasAlias ||= isOfMember && node.alias !== undefined;
    if (!node.selectionSet) continue;
    known.below ??= { fields: new Map() };
    hasAlias = collect(node.selectionSet.selections, known.below.fields) || hasAlias;
  }
  return hasAlias;
}

/**
 * Gives fields of members of an interface or union the names that the schema has for them, if a document
 * needed others: `contexts_JobTechnology` of a JobTechnology becomes `contexts`.
 */
export function restoreNames(value: unknown, names: ResponseNames | undefined): unknown {
  if (!names || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => restoreNames(entry, names));
  return Object.fromEntries(
    Object.entries(value).map(([answered, inner]) => {
      const field = names.fields.get(answered);
      return [field?.name ?? answered, restoreNames(inner, field?.below)];
    }),
  );
}
