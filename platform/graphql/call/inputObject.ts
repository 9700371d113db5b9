import {
  getNamedType,
  isInputObjectType,
  isRequiredInputField,
  type GraphQLInputObjectType,
} from 'graphql';
import { InvalidInputError } from '../../common/errors/errors';
import { ownValue, withoutPrototype } from '../../common/text/names';

export interface WantedInput {
  /** The values by their names in this client. Undefined values are left out. */
  values: Record<string, unknown>;
  /** For each value, its dotted paths on different platforms, such as `technology.id`. The usual path is the first. */
  inputPaths?: Record<string, readonly string[]>;
  /** Values for required fields that are not set. */
  defaults?: Record<string, unknown>;
  /** More fields, by their names on the platform. */
  more?: Record<string, unknown>;
}

/**
 * Builds an input object that has each value in the field where this platform expects it.
 * @throws InvalidInputError with the names of the values that this platform does not accept
 */
export function buildInputObject(
  type: GraphQLInputObjectType,
  { values, inputPaths = {}, defaults = {}, more = {} }: WantedInput,
): Record<string, unknown> {
  const input: InputTree = new Map();
  const unknownNames: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const paths = ownValue(inputPaths, name) ?? [name];
    const usedPath = paths.find((path) => hasInputPath(type, path));
    if (usedPath === undefined) unknownNames.push(name);
    else setInTree(input, usedPath.split('.'), value);
  }
  if (unknownNames.length > 0) throw notAcceptedFieldsError(type, unknownNames);
  const requiredFields = Object.values(type.getFields()).filter(isRequiredInputField);
  const requiredNames = new Set(requiredFields.map(({ name }) => name));
  const usedDefaults = Object.entries(defaults).filter(([name]) => requiredNames.has(name));
  return { ...Object.fromEntries(usedDefaults), ...treeToObject(input), ...more };
}

/** Returns the type of a field. @throws InvalidInputError if the field does not take an input object */
export function requireInputObject(
  type: GraphQLInputObjectType,
  name: string,
): GraphQLInputObjectType {
  const field = type.getFields()[name];
  const fieldType = field && getNamedType(field.type);
  if (isInputObjectType(fieldType)) return fieldType;
  throw notAcceptedFieldsError(type, [name]);
}

/** @param path dotted */
export function hasInputPath(type: GraphQLInputObjectType, path: string): boolean {
  const [name = '', ...lowerPath] = path.split('.');
  const field = type.getFields()[name];
  if (!field || lowerPath.length === 0) return field !== undefined;
  const lower = getNamedType(field.type);
  return isInputObjectType(lower) && hasInputPath(lower, lowerPath.join('.'));
}

/** The platform does not accept some of the names, such as `job.resources.gpu`. */
export class NotAcceptedError extends InvalidInputError {
  constructor(
    message: string,
    hint: string,
    readonly names: readonly string[],
  ) {
    super(message, hint);
  }
}

function notAcceptedFieldsError(type: GraphQLInputObjectType, names: string[]): InvalidInputError {
  const accepted = Object.values(type.getFields()).map(
    (field) => `${field.name}: ${String(field.type)}`,
  );
  return new NotAcceptedError(
    `This platform does not support ${names.map((name) => `"${name}"`).join(', ')} here`,
    `Remove ${names.length > 1 ? 'these fields' : 'this field'}. The platform’s type ${type.name} has the fields: ${accepted.join(', ')}. Nothing was sent.`,
    names,
  );
}

export type InputTree = Map<string, unknown>;

export function setInTree(
  input: InputTree,
  [name = '', ...lowerPath]: readonly string[],
  value: unknown,
): void {
  if (lowerPath.length === 0) {
    input.set(name, value);
    return;
  }
  const existing = input.get(name);
  const lower: InputTree = existing instanceof Map ? existing : new Map();
  input.set(name, lower);
  setInTree(lower, lowerPath, value);
}

/** @returns an object without a prototype */
export function treeToObject(input: InputTree): Record<string, unknown> {
  return withoutPrototype(
    [...input].map(([name, value]) => [name, value instanceof Map ? treeToObject(value) : value]),
  );
}
