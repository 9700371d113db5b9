import type { Effect } from '../common/errors/errors';
import { isObject } from '../common/text/values';

/** Returns the names and positions in the path of a GraphQL error. Some servers write the path as one text. */
export function readPathSteps(path: unknown): unknown[] {
  // A path that starts with a slash is the address of the request, from a validator in front of the GraphQL server.
  if (typeof path === 'string' && !path.startsWith('/')) {
    return path.split(/[./[\]]+/).filter(Boolean);
  }
  // A list with other values shows nothing about a field.
  return Array.isArray(path) && path.every(isStep) ? path : [];
}

function isStep(step: unknown): boolean {
  return typeof step === 'string' || typeof step === 'number';
}

/**
 * Returns the effect of a mutation whose errors have these paths. In a response with `data`, a path below a root field shows that the
 * change was made, because such fields are read after it. Any other path, or `data` that is an object, shows that the change may have begun.
 * @param data undefined if the response has none
 */
export function deriveEffect(paths: ReadonlyArray<readonly unknown[]>, data: unknown): Effect {
  if (data !== undefined && paths.some(({ length }) => length > 1)) return 'made';
  return isObject(data) || paths.some(({ length }) => length > 0) ? 'unknown' : 'none';
}
