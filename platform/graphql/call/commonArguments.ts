import {
  getNamedType,
  isInputObjectType,
  isRequiredArgument,
  type GraphQLArgument,
  type GraphQLInputObjectType,
} from 'graphql';
import { InvalidInputError, PlatformError } from '../../common/errors/errors';
import { isUuid, withArticle } from '../../common/input/identifiers';
import { describeUnsupported, type RootField } from '../schema/rootFields';
import { UPLOAD_SCALAR } from './arguments';

/**
 * Builds the argument with an entity's ID, as `{ <name>: id }`. Its name differs: some platforms have `deleteApp(appId)`, others
 * `deleteApp(id)`.
 * @param noun the kind of entity, such as "app"
 * @throws PlatformError if no argument is for the ID; InvalidInputError if the argument takes a UUID, and the ID is not one
 */
export function buildIdArgument(root: RootField, noun: string, id: string): Record<string, string> {
  const { args } = root.field;
  const findByName = (argumentName: string) => args.find(({ name }) => name === argumentName);
  const argument =
    findByName(`${toCamelCase(noun)}Id`) ??
    findByName('id') ??
    findOnly(args.filter(isRequiredArgument));
  if (!argument) throw unexpectedArgumentsError(root, `the ID of ${withArticle(noun)}`);
  requireValidId(argument, noun, id);
  return { [argument.name]: id };
}

/** @throws InvalidInputError if the argument takes a UUID, and the ID is not one */
export function requireValidId({ type }: GraphQLArgument, noun: string, id: string): void {
  if (getNamedType(type).name !== 'UUID' || isUuid(id)) return;
  const quoted = JSON.stringify(id).replace(/^"|"$/g, '');
  throw new InvalidInputError(
    `"${quoted}" is not a valid ${noun} ID`,
    `IDs of the platform are UUIDs. Choose the ${noun} from the list, or copy its ID.`,
  );
}

/** Finds the argument for an input object: by its usual name, by its type's name, or as the only input object. */
export function requireInputArgument(
  root: RootField,
  usualName: string,
): { name: string; type: GraphQLInputObjectType } {
  const objects = root.field.args.flatMap(({ name, type }) => {
    const namedType = getNamedType(type);
    return isInputObjectType(namedType) ? [{ name, type: namedType }] : [];
  });
  const usualType = `${usualName}Input`.toLowerCase();
  const found =
    objects.find(({ name }) => name === usualName) ??
    objects.find(({ type }) => type.name.toLowerCase() === usualType) ??
    findOnly(objects);
  if (!found) throw unexpectedArgumentsError(root, `an input object "${usualName}"`);
  return found;
}

export function requireFileArgument(root: RootField): string {
  const found = root.field.args.find(({ type }) => getNamedType(type).name === UPLOAD_SCALAR);
  if (!found) throw unexpectedArgumentsError(root, 'a file');
  return found.name;
}

function toCamelCase(words: string): string {
  return words.replace(/ (\w)/g, (_space, letter: string) => letter.toUpperCase());
}

function findOnly<T>(entries: readonly T[]): T | undefined {
  return entries.length === 1 ? entries[0] : undefined;
}

function unexpectedArgumentsError(
  { kind, name, field }: RootField,
  expected: string,
): PlatformError {
  const accepted = field.args
    .map((argument) => `${argument.name}: ${String(argument.type)}`)
    .join(', ');
  return new PlatformError(
    `${describeUnsupported(kind, name)}: its ${kind} "${name}" does not take ${expected}`,
    {
      hint: `Use "Call Operation" to call the ${kind} directly. Its arguments are: ${accepted || 'none'}.`,
      code: 'NOT_SUPPORTED',
    },
  );
}
