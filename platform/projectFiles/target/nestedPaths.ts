import { ownValue } from '../../text/names';
import type { FieldOfEntity } from '../files/fields';

/** The platform's own names on the way to what lies in a field, without the numbers of lists. */
interface NestedPaths {
  /** In what the platform returns. */
  read: readonly string[];
  /** In what a mutation takes. */
  set: readonly string[];
}

/** By the names that a graph has in files: a platform has nodes in lists of their own. */
const IN_GRAPH: Readonly<Record<string, readonly string[]>> = {
  jobs: ['jobNodes'],
  conditions: ['conditionNodes'],
  node: ['id'],
  job: ['job', 'id'],
  next: ['nextNodes'],
  success: ['nextNodesSuccess'],
  failure: ['nextNodesFailure'],
};

/** @param path the names in the file below the field, without the numbers of lists */
export function nestedPaths(
  { path: field, nested }: FieldOfEntity,
  path: readonly string[],
  value: unknown,
): NestedPaths {
  if (field === 'version.graph') return nestedPathsInGraph(path, value);
  const [first = ''] = path;
  const { read = path, set = path } = ownValue(nested, first) ?? {};
  return { read, set };
}

function nestedPathsInGraph(path: readonly string[], value: unknown): NestedPaths {
  const names = path.flatMap((name) => ownValue(IN_GRAPH, name) ?? [name]);
  const last = path.at(-1);
  // A condition is one of the platform's words, or an expression; where it is set depends on which of them it is.
  if (last === 'condition' && typeof value === 'string') {
    return { read: names, set: [...names, 'status', 'value'] };
  }
  if (last === 'expression') {
    const outside = names.slice(0, -1);
    return { read: outside, set: [...outside, 'custom', 'expression'] };
  }
  return { read: names, set: names };
}
