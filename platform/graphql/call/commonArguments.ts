import {
  getNamedType,
  isInputObjectType,
  isRequiredArgument,
  type GraphQLArgument,
  type GraphQLInputObjectType,
} from 'graphql';
import { InvalidInputError, PlatformError } from '../../common/errors/errors';
import { isUuid, withArticle } from '../../common/input/identifiers';
import { unsupportedText, type RootField } from '../schema/rootFields';
import { UPLOAD_SCALAR } from './arguments';

/**
 * Returns the argument for the ID of an entity: some platforms have `deleteApp(appId)`, others `deleteApp(id)`.
 * @param what the kind of entity for messages, such as "app"
 * @throws InvalidInputError if the platform's IDs are UUIDs, and this is not one
 */
export function idArgument(root: RootField, what: string, id: string): Record<string, string> {
  const { args } = root.field;
  const named = (wanted: string) => args.find(({ name }) => name === wanted);
  const argument =
    named(`${camelCase(what)}Id`) ?? named('id') ?? only(args.filter(isRequiredArgument));
  if (!argument) throw unlike(root, `the ID of ${withArticle(what)}`);
  requireIdFor(argument, what, id);
  return { [argument.name]: id };
}

/** @throws InvalidInputError if the argument takes a UUID, and the ID is not one */
export function requireIdFor({ type }: GraphQLArgument, what: string, id: string): void {
  if (getNamedType(type).name !== 'UUID' || isUuid(id)) return;
  const shown = JSON.stringify(id).replace(/^"|"$/g, '');
  throw new InvalidInputError(
    `"${shown}" is not a valid ID of ${withArticle(what)}`,
    `IDs of the platform are UUIDs. Choose the ${what} from the list, or copy its ID.`,
  );
}

/** Finds the argument for an input object: by its usual name, by its type's name, or as the only input object. */
export function inputArgument(
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
    only(objects);
  if (!found) throw unlike(root, `an input object "${usualName}"`);
  return found;
}

export function fileArgument(root: RootField): string {
  const found = root.field.args.find(({ type }) => getNamedType(type).name === UPLOAD_SCALAR);
  if (!found) throw unlike(root, 'a file');
  return found.name;
}

function camelCase(words: string): string {
  return words.replace(/ (\w)/g, (_space, letter: string) => letter.toUpperCase());
}

function only<T>(entries: readonly T[]): T | undefined {
  return entries.length === 1 ? entries[0] : undefined;
}

function unlike({ kind, name, field }: RootField, expected: string): PlatformError {
  const accepted = field.args.map((one) => `${one.name}: ${String(one.type)}`).join(', ');
  return new PlatformError(
    `${unsupportedText(kind, name)}: its ${kind} "${name}" does not take ${expected}`,
    {
      hint: `It accepts: ${accepted || 'nothing'}. Use "Call Operation" to call it directly.`,
      code: 'NOT_SUPPORTED',
    },
  );
}
