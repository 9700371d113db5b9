import type { Effect } from '../common/errors/errors';
import { isObject } from '../common/text/values';

/** The steps of a GraphQL error's path: a list of names and positions, which some servers write as one text. */
export function pathSteps(path: unknown): unknown[] {
  // An address of the request, as of validators in front of GraphQL, is none.
  if (typeof path === 'string' && !path.startsWith('/')) {
    return path.split(/[./[\]]+/).filter(Boolean);
  }
  // A list of anything else proves nothing about a field.
  return Array.isArray(path) && path.every(isStep) ? path : [];
}

function isStep(step: unknown): boolean {
  return typeof step === 'string' || typeof step === 'number';
}

/**
 * Returns the effect of a mutation whose response has errors with these paths. A field below a root field is read after the change
 * was made; the root field itself may have begun. Without a path, nothing was executed, unless `data` says that it was.
 * @param data undefined if the response has none: then nothing was executed by the specification, but a path leaves a doubt
 */
export function effectOfPaths(paths: ReadonlyArray<readonly unknown[]>, data: unknown): Effect {
  if (data !== undefined && paths.some(({ length }) => length > 1)) return 'made';
  return isObject(data) || paths.some(({ length }) => length > 0) ? 'unknown' : 'none';
}
