import {
  getNamedType,
  isInterfaceType,
  isObjectType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { InvalidInputError, UnsupportedError } from '../../common/errors/errors';
import { ownValue } from '../../common/text/names';

export type RootKind = 'query' | 'mutation';

export interface RootField {
  kind: RootKind;
  name: string;
  field: GraphQLField<unknown, unknown>;
}

/** A name, or the names on newer and older platforms, the newest first. */
export type RootName = string | readonly [string, ...string[]];

export function rootNames(name: RootName): readonly [string, ...string[]] {
  return typeof name === 'string' ? [name] : name;
}

/** Workflows store a root field as `query.jobs` or `mutation.runJob`. */
export function rootFieldValue({ kind, name }: RootField): string {
  return `${kind}.${name}`;
}

/** Lists queries first, then mutations, each by name. */
export function listRootFields(schema: GraphQLSchema): RootField[] {
  const byName = (kind: RootKind): RootField[] =>
    Object.entries(rootFields(schema, kind))
      .map(([name, field]) => ({ kind, name, field }))
      .sort((a, b) => a.name.localeCompare(b.name));
  return [...byName('query'), ...byName('mutation')];
}

/** @param value `query.<name>` or `mutation.<name>` @throws InvalidInputError if the schema does not have it */
export function findRootField(schema: GraphQLSchema, value: unknown): RootField {
  const text = typeof value === 'string' ? value.trim() : '';
  const [, kind, name = ''] = /^(query|mutation)\.(\w+)$/.exec(text) ?? [];
  const found = rootField(schema, kind as RootKind, name);
  if (found) return found;
  throw new InvalidInputError(
    `The platform has no ${kind ?? 'query or mutation'} "${name || text}"`,
    'Choose it again from the list, which shows what this platform has. An ID looks like query.jobs or mutation.runJob.',
  );
}

/**
 * Finds a root field by the newest name that the platform has.
 * @throws UnsupportedError with its newest name if the platform lacks it
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
  throw unsupported(kind, names[0], `its schema has no ${kind} ${quoteNames(names).join(' or ')}`);
}

/** Finds a field of the object that a field returns. @throws UnsupportedError with its name if the platform lacks it */
export function requireResultField(
  { field }: { field: { type: GraphQLOutputType } },
  name: string,
): GraphQLField<unknown, unknown> {
  const type = getNamedType(field.type);
  const found = ownValue(fieldsOfType(type), name);
  if (found) return found;
  throw lackingFields(type, [name]);
}

/** Returns an empty object for a type that is not an object or interface. */
export function fieldsOfType(
  type: GraphQLNamedType | undefined | null,
): Readonly<Record<string, GraphQLField<unknown, unknown>>> {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
}

/** @param paths dotted paths of fields that the type lacks */
export function lackingFields(type: GraphQLNamedType, paths: readonly string[]): UnsupportedError {
  const [first = 'fields', ...others] = paths;
  const none = others.length > 0 ? 'none of the fields' : 'no field';
  return unsupported(
    'query',
    first,
    `its type ${type.name} has ${none} ${quoteNames(paths).join(', ')}`,
  );
}

/** Returns a text such as "This platform cannot delete app". */
export function unsupportedText(kind: RootKind, name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `This platform cannot ${kind === 'mutation' ? words : `return "${name}"`}`;
}

function unsupported(kind: RootKind, name: string, why: string): UnsupportedError {
  return new UnsupportedError(`${unsupportedText(kind, name)}: ${why}`, {
    hint: 'It may have an older or newer version. "Call Operation" lists what is available.',
  });
}

function rootField(schema: GraphQLSchema, kind: RootKind, name: string): RootField | undefined {
  const field = ownValue(rootFields(schema, kind), name);
  return field && { kind, name, field };
}

function rootFields(schema: GraphQLSchema, kind: RootKind) {
  return fieldsOfType(kind === 'query' ? schema.getQueryType() : schema.getMutationType());
}

function quoteNames(names: readonly string[]): string[] {
  return names.map((name) => `"${name}"`);
}
