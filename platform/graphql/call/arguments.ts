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
import { InvalidInputError } from '../../common/errors/errors';
import { plainJson } from '../../common/input/plainJson';
import { parseUserJson } from '../../common/input/userJson';
import { ownValue, withoutPrototype } from '../../common/text/names';
import { excerpt } from '../../common/text/text';
import { isObject } from '../../common/text/values';
import { problemLines } from '../document/parseText';
import type { RootField } from '../schema/rootFields';
import { NotAcceptedError, putAt, toObject, type InputTree } from './inputObject';

/** GraphQL multipart requests use this scalar for files. */
export const UPLOAD_SCALAR = 'Upload';

/** Schemas give these names to scalars for objects and lists. Other scalars take text unchanged. */
const JSON_SCALAR = /^_?(?:JSON\w*|\w*JSON|Map|Object|Any|Struct|Dictionary|Record)$/i;

/**
 * Converts values from forms and expressions to the types of a root field's arguments: JSON text to objects, lists and JSON
 * scalars, other text to numbers and booleans. Empty arguments are left out. A name with dots, such as `job.technology.id`, is
 * a field of an input object.
 * @returns an object without a prototype
 * @throws InvalidInputError with each argument that is missing, unknown or of the wrong type
 */
export function readArguments(
  { field, name }: RootField,
  argumentValues: Record<string, unknown>,
  secrets: readonly string[] = [],
): Record<string, unknown> {
  const values = joinPaths(argumentValues);
  const known = field.args.map((argument) => argument.name);
  const unknown = Object.keys(values).filter((key) => !known.includes(key));
  if (unknown.length > 0) {
    const names = unknown.map((key) => `"${excerpt(key, secrets)}"`).join(', ');
    throw new NotAcceptedError(
      `${name} has no argument ${names}`,
      `Its arguments are: ${known.join(', ') || 'none'}.`,
      unknown,
    );
  }
  const missing = field.args.filter(
    (argument) => isRequiredArgument(argument) && !Object.hasOwn(values, argument.name),
  );
  if (missing.length > 0) {
    throw new InvalidInputError(
      `${name} needs a value for ${missing.map((argument) => `"${argument.name}"`).join(', ')}`,
      missing.map((argument) => `${argument.name}: ${String(argument.type)}`).join('\n'),
    );
  }
  const given = field.args.filter((argument) => Object.hasOwn(values, argument.name));
  return withoutPrototype(
    given.map((argument) => [
      argument.name,
      readValue(argument.name, argument.type, ownValue(values, argument.name), secrets),
    ]),
  );
}

/** Puts together input objects that are set field by field. */
function joinPaths(argumentValues: Record<string, unknown>): Record<string, unknown> {
  // In a form, a field that was not filled in is null or an empty text.
  const given = Object.entries(argumentValues).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const names = new Set(given.map(([name]) => name));
  const tree: InputTree = new Map();
  for (const [name, value] of given) {
    const path = name.split('.');
    const outer = path.slice(1).map((_name, level) => path.slice(0, level + 1).join('.'));
    const whole = outer.find((place) => names.has(place));
    if (whole !== undefined) {
      throw new InvalidInputError(
        `"${excerpt(whole)}" is set both as a whole and field by field`,
        'Remove one of them from the arguments. Nothing was sent.',
      );
    }
    putAt(tree, path, plainJson(value, name));
  }
  return toObject(tree);
}

function readValue(
  name: string,
  type: GraphQLInputType,
  given: unknown,
  secrets: readonly string[],
): unknown {
  const value = convert(type, given);
  const problems: string[] = [];
  coerceInputValue(value, type, (path, _value, error) => {
    problems.push(`${[name, ...path].join('.')}: ${error.message}`);
  });
  if (problems.length === 0) return value;
  const message = `The value of "${name}" does not match its type ${String(type)}`;
  const hint = `${problemLines(problems, secrets)}\nNothing was sent.`;
  const unknown = [...unknownFields(type, value, name)];
  if (unknown.length < problems.length) throw new InvalidInputError(message, hint);
  throw new NotAcceptedError(message, hint, [...new Set(unknown)]);
}

