import { type GraphQLAbstractType, type GraphQLField, type GraphQLSchema } from 'graphql';

const known = new WeakMap<GraphQLSchema, Map<string, ReadonlyMap<string, string>>>();

/**
 * Fields of one name but of different types cannot stand side by side in the fragments of an interface or
 * union; they are given names of their own.
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
  const members = schema.getPossibleTypes(type);
  const typesOf = new Map<string, Set<string>>();
  const everyField: Array<{ member: string; field: GraphQLField<unknown, unknown> }> = [];
  for (const member of members) {
    for (const field of Object.values(member.getFields())) {
      everyField.push({ member: member.name, field });
      const types = typesOf.get(field.name) ?? new Set();
      typesOf.set(field.name, types.add(String(field.type)));
    }
  }
  return new Map(
    everyField
      .filter(({ field }) => (typesOf.get(field.name)?.size ?? 0) > 1)
      .map(({ member, field }) => [`${member}.${field.name}`, `${field.name}_${member}`]),
  );
}
