import { isInterfaceType, type GraphQLAbstractType, type GraphQLSchema } from 'graphql';

const known = new WeakMap<GraphQLSchema, Map<string, ReadonlyMap<string, string>>>();

/**
 * Fields of one name but of different types cannot stand side by side in the fragments of an interface or
 * union; they are given names of their own, which are no field's name.
 * @returns `Member.field` → the name to give it
 */
export function aliasesFor(
  schema: GraphQLSchema,
  type: GraphQLAbstractType,
): ReadonlyMap<string, string> {
  const ofSchema = known.get(schema) ?? new Map<string, ReadonlyMap<string, string>>();
  known.set(schema, ofSchema);
  const aliases = ofSchema.get(type.name) ?? findAliases(schema, type);
  ofSchema.set(type.name, aliases);
  return aliases;
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