/** The paths do not contain the positions of list entries. */
function* unknownFields(type: GraphQLInputType, value: unknown, path: string): Generator<string> {
  if (isNonNullType(type)) yield* unknownFields(type.ofType, value, path);
  else if (isListType(type)) {
    for (const entry of Array.isArray(value) ? value : []) {
      yield* unknownFields(type.ofType, entry, path);
    }
  } else if (isInputObjectType(type) && isObject(value)) {
    const fields = type.getFields();
    for (const [name, member] of Object.entries(value)) {
      const field = ownValue(fields, name);
      if (field) yield* unknownFields(field.type, member, `${path}.${name}`);
      else yield `${path}.${name}`;
    }
  }
}

/** Returns a value that cannot be converted unchanged, because the check reports it. */
function convert(type: GraphQLInputType, value: unknown): unknown {
  if (isNonNullType(type)) return convert(type.ofType, value);
  // JSON writes null for a missing entry.
  if (value === null || value === undefined) return null;
  if (isListType(type)) {
    const list = parseJson(value, '[') ?? value;
    if (Array.isArray(list)) return list.map((entry) => convert(type.ofType, entry));
    const entry = convert(type.ofType, list);
    return entry instanceof UploadName ? [entry] : entry;
  }
  if (isInputObjectType(type)) {
    const object = parseJson(value, '{') ?? value;
    if (!isObject(object)) return object;
    const fields = type.getFields();
    const members = Object.entries(object).filter(([, member]) => member !== undefined);
    return withoutPrototype(
      members.map(([name, member]) => {
        const field = ownValue(fields, name);
        return [name, field ? convert(field.type, member) : member];
      }),
    );
  }
  if (isEnumType(type)) return typeof value === 'string' ? value.trim() : value;
  return convertScalar(getNamedType(type).name, value);
}

function convertScalar(type: string, value: unknown): unknown {
  switch (type) {
    case 'Int':
    case 'Float':
      return typeof value === 'string' ? parseNumber(value.trim()) : value;
    case 'Boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    case 'String':
    case 'ID':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    case UPLOAD_SCALAR:
      // An object cannot name a binary field.
      return new UploadName(typeof value === 'object' ? '' : String(value));
    default:
      return JSON_SCALAR.test(type)
        ? (parseJson(value, '{') ?? parseJson(value, '[') ?? value)
        : value;
  }
}

/** @returns the text itself if it is not a number */
function parseNumber(text: string): unknown {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return text;
  const number = Number(text);
  if (!Number.isInteger(number) || Number.isSafeInteger(number)) return number;
  throw new InvalidInputError(
    `The number ${excerpt(text, [], 50)} cannot be sent with all its digits`,
    'Use a whole number up to 9007199254740991. Nothing was sent.',
  );
}

/** @returns undefined unless the value is JSON text that starts with this bracket */
function parseJson(value: unknown, bracket: string): unknown {
  if (typeof value !== 'string' || !value.trim().startsWith(bracket)) return undefined;
  return parseUserJson(value, 'Arguments');
}

export interface UploadPlace {
  /** A key in the map of a GraphQL multipart request, such as `variables.input.files.0`. */
  path: string;
  /** The name of an item's binary field. */
  name: string;
}

/** Marks the name of a file among the values of arguments. */
class UploadName {
  constructor(readonly name: string) {}
}

/** Replaces each file with null, as multipart requests require. */
export function extractUploads(values: Record<string, unknown>): {
  variables: Record<string, unknown>;
  uploads: UploadPlace[];
} {
  const uploads: UploadPlace[] = [];
  const extract = (value: unknown, path: string): unknown => {
    if (value instanceof UploadName) {
      uploads.push({ path, name: value.name });
      return null;
    }
    if (Array.isArray(value))
      return value.map((entry, index) => extract(entry, `${path}.${index}`));
    if (!isObject(value)) return value;
    return withoutPrototype(
      Object.entries(value).map(([name, member]) => [name, extract(member, `${path}.${name}`)]),
    );
  };
  return { variables: extract(values, 'variables') as Record<string, unknown>, uploads };
}
