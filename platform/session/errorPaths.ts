import type { Effect } from '../errors/errors';
import { isObject } from '../text/values';

/** The steps of a GraphQL error's path: a list of names and positions, which some servers write as one text. */
export function pathSteps(path: unknown): unknown[] {
  if (typeof path === 'string') return path.split(/[./[\]]+/).filter(Boolean);
  return Array.isArray(path) ? path : [];
}

/**
 * What a mutation has done whose response has errors with these paths. A field below a root field is read after the change
 * was made; the root field itself may have begun. Without a path, nothing was executed, unless `data` says that it was.
 */
export function effectOfPaths(paths: ReadonlyArray<readonly unknown[]>, data: unknown): Effect {
  if (paths.some(({ length }) => length > 1)) return 'made';
  return isObject(data) || paths.some(({ length }) => length === 1) ? 'unknown' : 'none';
}
