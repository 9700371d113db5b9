import { isObject } from '../http/body';
import type { Settings } from '../options';

/**
 * Reads `variables`: a JSON-encoded string that holds an object (the documented form, section 4.2) or an object.
 * Throws an Error that says what is wrong.
 */
export function readVariables(
  variables: unknown,
  form: Settings['variablesForm'],
): Record<string, unknown> | undefined {
  if (variables === undefined || variables === null) return undefined;
  if (typeof variables === 'string') {
    if (form === 'object') throw new Error('variables must be an object, not a string');
    return parsed(variables);
  }
  if (!isObject(variables)) throw new Error('variables must hold an object');
  if (form === 'string') throw new Error('variables must be a JSON-encoded string');
  return variables;
}

function parsed(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('variables is a string that does not hold JSON');
  }
  if (value === null) return undefined;
  if (!isObject(value)) throw new Error('variables must hold an object');
  return value;
}
