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

/** The name of a root field, or its names on newer and older platforms, the newest first. */
export type RootName = string | readonly [string, ...string[]];

export function listRootNames(name: RootName): readonly [string, ...string[]] {
  return typeof name === 'string' ? [name] : name;
}

/** Returns the text with which workflows store a root field, such as `query.jobs` or `mutation.runJob`. */
export function formatRootField({ kind, name }: RootField): string {
  return `${kind}.${name}`;
}

/** Lists the queries, then the mutations, both in order of their names. */
export function listRootFields(schema: GraphQLSchema): RootField[] {
  const listKind = (kind: RootKind): RootField[] =>
    Object.entries(getRootFields(schema, kind))
      .map(([name, field]) => ({ kind, name, field }))
      .sort((a, b) => a.name.localeCompare(b.name));
  return [...listKind('query'), ...listKind('mutation')];
}

/** @param value `query.<name>` or `mutation.<name>` @throws InvalidInputError if the schema does not have it */
export function parseRootField(schema: GraphQLSchema, value: unknown): RootField {
  const text = typeof value === 'string' ? value.trim() : '';
  const [, kind, name = ''] = /^(query|mutation)\.(\w+)$/.exec(text) ?? [];
  const found = findField(schema, kind as RootKind, name);
  if (found) return found;
  throw new InvalidInputError(
    `The platform has no ${kind ?? 'query or mutation'} "${name || text}"`,
    'Choose an operation from the list, which shows all operations of this platform. An ID looks like query.jobs or mutation.runJob.',
  );
}

/**
 * Finds a root field by the newest name that the platform has.
 * @throws UnsupportedError with its newest name if the platform lacks it
 */
export function requireRootField(schema: GraphQLSchema, kind: RootKind, name: RootName): RootField {
  const names = listRootNames(name);
  for (const name of names) {
    const found = findField(schema, kind, name);
    if (found) return found;
  }
  throw unsupportedError(
    kind,
    names[0],
    `its schema has no ${kind} ${quoteNames(names).join(' or ')}`,
  );
}

/** Finds a field of the object that a root field returns. @throws UnsupportedError with its name if the platform lacks it */
export function requireResultField(
  { field }: { field: { type: GraphQLOutputType } },
  name: string,
): GraphQLField<unknown, unknown> {
  const type = getNamedType(field.type);
  const found = ownValue(getFieldsOfType(type), name);
  if (found) return found;
  throw lackingFieldsError(type, [name]);
}

/** Returns the fields of an object or interface by name, and an empty object for other types. */
export function getFieldsOfType(
  type: GraphQLNamedType | undefined | null,
): Readonly<Record<string, GraphQLField<unknown, unknown>>> {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
}

/** @param paths dotted paths of fields that the type lacks */
export function lackingFieldsError(
  type: GraphQLNamedType,
  paths: readonly string[],
): UnsupportedError {
  const [first = 'fields', ...others] = paths;
  const none = others.length > 0 ? 'none of the fields' : 'no field';
  return unsupportedError(
    'query',
    first,
    `its type ${type.name} has ${none} ${quoteNames(paths).join(', ')}`,
  );
}

/** Returns a text such as "This platform cannot delete app". */
export function describeUnsupported(kind: RootKind, name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `This platform cannot ${kind === 'mutation' ? words : `return "${name}"`}`;
}

function unsupportedError(kind: RootKind, name: string, why: string): UnsupportedError {
  return new UnsupportedError(`${describeUnsupported(kind, name)}: ${why}`, {
    hint: 'The platform may have an older or newer version. "Call Operation" lists the available operations.',
  });
}

function findField(schema: GraphQLSchema, kind: RootKind, name: string): RootField | undefined {
  const field = ownValue(getRootFields(schema, kind), name);
  return field && { kind, name, field };
}

function getRootFields(schema: GraphQLSchema, kind: RootKind) {
  return getFieldsOfType(kind === 'query' ? schema.getQueryType() : schema.getMutationType());
}

function quoteNames(names: readonly string[]): string[] {
  return names.map((name) => `"${name}"`);
}
