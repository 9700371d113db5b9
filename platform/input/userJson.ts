import { InvalidInputError } from '../errors/errors';
import { repeatedName } from '../text/strictJson';
import { excerpt, withoutByteOrderMark } from '../text/text';
import { plainJson } from './plainJson';

/**
 * Parses JSON that a user wrote.
 * @param place name of the field or argument
 * @returns undefined for text that is not JSON
 * @throws InvalidInputError for what would be lost: a name that an object has twice, digits of a number
 */
export function parseUserJson(written: string, place: string): unknown {
  const text = withoutByteOrderMark(written);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const twice = repeatedName(text);
  if (twice === undefined) return plainJson(value, place);
  throw new InvalidInputError(
    `"${place}" contains "${excerpt(twice, [], 100)}" twice`,
    'Use each name only once in an object. Nothing was sent.',
  );
}
