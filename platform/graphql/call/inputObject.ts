import {
  getNamedType,
  isInputObjectType,
  isRequiredInputField,
  type GraphQLInputObjectType,
} from 'graphql';
import { InvalidInputError } from '../../common/errors/errors';
import { ownValue, withoutPrototype } from '../../common/text/names';

export interface WantedInput {
  /** The values by the names in this client. Undefined ones are left out. */
  values: Record<string, unknown>;
  /** The dotted paths of a value on different platforms, such as `technology.id`; the usual one first. */
  places?: Record<string, readonly string[]>;
  /** Values for required fields that are not set. */
  defaults?: Record<string, unknown>;
  /** Fields by the platform's own names. */
  more?: Record<string, unknown>;
}

/**
 * Puts values where this platform's input object expects them.
 * @throws InvalidInputError with the names of the values that this platform does not accept
 */
export function inputObject(
  type: GraphQLInputObjectType,
  { values, places = {}, defaults = {}, more = {} }: WantedInput,
): Record<string, unknown> {
  const input: InputTree = new Map();
  const unknownNames: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const place = (ownValue(places, name) ?? [name]).find((path) => hasInputPath(type, path));
    if (place === undefined) unknownNames.push(name);
    else putAt(input, place.split('.'), value);
  }
  if (unknownNames.length > 0) throw unknownFields(type, unknownNames);
  const requiredFields = Object.values(type.getFields()).filter(isRequiredInputField);
  const requiredNames = new Set(requiredFields.map(({ name }) => name));
  const used = Object.entries(defaults).filter(([name]) => requiredNames.has(name));
  return { ...Object.fromEntries(used), ...toObject(input), ...more };
}

/** @throws InvalidInputError if the field does not take an input object */
export function requireInputObject(
  type: GraphQLInputObjectType,
  name: string,
): GraphQLInputObjectType {
  const field = type.getFields()[name];
  const fieldType = field && getNamedType(field.type);
  if (isInputObjectType(fieldType)) return fieldType;
  throw unknownFields(type, [name]);
}

/** @param path dotted */
export function hasInputPath(type: GraphQLInputObjectType, path: string): boolean {
  const [name = '', ...rest] = path.split('.');
  const field = type.getFields()[name];
  if (!field || rest.length === 0) return field !== undefined;
  const below = getNamedType(field.type);
  return isInputObjectType(below) && hasInputPath(below, rest.join('.'));
}

/** The platform lacks some of the requested names, such as `job.resources.gpu`. */
export class NotAcceptedError extends InvalidInputError {
  constructor(
    message: string,
    hint: string,
    readonly names: readonly string[],
  ) {
    super(message, hint);
  }
}

function unknownFields(type: GraphQLInputObjectType, names: string[]): InvalidInputError {
  const accepted = Object.values(type.getFields()).map(
    (field) => `${field.name}: ${String(field.type)}`,
  );
  return new NotAcceptedError(
    `This platform does not support ${names.map((name) => `"${name}"`).join(', ')} here`,
    `Remove it. The fields of its ${type.name} are: ${accepted.join(', ')}. Nothing was sent.`,
    names,
  );
}

export type InputTree = Map<string, unknown>;

export function putAt(
  input: InputTree,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): void {
  if (rest.length === 0) {
    input.set(name, value);
    return;
  }
  const known = input.get(name);
  const below: InputTree = known instanceof Map ? known : new Map();
  input.set(name, below);
  putAt(below, rest, value);
}

/** @returns an object without a prototype */
export function toObject(input: InputTree): Record<string, unknown> {
  return withoutPrototype(
    [...input].map(([name, value]) => [name, value instanceof Map ? toObject(value) : value]),
  );
}
