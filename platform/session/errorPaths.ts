import type { Effect } from '../common/errors/errors';
import { isObject } from '../common/text/values';

/** Returns the names and positions in a GraphQL error's path, which some servers write as one text. */
export function pathSteps(path: unknown): unknown[] {
  // Validators in front of GraphQL write the address of the request here.
  if (typeof path === 'string' && !path.startsWith('/')) {
    return path.split(/[./[\]]+/).filter(Boolean);
  }
  // A list of other values does not prove anything about a field.
  return Array.isArray(path) && path.every(isStep) ? path : [];
}

function isStep(step: unknown): boolean {
  return typeof step === 'string' || typeof step === 'number';
}

/**
 * Returns the effect of a mutation whose errors have these paths. A field below a root field is read after the change was made; the
 * root field itself may have begun. Without a path, the mutation was not executed, unless the response has `data`.
 * @param data undefined if the response has none. By the specification, the mutation was then not executed, but a path makes this
 *   doubtful
 */
export function effectOfPaths(paths: ReadonlyArray<readonly unknown[]>, data: unknown): Effect {
  if (data !== undefined && paths.some(({ length }) => length > 1)) return 'made';
  return isObject(data) || paths.some(({ length }) => length > 0) ? 'unknown' : 'none';
}
