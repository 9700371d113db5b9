import { withoutByteOrderMark } from '../text/text';
import { plainJson } from './plainJson';

/**
 * Parses JSON that a user wrote.
 * @param place name of the field or argument
 * @returns undefined for text that is not JSON
 * @throws InvalidInputError if a whole number has lost digits
 */
export function parseUserJson(written: string, place: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(withoutByteOrderMark(written));
  } catch {
    return undefined;
  }
  return plainJson(value, place);
}
