import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { toObject, toText, readWholeNumber } from '../../common/text/values';
import { mapConcurrently } from '../../common/time/concurrency';
import type { RunKind } from '../kinds';
import { findOutcome, type RunOutcome } from './outcome';
import { readPagesOfRuns } from './parents';
import { MAX_PAST_RUNS, MAX_PAST_RUNS_OF_ONE } from './pastRunBounds';
import { readCurrentStatus } from './run';
import { selectPastRun } from './selection';
import { parseTimeMs } from './times';

/** Times are epoch milliseconds by the platform's clock. */
export interface PastRun {
  id: string;
  number: number | undefined;
  status: string;
  /** Undefined if the run has not ended. */
  outcome: RunOutcome | undefined;
  /** The time at which the run began, or was requested if it waits. */
  beginMs: number;
  /** Undefined if the run has not ended, or if its end is unknown. */
  endMs: number | undefined;
}

export interface PastRuns {
  /** Newest first; may include older runs than requested. */
  runs: PastRun[];
  /** True if requested runs may be missing. */
  isCut: boolean;
}

interface WantedRuns {
  kind: RunKind;
  ids: readonly string[];
  sinceMs: number;
  /** If set, only this many runs of each job or pipeline are read, in one page. */
  newest?: number;
  /** Returns true if no further page of a job or pipeline is needed. */
  isEnough?: (runs: readonly PastRun[]) => boolean;
}

/** Most jobs have fewer runs than this in the period of a report. */
const FIRST_PAGE_RUNS = 25;
/** With this page size, the response for 100 jobs has about 10 MiB. */
const NEXT_PAGE_RUNS = 225;
/** 100 of these share a request, so up to two requests are in flight. */
const CONCURRENT_JOBS = 200;

/**
 * Reads the runs of many jobs or pipelines since a moment, up to 100 jobs in a request.
 * @param toResult reduces the runs of one job or pipeline to a result, so that only results stay in memory
 * @returns results by ID, without deleted jobs
 */
export async function readPastRuns<T>(
  endpoint: GraphqlEndpoint,
  wanted: WantedRuns,
  toResult: (id: string, past: PastRuns) => T,
  options: CallOptions = {},
): Promise<Map<string, T>> {
  const results = new Map<string, T>();
  const budget = { left: MAX_PAST_RUNS };
  await mapConcurrently(wanted.ids, CONCURRENT_JOBS, async (id) => {
    const past = await readRunsOfOne(endpoint, wanted, id, budget, options);
    if (past) results.set(id, toResult(id, past));
  });
  return results;
}

/** @param budget number of runs of all jobs that may still be read @returns undefined if the job was deleted */
async function readRunsOfOne(
  endpoint: GraphqlEndpoint,
  { kind, sinceMs, newest, isEnough }: WantedRuns,
  id: string,
  budget: { left: number },
  options: CallOptions,
): Promise<PastRuns | undefined> {
  const runs: PastRun[] = [];
  let [received, isDone] = [0, false];
  const limit = newest ?? MAX_PAST_RUNS_OF_ONE;
  const sizeAfter = (count: number) => newest ?? (count === 0 ? FIRST_PAGE_RUNS : NEXT_PAGE_RUNS);
  const selection = { ofRun: selectPastRun };
  const paging = { limit, sizeAfter };
  for await (const page of readPagesOfRuns(endpoint, kind, id, selection, paging, options)) {
    if ('gone' in page) return undefined;
    const { instances } = page;
    received += instances.length;
    budget.left -= instances.length;
    runs.push(...instances.flatMap((run) => readPastRun(run) ?? []));
    isDone = runs.some(({ beginMs }) => beginMs < sinceMs) || isEnough?.(runs) === true;
    if (isDone || budget.left <= 0) break;
  }
  runs.sort((a, b) => b.beginMs - a.beginMs);
  return { runs, isCut: !isDone && (received >= limit || budget.left <= 0) };
}

/** Returns undefined for a run without a time, which belongs to no period, and for a value that is not a run. */
export function readPastRun(response: unknown): PastRun | undefined {
  const { id, number, startTime, endTime, history } = toObject(response);
  const runId = toText(id);
  const recordedMs = parseTimeMs(toObject(toObject(history).currentStatus).recordAt);
  const beginMs = parseTimeMs(startTime) ?? recordedMs;
  if (runId === undefined || beginMs === undefined) return undefined;
  const { status } = readCurrentStatus(toObject(response));
  const outcome = findOutcome({ status, endTime });
  return {
    id: runId,
    number: readWholeNumber(number),
    status,
    outcome,
    beginMs,
    endMs: outcome && (parseTimeMs(endTime) ?? recordedMs),
  };
}

export function computeDurationMs({ beginMs, endMs }: PastRun): number | undefined {
  return endMs === undefined ? undefined : Math.max(0, endMs - beginMs);
}
