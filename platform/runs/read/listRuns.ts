import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { RunKind } from '../kinds';
import { readParentNames } from './parentNames';
import { outcomeOf, type RunOutcome } from './outcome';
import { readRun, type Run } from './run';
import { pagesOfRuns } from './parents';
import { selectParentNames, selectRun } from './selection';
import { timeMs } from './times';

/** Only this many of the newest runs of one job or pipeline are listed. */
export const MAX_RUNS = 100_000;

/** Which runs are wanted. */
export interface RunFilter {
  /** Runs that have not ended are `running`, even while they wait; empty for all. */
  states: ReadonlyArray<RunOutcome | 'running'>;
  /** The earliest begin; epoch milliseconds. */
  sinceMs: number | undefined;
}

/** @param beginMs undefined for a run that has not begun, which counts as recent */
export function isWanted(
  { states, sinceMs }: RunFilter,
  outcome: RunOutcome | undefined,
  beginMs?: number,
): boolean {
  const isRecent = sinceMs === undefined || beginMs === undefined || beginMs >= sinceMs;
  return isRecent && (states.length === 0 || states.includes(outcome ?? 'running'));
}

/**
 * Runs of a job or pipeline, newest first, with the names that the platform returns. At most `MAX_RUNS` are read, and none
 * that is older than those that are wanted.
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
  const paging = { limit: maxRead, isAlone: true };
  for await (const page of pagesOfRuns(endpoint, kind, parentId, selection, paging, options)) {
    if ('gone' in page) throw page.gone;
    const known = { [kind.parentId]: parentId, ...readParentNames(kind, page.parent) };
    let isBeyond = false;
    for (const response of page.instances) {
      const run = { ...readRun(response, 'instances'), ...known };
      const beginMs = timeMs(run.startTime);
      if (!filter || isWanted(filter, outcomeOf(run), beginMs)) runs.push(run);
      isBeyond ||= (beginMs ?? Infinity) < (filter?.sinceMs ?? -Infinity);
    }
    if (isBeyond || runs.length >= limit) break;
  }
  return runs.slice(0, limit);
}
