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
import { InvalidInputError } from '../../errors/errors';
import { withoutPrototype } from '../../text/names';
import { plainJson } from '../../input/plainJson';
import { parseUserJson } from '../../input/userJson';
import { excerpt } from '../../text/text';
import { isObject } from '../../text/values';
import { NotAcceptedError, putAt, toObject, type InputTree } from './inputObject';
import { problemLines } from '../document/parseText';
import type { RootField } from '../schema/rootFields';

/** Name of the scalar that stands for a file in GraphQL multipart requests. */
export const UPLOAD_SCALAR = 'Upload';

/** Scalars that hold objects and lists, by the names that schemas give them. Other scalars take text as it is. */
const JSON_SCALAR = /^_?(?:JSON\w*|\w*JSON|Map|Object|Any|Struct|Dictionary|Record)$/i;

/**
 * Makes values from forms and expressions fit the types of a root field's arguments: JSON text for objects, lists and
 * scalars that hold JSON, numbers and booleans given as text. An argument left empty is left out.
 * A name with dots, as `job.technology.id`, is a field of an input object.
 * @returns an object without a prototype
 * @throws InvalidInputError naming each argument that is missing, unknown or of the wrong type
 */
export function readArguments(
  { field, name }: RootField,
  argumentValues: Record<string, unknown>,
  secrets: readonly string[] = [],
): Record<string, unknown> {
  const values = Object.entries(argumentValues).filter(([, value]) => !isEmpty(value));
  const given = joined(values.map(([key, value]) => [key, plainJson(value, key)]));
  const known = new Set(field.args.map((argument) => argument.name));
  const unknown = [...given.keys()].filter((key) => !known.has(key));
  if (unknown.length > 0) {
    const offered = [...known].join(', ') || 'none';
    throw new NotAcceptedError(
      `${name} has no argument ${unknown.map((key) => quoted(excerpt(key, secrets))).join(', ')}`,
      `Its arguments are: ${offered}.`,
      unknown,
    );
  }
  const missing = field.args.filter(
    (argument) => isRequiredArgument(argument) && !given.has(argument.name),
  );
  if (missing.length > 0) {
    throw invalid(
      `${name} needs a value for ${missing.map((argument) => quoted(argument.name)).join(', ')}`,
      missing.map((argument) => `${argument.name}: ${String(argument.type)}`).join('\n'),
    );
  }
  return withoutPrototype(
    field.args
      .filter((argument) => given.has(argument.name))
      .map((argument) => [
        argument.name,
        readValue(argument.name, argument.type, given.get(argument.name), secrets),
      ]),
  );
}

/** The arguments, each with the fields of it that were given one by one. */
function joined(entries: ReadonlyArray<[string, unknown]>): Map<string, unknown> {
  const whole = new Set(entries.map(([name]) => name));
  const tree: InputTree = new Map();
  for (const [name, value] of entries) {
    const path = name.split('.');
    const outer = path.slice(1).map((_name, level) => path.slice(0, level + 1).join('.'));
    const twice = outer.find((place) => whole.has(place));
    if (twice !== undefined) {
      throw invalid(
        `"${excerpt(twice)}" is set both as a whole and field by field`,
        'Remove one of them from the arguments. Nothing was sent.',
      );
    }
    putAt(tree, path, value);
  }
  return new Map(Object.entries(toObject(tree)));
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
    problems.push(`${[name, ...path].join('.')}: ${error.message}`);
  });
  if (problems.length === 0) return value;
  const message = `The value of "${name}" does not match its type ${String(type)}`;
  const hint = `${problemLines(problems, secrets)}\nNothing was sent.`;
  const unknown = [...unknownFields(type, value, name)];
  if (unknown.length < problems.length) throw invalid(message, hint);
  throw new NotAcceptedError(message, hint, [...new Set(unknown)]);
}

/** Finds the paths of fields that a type does not have, without the numbers of list entries. */
function* unknownFields(type: GraphQLInputType, value: unknown, path: string): Generator<string> {
  if (isNonNullType(type)) yield* unknownFields(type.ofType, value, path);
  else if (isListType(type)) {
    for (const entry of Array.isArray(value) ? value : []) {
      yield* unknownFields(type.ofType, entry, path);
    }
  } else if (isInputObjectType(type) && isObject(value)) {
    const fields = type.getFields();
    for (const [name, member] of Object.entries(value)) {
      const field = fields[name];
      if (field) yield* unknownFields(field.type, member, `${path}.${name}`);
      else yield `${path}.${name}`;
    }
  }
}

/** What a user means by a value, if text stands for something else. What does not fit is left to the check. */
function fit(type: GraphQLInputType, value: unknown): unknown {
  if (isNonNullType(type)) return fit(type.ofType, value);
  // JSON has nothing else for an entry that is not there.
  if (value === null || value === undefined) return null;
  if (isListType(type)) {
    const list = typeof value === 'string' ? (parsed(value, '[') ?? value) : value;
    if (Array.isArray(list)) return list.map((entry) => fit(type.ofType, entry));
    const entry = fit(type.ofType, list);
    return entry instanceof UploadName ? [entry] : entry;
  }
  if (isInputObjectType(type)) {
    const object = typeof value === 'string' ? (parsed(value, '{') ?? value) : value;
    if (typeof object !== 'object' || object === null || Array.isArray(object)) return object;
    const fields = type.getFields();
    return withoutPrototype(
      Object.entries(object)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => {
          const field = fields[key];
          return [key, field ? fit(field.type, member) : member];
        }),
    );
  }
  if (isEnumType(type)) return typeof value === 'string' ? value.trim() : value;
  return fitScalar(getNamedType(type).name, value);
}

function fitScalar(type: string, value: unknown): unknown {
  switch (type) {
    case 'Int':
    case 'Float':
      return typeof value === 'string' ? numberIn(value.trim()) : value;
    case 'Boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    case 'String':
    case 'ID':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    case UPLOAD_SCALAR:
      // An object is the name of no binary field.
      return new UploadName(typeof value === 'object' ? '' : String(value));
    default:
      return JSON_SCALAR.test(type) && typeof value === 'string'
        ? (parsed(value, '{') ?? parsed(value, '[') ?? value)
        : value;
  }
}

/** @returns the text itself if it is not a number */
function numberIn(text: string): unknown {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return text;
  const number = Number(text);
  if (!Number.isInteger(number) || Number.isSafeInteger(number)) return number;
  throw invalid(
    `The number ${excerpt(text, [], 50)} cannot be sent with all its digits`,
    'Use a whole number up to 9007199254740991. Nothing was sent.',
  );
}

/** @returns undefined for text that is not JSON, or not JSON that starts like this */
function parsed(text: string, start: string): unknown {
  if (!text.trim().startsWith(start)) return undefined;
  return parseUserJson(text, 'Arguments');
}

function quoted(name: string): string {
  return `"${name}"`;
}

function invalid(message: string, hint: string): InvalidInputError {
  return new InvalidInputError(message, hint);
}

/** A file among the variables: where it belongs, and the name by which the caller knows it. */
export interface UploadPlace {
  /** As in the map of a GraphQL multipart request: `variables.input.files.0`. */
  path: string;
  /** The value that stood there: the name of an item's binary field. */
  name: string;
}

/** A file among the values of arguments, by its name. */
class UploadName {
  constructor(readonly name: string) {}
}

/** The variables of a call, with null for each file, as multipart requests require; and the files. */
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
