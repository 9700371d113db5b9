import { mapConcurrently } from '../time/concurrency';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { MAX_REPORTED_RUNS, MAX_REPORTED_RUNS_OF_ONE } from '../http/limits';
import type { RunKind } from '../runs/kinds';
import { pagesOfRuns } from '../runs/read/parents';
import { selectShortRunWithRecords } from '../runs/read/selection';
import { readPastRun, type PastRun } from './pastRun';

/** Most jobs have fewer runs in a period than the first page holds. */
const FIRST_PAGE = 25;
/** Of 100 jobs in a request, some ten MiB. */
const NEXT_PAGE = 225;
/** Two requests of 100 jobs each. */
const CONCURRENT_JOBS = 200;

/** The runs that one job or pipeline had since a moment, and some before. */
export interface PastRuns {
  /** Newest first. */
  runs: PastRun[];
  /** Whether older ones of the time that was asked for were left out. */
  isCut: boolean;
}

interface WantedRuns {
  kind: RunKind;
  ids: readonly string[];
  /** Back to when, epoch milliseconds. */
  sinceMs: number;
  nowMs: number;
  /** Whether those that are read of one job or pipeline will do; older ones are not read then. */
  isEnough?(runs: readonly PastRun[]): boolean;
}

/**
 * Reads the runs of many jobs or pipelines since a moment, up to 100 jobs in a request, and makes something small of those
 * of each before it reads on.
 * @returns what was made, by ID; what is not on the platform any more is missing
 */
export async function readPastRuns<Made>(
  endpoint: GraphqlEndpoint,
  wanted: WantedRuns,
  make: (id: string, past: PastRuns) => Made,
  options: CallOptions = {},
): Promise<Map<string, Made>> {
  const made = new Map<string, Made>();
  const budget = { left: MAX_REPORTED_RUNS };
  await mapConcurrently(wanted.ids, CONCURRENT_JOBS, async (id) => {
    const past = await readRunsOfOne(endpoint, wanted, id, budget, options);
    if (past) made.set(id, make(id, past));
  });
  return made;
}

/** @returns undefined for what is not on the platform any more */
async function readRunsOfOne(
  endpoint: GraphqlEndpoint,
  { kind, sinceMs, nowMs, isEnough }: WantedRuns,
  id: string,
  /** How many runs may still be read, of all. */
  budget: { left: number },
  options: CallOptions,
): Promise<PastRuns | undefined> {
  const runs: PastRun[] = [];
  let [received, isDone] = [0, false];
  const limit = MAX_REPORTED_RUNS_OF_ONE;
  const sizeAfter = (count: number) => (count === 0 ? FIRST_PAGE : NEXT_PAGE);
  const selection = { ofRun: selectShortRunWithRecords };
  const paging = { limit, sizeAfter };
  for await (const page of pagesOfRuns(endpoint, kind, id, selection, paging, options)) {
    if ('gone' in page) return undefined;
    const { instances } = page;
    received += instances.length;
    budget.left -= instances.length;
    runs.push(...instances.flatMap((run) => readPastRun(run, nowMs) ?? []));
    isDone = runs.some(({ beginMs }) => beginMs < sinceMs) || isEnough?.(runs) === true;
    if (isDone || budget.left <= 0) break;
  }
  runs.sort((a, b) => b.beginMs - a.beginMs);
  return { runs, isCut: !isDone && (received >= limit || budget.left <= 0) };
}
