import {
  coerceInputValue,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  type GraphQLInputType,
} from 'graphql';
import { InvalidInputError } from '../../errors';
import { excerpt } from '../../text';
import type { RootField } from '../schema/rootFields';

/** Name of the scalar that stands for a file in GraphQL multipart requests. */
export const UPLOAD_SCALAR = 'Upload';

/**
 * Makes values from forms and expressions fit the types of a root field's arguments: JSON text for objects and
 * lists, numbers and booleans given as text. An argument left empty is left out.
 * @throws InvalidInputError naming each argument that is missing, unknown or of the wrong type
 */
export function readArguments(
  { field, name }: RootField,
  given: Record<string, unknown>,
  secrets: readonly string[] = [],
): Record<string, unknown> {
  const known = new Map(field.args.map((argument) => [argument.name, argument]));
  const unknown = Object.keys(given).filter((key) => !isEmpty(given[key]) && !known.has(key));
  if (unknown.length > 0) {
    const offered = [...known.keys()].join(', ') || 'none';
    throw invalid(
      `${name} has no argument ${unknown.map(quoted).join(', ')}`,
      `Its arguments are: ${offered}.`,
    );
  }
  const missing = field.args.filter(
    (argument) => isRequiredArgument(argument) && isEmpty(given[argument.name]),
  );
  if (missing.length > 0) {
    throw invalid(
      `${name} needs a value for ${missing.map((argument) => quoted(argument.name)).join(', ')}`,
      missing.map((argument) => `${argument.name}: ${String(argument.type)}`).join('\n'),
    );
  }
  return Object.fromEntries(
    field.args
      .filter((argument) => !isEmpty(given[argument.name]))
      .map((argument) => [
        argument.name,
        readValue(argument.name, argument.type, given[argument.name], secrets),
      ]),
  );
}

/** A form gives null or nothing for a field that was not filled in. */
function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function readValue(
  name: string,
  type: GraphQLInputType,
  given: unknown,
  secrets: readonly string[],
): unknown {
  const value = fit(type, given);
  const problems: string[] = [];
  coerceInputValue(value, type, (path, _value, error) => {
    problems.push(`${[name, ...path].join('.')}: ${excerpt(error.message, secrets)}`);
  });
  if (problems.length === 0) return value;
  throw invalid(
    `The value of "${name}" does not fit its type ${String(type)}`,
    `${problems.join('\n')}\nNothing was sent.`,
  );
}

/** What a person means by a value, where text stands for something else. What does not fit is left to the check. */
function fit(type: GraphQLInputType, value: unknown): unknown {
  if (isNonNullType(type)) return fit(type.ofType, value);
  if (value === null || value === undefined) return value;
  if (isListType(type)) {
    const list = typeof value === 'string' ? (parsed(value, '[') ?? value) : value;
    return Array.isArray(list)
      ? list.map((entry) => fit(type.ofType, entry))
      : fit(type.ofType, list);
  }
  if (isInputObjectType(type)) {
    const object = typeof value === 'string' ? (parsed(value, '{') ?? value) : value;
    if (typeof object !== 'object' || object === null || Array.isArray(object)) return object;
    const fields = type.getFields();
    return Object.fromEntries(
      Object.entries(object).map(([key, member]) => {
        const field = fields[key];
        return [key, field ? fit(field.type, member) : member];
      }),
    );
  }
  if (isEnumType(type)) return typeof value === 'string' ? value.trim() : value;
  return fitScalar(getNamedType(type).name, value);
}

function fitScalar(type: string, value: unknown): unknown {
  if (isDateLike(value)) return value.toISO();
  if (value instanceof Date) return value.toISOString();
  switch (type) {
    case 'Int':
    case 'Float':
      return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value.trim())
        ? Number(value)
        : value;
    case 'Boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    case 'String':
    case 'ID':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    default:
      return value;
  }
}

/** n8n's expressions give dates of the library Luxon. */
function isDateLike(value: unknown): value is { toISO(): string } {
  return typeof (value as { toISO?: unknown } | null)?.toISO === 'function';
}

function parsed(text: string, start: string): unknown {
  if (!text.trim().startsWith(start)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function quoted(name: string): string {
  return `"${name}"`;
}

function invalid(message: string, hint: string): InvalidInputError {
  return new InvalidInputError(message, hint);
}
