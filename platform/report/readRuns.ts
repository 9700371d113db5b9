import type { FieldNode } from 'graphql';
import { limitTo, mapConcurrently } from '../time/concurrency';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { undefinedIfNotFound } from '../graphql/read/result';
import { queryBatched } from '../graphql/read/queryBatched';
import { supportedSelection, writtenFields } from '../graphql/selection/supported';
import { MAX_PARTS, MAX_REPORTED_RUNS, MAX_REPORTED_RUNS_OF_ONE } from '../http/limits';
import type { RunKind } from '../runs/kinds';
import { pagesOfRuns, type RunsSelection } from '../runs/read/runsQuery';
import { readPastRun, type PastRun } from './pastRun';

const WANTED = writtenFields(
  'id number status history { currentStatus { status } statuses { status recordAt } } statusDetails { status } startTime endTime',
);

/** Most jobs have fewer runs in a period than the first page holds; the second one has those of a busy one. */
const FIRST_PAGE = 25;
const SECOND_PAGE = 225;
const LARGE_PAGE = 1_000;
/** So many large pages stand in a response at most: some ten MiB. */
const LARGE_PAGES_A_REQUEST = 22;
/** As many responses are in memory at once. */
const CONCURRENT_GROUPS = 2;

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
 * of each before it reads on: never more than a few responses are in memory.
 * @returns what was made, by ID; what is not on the platform any more is missing
 */
export async function readPastRuns<Made>(
  endpoint: GraphqlEndpoint,
  wanted: WantedRuns,
  make: (id: string, past: PastRuns) => Made,
  options: CallOptions = {},
): Promise<Map<string, Made>> {
  const budget = { left: MAX_REPORTED_RUNS };
  const made = new Map<string, Made>();
  const groups = groupsOf(wanted.ids, MAX_PARTS);
  await mapConcurrently(groups, CONCURRENT_GROUPS, async (ids) => {
    const limitLarge = limitTo(LARGE_PAGES_A_REQUEST);
    const readOne = async (id: string) => {
      const past = await readRunsOfOne(endpoint, wanted, id, budget, limitLarge, options);
      if (past) made.set(id, make(id, past));
    };
    await Promise.all(ids.map(readOne));
  });
  return made;
}

const SELECTION: RunsSelection = {
  ofRun: (schema, type) => supportedSelection(schema, type, WANTED),
};

function sizeAfter(received: number): number {
  if (received === 0) return FIRST_PAGE;
  return received < FIRST_PAGE + SECOND_PAGE ? SECOND_PAGE : LARGE_PAGE;
}

/** @returns undefined for what is not on the platform any more */
async function readRunsOfOne(
  endpoint: GraphqlEndpoint,
  { kind, sinceMs, nowMs, isEnough }: WantedRuns,
  id: string,
  /** How many runs may still be read of all; what is under way counts as read. */
  budget: { left: number },
  limitLarge: ReturnType<typeof limitTo>,
  options: CallOptions,
): Promise<PastRuns | undefined> {
  const runs: PastRun[] = [];
  let [received, isGone, isDone] = [0, false, false];
  const ask = async (query: FieldNode, size: number) => {
    const send = async () => {
      // The first page of each is read in any case.
      if (received > 0 && budget.left <= 0) return { instances: [] };
      budget.left -= size;
      const asked = queryBatched(endpoint, query, options).catch(undefinedIfNotFound);
      return await asked.finally(() => (budget.left += size));
    };
    const parent = await (sizeAfter(received) < LARGE_PAGE ? send() : limitLarge(send));
    isGone = parent === null || parent === undefined;
    return parent;
  };
  const limit = MAX_REPORTED_RUNS_OF_ONE;
  const paging = { limit, sizeAfter };
  const pages = pagesOfRuns(endpoint, kind, id, paging, SELECTION, ask, options);
  for await (const { instances } of pages) {
    received += instances.length;
    budget.left -= instances.length;
    runs.push(...instances.flatMap((run) => readPastRun(run, nowMs) ?? []));
    isDone = runs.some(({ beginMs }) => beginMs < sinceMs) || isEnough?.(runs) === true;
    if (isDone || budget.left <= 0) break;
  }
  if (isGone) return undefined;
  runs.sort((a, b) => b.beginMs - a.beginMs);
  return { runs, isCut: !isDone && (received >= limit || budget.left <= 0) };
}

function groupsOf<Entry>(entries: readonly Entry[], size: number): Entry[][] {
  const groups: Entry[][] = [];
  for (let start = 0; start < entries.length; start += size) {
    groups.push(entries.slice(start, start + size));
  }
  return groups;
}
