import {
  getNamedType,
  isInterfaceType,
  isObjectType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { InvalidInputError, UnsupportedError } from '../../errors/errors';

export type RootKind = 'query' | 'mutation';

/** A query or mutation that the live schema offers. */
export interface RootField {
  kind: RootKind;
  name: string;
  field: GraphQLField<unknown, unknown>;
}

/** `query.jobs` or `mutation.runJob`: how a root field is stored in a workflow. */
export function rootFieldValue({ kind, name }: RootField): string {
  return `${kind}.${name}`;
}

/** Every query and mutation: queries first, then by name. */
export function listRootFields(schema: GraphQLSchema): RootField[] {
  const fieldsOf = (kind: RootKind): RootField[] => {
    const type = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
    return Object.entries(type?.getFields() ?? {})
      .map(([name, field]) => ({ kind, name, field }))
      .sort((a, b) => a.name.localeCompare(b.name));
  };
  return [...fieldsOf('query'), ...fieldsOf('mutation')];
}

/** @param value `query.<name>` or `mutation.<name>` @throws InvalidInputError for one that the schema does not have */
export function findRootField(schema: GraphQLSchema, value: unknown): RootField {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') {
    throw new InvalidInputError(
      'No query or mutation is selected',
      'Choose one in "Query or Mutation".',
    );
  }
  const [, kind, name] = /^(query|mutation)\.(\w+)$/.exec(text) ?? [];
  const found = kind && name ? rootField(schema, kind as RootKind, name) : undefined;
  if (found) return found;
  throw new InvalidInputError(
    `The platform has no ${kind ?? 'query or mutation'} "${name ?? text}"`,
    'Choose it again from the list, which shows what this platform has. An ID looks like query.jobs or mutation.runJob.',
  );
}

/** The name of a root field, or its names on newer and older platforms, the newest first. */
export type RootName = string | readonly [string, ...string[]];

/**
 * A root field that an operation of ours needs, by the newest name that the platform has.
 * @throws UnsupportedError naming it if the platform lacks it
 */
export function requireRootField(
  schema: GraphQLSchema,
  kind: RootKind,
  wanted: RootName,
): RootField {
  const names = rootNames(wanted);
  for (const name of names) {
    const found = rootField(schema, kind, name);
    if (found) return found;
  }
  const quoted = names.map((name) => `"${name}"`).join(' or ');
  throw lacking(unsupportedText(kind, names[0]), `its schema has no ${kind} ${quoted}`);
}

/** The newest first. */
export function rootNames(name: RootName): readonly [string, ...string[]] {
  return typeof name === 'string' ? [name] : name;
}

/** A field of what a root field, or another field, gives. @throws UnsupportedError naming it if the platform lacks it */
export function requireFieldOf(
  { field }: { field: { type: GraphQLOutputType } },
  name: string,
): GraphQLField<unknown, unknown> {
  const type = getNamedType(field.type);
  const hasFields = isObjectType(type) || isInterfaceType(type);
  const found = hasFields ? type.getFields()[name] : undefined;
  if (found) return found;
  throw lacking(unsupportedText('query', name), `its type ${type.name} has no field "${name}"`);
}

/**
 * Builds the error for a type that has none of the fields that an operation needs.
 * @param paths the fields, as dotted paths
 */
export function lackingFields(
  type: GraphQLNamedType,
  [first = 'fields', ...others]: readonly string[],
): UnsupportedError {
  const none = others.length > 0 ? 'none of the fields' : 'no field';
  const quoted = [first, ...others].map((path) => `"${path}"`).join(', ');
  return lacking(unsupportedText('query', first), `its type ${type.name} has ${none} ${quoted}`);
}

/** The beginning of a sentence that goes on with what is lacking, as "This platform cannot delete app". */
export function unsupportedText(kind: RootKind, name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `This platform cannot ${kind === 'mutation' ? words : `return "${name}"`}`;
}

function lacking(what: string, why: string): UnsupportedError {
  return new UnsupportedError(`${what}: ${why}`, {
    hint: 'It may have an older or newer version. "Call Operation" lists what is available.',
  });
}

function rootField(schema: GraphQLSchema, kind: RootKind, name: string): RootField | undefined {
  const type = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  const field = type?.getFields()[name];
  return field && { kind, name, field };
}
