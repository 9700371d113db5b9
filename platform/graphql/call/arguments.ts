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
import { toPlainJson } from '../../common/input/plainJson';
import { parseUserJson } from '../../common/input/userJson';
import { ownValue, withoutPrototype } from '../../common/text/names';
import { excerpt } from '../../common/text/text';
import { isObject } from '../../common/text/values';
import { formatProblems } from '../document/parseText';
import type { RootField } from '../schema/rootFields';
import { NotAcceptedError, setInTree, treeToObject, type InputTree } from './inputObject';

/** GraphQL multipart requests use this scalar for files. */
export const UPLOAD_SCALAR = 'Upload';

/** Scalars with these names take objects and lists, so JSON text is parsed for them. */
const JSON_SCALAR = /^_?(?:JSON\w*|\w*JSON|Map|Object|Any|Struct|Dictionary|Record)$/i;

/**
 * Converts values from forms and expressions to the types of a root field's arguments: JSON text to objects, lists and JSON
 * scalars, other text to numbers and booleans. Leaves out empty arguments. A name with dots, such as `job.technology.id`, means a
 * field of an input object.
 * @returns an object without a prototype
 * @throws InvalidInputError if an argument is missing, unknown or of the wrong type
 */
export function readArguments(
  { field, name }: RootField,
  argumentValues: Record<string, unknown>,
  secrets: readonly string[] = [],
): Record<string, unknown> {
  const values = joinFields(argumentValues);
  const acceptedNames = field.args.map((argument) => argument.name);
  const unknownNames = Object.keys(values).filter((key) => !acceptedNames.includes(key));
  if (unknownNames.length > 0) {
    const names = unknownNames.map((key) => `"${excerpt(key, secrets)}"`).join(', ');
    throw new NotAcceptedError(
      `${name} has no argument ${names}`,
      `Its arguments are: ${acceptedNames.join(', ') || 'none'}.`,
      unknownNames,
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
  const present = field.args.filter((argument) => Object.hasOwn(values, argument.name));
  return withoutPrototype(
    present.map((argument) => [
      argument.name,
      readValue(argument.name, argument.type, ownValue(values, argument.name), secrets),
    ]),
  );
}

/** Builds input objects from the fields of a form, such as `job.name`. */
function joinFields(argumentValues: Record<string, unknown>): Record<string, unknown> {
  // In a form, a field that was not filled in is null or an empty text.
  const present = Object.entries(argumentValues).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const names = new Set(present.map(([name]) => name));
  const tree: InputTree = new Map();
  for (const [name, value] of present) {
    const path = name.split('.');
    const parents = path.slice(1).map((_name, level) => path.slice(0, level + 1).join('.'));
    const parentWithValue = parents.find((parent) => names.has(parent));
    if (parentWithValue !== undefined) {
      throw new InvalidInputError(
        `"${excerpt(parentWithValue)}" is set both as a whole and field by field`,
        'Remove either the whole value or its fields from the arguments. Nothing was sent.',
      );
    }
    setInTree(tree, path, toPlainJson(value, name));
  }
  return treeToObject(tree);
}

function readValue(
  name: string,
  type: GraphQLInputType,
  input: unknown,
  secrets: readonly string[],
): unknown {
  const value = convertValue(type, input);
  const problems: string[] = [];
  coerceInputValue(value, type, (path, _value, error) => {
    problems.push(`${[name, ...path].join('.')}: ${error.message}`);
  });
  if (problems.length === 0) return value;
  const message = `The value of "${name}" does not match its type ${String(type)}`;
  const hint = `${formatProblems(problems, secrets)}\nNothing was sent.`;
  const unknownPaths = [...findUnknownFields(type, value, name)];
  if (unknownPaths.length < problems.length) throw new InvalidInputError(message, hint);
  throw new NotAcceptedError(message, hint, [...new Set(unknownPaths)]);
}

/** Returns the paths of fields that the type lacks, without the positions of list entries. */
function* findUnknownFields(
  type: GraphQLInputType,
  value: unknown,
  path: string,
): Generator<string> {
  if (isNonNullType(type)) yield* findUnknownFields(type.ofType, value, path);
  else if (isListType(type)) {
    for (const entry of Array.isArray(value) ? value : []) {
      yield* findUnknownFields(type.ofType, entry, path);
    }
  } else if (isInputObjectType(type) && isObject(value)) {
    const fields = type.getFields();
    for (const [name, member] of Object.entries(value)) {
      const field = ownValue(fields, name);
      if (field) yield* findUnknownFields(field.type, member, `${path}.${name}`);
      else yield `${path}.${name}`;
    }
  }
}

/** Converts a value to a type. Leaves a value that does not fit unchanged, because the check of the result reports it. */
function convertValue(type: GraphQLInputType, value: unknown): unknown {
  if (isNonNullType(type)) return convertValue(type.ofType, value);
  // JSON turns a missing entry of a list into null.
  if (value === null || value === undefined) return null;
  if (isListType(type)) {
    const list = parseJson(value, '[') ?? value;
    if (Array.isArray(list)) return list.map((entry) => convertValue(type.ofType, entry));
    return [convertValue(type.ofType, list)];
  }
  if (isInputObjectType(type)) {
    const object = parseJson(value, '{') ?? value;
    if (!isObject(object)) return object;
    const fields = type.getFields();
    const members = Object.entries(object).filter(([, member]) => member !== undefined);
    return withoutPrototype(
      members.map(([name, member]) => {
        const field = ownValue(fields, name);
        return [name, field ? convertValue(field.type, member) : member];
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

/** Returns the text unchanged if it is not a number. */
function parseNumber(text: string): unknown {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return text;
  const number = Number(text);
  if (!Number.isInteger(number) || Number.isSafeInteger(number)) return number;
  throw new InvalidInputError(
    `The number ${excerpt(text, [], 50)} cannot be sent with all its digits`,
    'Use a whole number up to 9007199254740991. Nothing was sent.',
  );
}

/** Parses text that starts with the bracket, and returns undefined for other values. @throws InvalidInputError if it is not JSON */
function parseJson(value: unknown, bracket: string): unknown {
  if (typeof value !== 'string' || !value.trim().startsWith(bracket)) return undefined;
  return parseUserJson(value, 'Arguments');
}

export interface UploadVariable {
  /** A path in the map of a GraphQL multipart request, such as `variables.input.files.0`. */
  path: string;
  /** The value of the argument: in a user's call, the name of an item's binary field. */
  name: string;
}

/** Distinguishes the name of a file from other values of arguments. */
class UploadName {
  constructor(readonly name: string) {}
}

/** Replaces each file name with null, because GraphQL multipart requests require that, and returns the names separately. */
export function extractUploads(values: Record<string, unknown>): {
  variables: Record<string, unknown>;
  uploads: UploadVariable[];
} {
  const uploads: UploadVariable[] = [];
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
