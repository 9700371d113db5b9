import {
  isAbstractType,
  type GraphQLAbstractType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';
import { liveSchema, type LiveSchema } from './introspection';
import { introspectionOf, type IntrospectedSchema } from './introspectedTypes';

/** A schema of which only some types were returned. */
export interface PartialSchema extends LiveSchema {
  /** The types that were looked for or looked into and were not returned, by their names. */
  readonly missed: ReadonlySet<string>;
}

/** What says what a type consists of. */
const DESCRIBING_METHODS = [
  'getFields',
  'getInterfaces',
  'getTypes',
  'getValues',
  'getValue',
  'parseValue',
  'parseLiteral',
] as const;

/**
 * Makes a schema of the types that were returned. Others that they name are there without fields; who looks into one makes
 * it missed.
 */
export function partialSchema(introspected: IntrospectedSchema): PartialSchema {
  const { introspection, missing } = introspectionOf(introspected);
  const live = liveSchema(introspection);
  const missed = new Set<string>();
  const { schema } = live;
  for (const name of missing) {
    const type = schema.getType(name);
    if (type) watchType(type, () => missed.add(name));
  }
  watchMembers(schema, (type) => {
    if (missing.has(type.name)) missed.add(type.name);
  });
  const { getType } = schema;
  schema.getType = (name) => {
    const type = getType.call(schema, name);
    if (!type) missed.add(name);
    return type;
  };
  return { ...live, missed };
}

/** From now on: the schema itself has looked into every type by now. */
function watchType(type: GraphQLNamedType, onLook: () => void): void {
  const looks = type as unknown as Record<string, ((...given: unknown[]) => unknown) | undefined>;
  for (const look of DESCRIBING_METHODS) {
    const original = looks[look];
    if (typeof original !== 'function') continue;
    looks[look] = (...given) => {
      onLook();
      return original.apply(type, given);
    };
  }
}

function watchMembers(schema: GraphQLSchema, onLook: (type: GraphQLAbstractType) => void): void {
  const { getPossibleTypes, isSubType } = schema;
  schema.getPossibleTypes = (type) => {
    onLook(type);
    return getPossibleTypes.call(schema, type);
  };
  schema.isSubType = (type, maybe) => {
    if (isAbstractType(type)) onLook(type);
    return isSubType.call(schema, type, maybe);
  };
}
