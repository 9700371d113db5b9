import {
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLNamedInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';

/** A field of what queries give, by the path to it: `['project', 'jobs', 'alias']`. */
export function findField(
  schema: GraphQLSchema,
  path: readonly string[],
): GraphQLField<unknown, unknown> | undefined {
  let type: GraphQLNamedType | null | undefined = schema.getQueryType();
  let found: GraphQLField<unknown, unknown> | undefined;
  for (const name of path) {
    found = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
    type = found && getNamedType(found.type);
  }
  return found;
}

/** The type at a path in an input; undefined where there is none. */
export function typeAt(
  input: GraphQLNamedInputType,
  path: readonly string[],
): GraphQLNamedInputType | undefined {
  let type: GraphQLNamedInputType | undefined = input;
  for (const name of path) {
    const field: GraphQLInputField | undefined = isInputObjectType(type)
      ? type.getFields()[name]
      : undefined;
    type = field && getNamedType(field.type);
  }
  return type;
}

/** The input object that a mutation takes by the first of these names, or as its only one. */
export function findInput(
  schema: GraphQLSchema,
  mutation: string,
  argument: string,
): GraphQLInputObjectType | undefined {
  const field = schema.getMutationType()?.getFields()[mutation];
  const objects = (field?.args ?? []).flatMap(({ name, type }) => {
    const named = getNamedType(type);
    return isInputObjectType(named) ? [{ name, type: named }] : [];
  });
  return (
    objects.find(({ name }) => name === argument)?.type ??
    (objects.length === 1 ? objects[0]?.type : undefined)
  );
}
