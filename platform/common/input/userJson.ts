import { withoutByteOrderMark } from '../text/text';
import { toPlainJson } from './plainJson';

/**
 * Parses JSON that a user wrote.
 * @param name name of the field or argument in messages
 * @returns undefined for text that is not JSON
 * @throws InvalidInputError for a value that `toPlainJson` refuses, such as a whole number that may have lost digits
 */
export function parseUserJson(text: string, name: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(withoutByteOrderMark(text));
  } catch {
    return undefined;
  }
  return toPlainJson(value, name);
}
