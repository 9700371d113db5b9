import {
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLAbstractType,
  type GraphQLSchema,
} from 'graphql';
import { INHERITED } from './anySchema';

/** What has gone wrong on real schemas before, and has to be among the random ones. */
export const KINDS = [
  'a deprecated argument',
  'a deprecated input field',
  'a field with an inherited name',
  'an argument with an inherited name',
  'an input field with an inherited name',
  'a member with a field that is named like an alias for another one',
  'an argument of a JSON scalar',
  'an input field of a JSON scalar',
  'a field of a JSON scalar',
] as const;

type Kind = (typeof KINDS)[number];

/** Which of them a schema has. */
export function kindsIn(schema: GraphQLSchema): Set<Kind> {
  const kinds = new Set<Kind>();
  const add = (kind: Kind, isThere: boolean) => isThere && kinds.add(kind);
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (isAbstractType(type)) {
      const kind = 'a member with a field that is named like an alias for another one';
      add(kind, hasNameLikeAlias(schema, type));
    }
    if (isInputObjectType(type)) {
      for (const { name, type: of, deprecationReason } of Object.values(type.getFields())) {
        add('a deprecated input field', Boolean(deprecationReason));
        add('an input field with an inherited name', INHERITED.includes(name));
        add('an input field of a JSON scalar', getNamedType(of).name === 'JSON');
      }
    }
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const { name, args, type: of } of Object.values(type.getFields())) {
      add('a field with an inherited name', INHERITED.includes(name));
      add('a field of a JSON scalar', getNamedType(of).name === 'JSON');
      // Arguments below a root field are never given.
      if (type !== schema.getQueryType() && type !== schema.getMutationType()) continue;
      for (const argument of args) {
        add('a deprecated argument', Boolean(argument.deprecationReason));
        add('an argument with an inherited name', INHERITED.includes(argument.name));
        add('an argument of a JSON scalar', getNamedType(argument.type).name === 'JSON');
      }
    }
  }
  return kinds;
}

/** `User` with `name_User` beside a `name` that another member has as another type. */
function hasNameLikeAlias(schema: GraphQLSchema, type: GraphQLAbstractType): boolean {
  const members = schema.getPossibleTypes(type);
  return members.some((member) =>
    Object.values(member.getFields()).some(
      ({ name, type: own }) =>
        Object.hasOwn(member.getFields(), `${name}_${member.name}`) &&
        members.some((other) => {
          const field = other.getFields()[name];
          return field && String(field.type) !== String(own);
        }),
    ),
  );
}
