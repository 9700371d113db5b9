import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { RunKind } from '../kinds';
import { readParentNames } from './parentNames';
import { findOutcome, type RunOutcome } from './outcome';
import { readRun, type Run } from './run';
import { readPagesOfRuns } from './parents';
import { selectParentNames, selectRun } from './selection';
import { parseTimeMs } from './times';

export const MAX_RUNS = 100_000;

export interface RunFilter {
  /** All states if empty. `running` includes runs that wait. */
  states: ReadonlyArray<RunOutcome | 'running'>;
  /** The earliest start; epoch milliseconds. */
  sinceMs: number | undefined;
}

/** @param beginMs undefined if the run has not started, so it counts as recent */
export function matchesFilter(
  { states, sinceMs }: RunFilter,
  outcome: RunOutcome | undefined,
  beginMs?: number,
): boolean {
  const isRecent = sinceMs === undefined || beginMs === undefined || beginMs >= sinceMs;
  return isRecent && (states.length === 0 || states.includes(outcome ?? 'running'));
}

/**
 * Lists those of the newest `MAX_RUNS` runs that match the filter, newest first. Each run has the names of its job or pipeline and
 * of its project, if the platform returns them.
 */
export async function listRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentId: string,
  limit: number,
  options?: CallOptions,
  filter?: RunFilter,
): Promise<Run[]> {
  const runs: Run[] = [];
  const maxRead = filter ? MAX_RUNS : Math.min(limit, MAX_RUNS);
  const selection = { ofRun: selectRun, ofParent: selectParentNames };
  const paging = { limit: maxRead, isSentAlone: true };
  for await (const page of readPagesOfRuns(endpoint, kind, parentId, selection, paging, options)) {
    if ('gone' in page) throw page.gone;
    const names = { [kind.parentIdField]: parentId, ...readParentNames(kind, page.parent) };
    let hasOlder = false;
    for (const response of page.instances) {
      const run = { ...readRun(response, 'instances'), ...names };
      const beginMs = parseTimeMs(run.startTime);
      if (!filter || matchesFilter(filter, findOutcome(run), beginMs)) runs.push(run);
      hasOlder ||= (beginMs ?? Infinity) < (filter?.sinceMs ?? -Infinity);
    }
    if (hasOlder || runs.length >= limit) break;
  }
  return runs.slice(0, limit);
}
