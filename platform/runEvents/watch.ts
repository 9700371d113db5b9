import type { RunKind } from '../runs/kinds';

/** What a trigger watches: the jobs or pipelines of a project, or of all projects; all of them or those that were chosen. */
export interface Watch {
  kind: RunKind;
  /** Undefined for all projects. */
  projectId: string | undefined;
  /** Empty for all. */
  ids: readonly string[];
}

/** The same for two watches of the same things, whatever the order they were chosen in. */
export function watchKey({ kind, projectId, ids }: Watch): string {
  return [kind.noun, projectId ?? 'all', ...[...new Set(ids)].sort()].join(' ');
}
