import type { GraphQLSchema } from 'graphql';
import { mapConcurrently } from '../time/concurrency';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { undefinedIfNotFound } from '../graphql/read/result';
import { queryBatched } from '../graphql/read/queryBatched';
import { requestBySchema } from '../graphql/schema/bySchema';
import { supportedSelection, writtenFields } from '../graphql/selection/supported';
import { MAX_PARTS, MAX_REPORTED_RUNS, MAX_REPORTED_RUNS_OF_ONE } from '../http/limits';
import type { RunKind } from '../runs/kinds';
import { runsQuery, type RunsQuery, type RunsSelection } from '../runs/read/runsQuery';
import { entriesOf, fieldsOf } from '../text/values';
import { readPastRun, type PastRun } from './pastRun';

const WANTED = writtenFields(
  'id number status history { currentStatus { status } statuses { status recordAt } } statusDetails { status } startTime endTime',
);

/** Most jobs have fewer runs in a period than the first page holds; the second one has those of a busy one. */
const PAGES = [25, 225];
const LARGE_PAGE = 1_000;
/** So many runs stand in a response at most: some ten MiB. */
const RUNS_A_REQUEST = 22_500;
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
  const groups = groupsOf(wanted.ids, MAX_PARTS);
  const made = await mapConcurrently(groups, CONCURRENT_GROUPS, async (ids) => {
    const write = (schema: GraphQLSchema) => runsQuery(schema, wanted.kind, SELECTION);
    const read = async (query: RunsQuery) =>
      await new GroupReading(endpoint, wanted, query, budget, options).read(ids, make);
    return await requestBySchema(endpoint, write, read, options);
  });
  return new Map(made.flat());
}

const SELECTION: RunsSelection = {
  ofRun: (schema, type) => supportedSelection(schema, type, WANTED),
};

/** The runs of one job or pipeline as far as they are read. */
interface Reading {
  id: string;
  runs: PastRun[];
  seen: Set<string>;
  /** How many the platform has returned so far, odd ones included. */
  receivedCount: number;
  isWhole: boolean;
}

/** Reads some jobs or pipelines to the end. */
class GroupReading {
  constructor(
    private readonly endpoint: GraphqlEndpoint,
    private readonly wanted: WantedRuns,
    private readonly query: RunsQuery,
    /** How many runs the whole report may still read. */
    private readonly budget: { left: number },
    private readonly options: CallOptions,
  ) {}

  async read<Made>(
    ids: readonly string[],
    make: (id: string, past: PastRuns) => Made,
  ): Promise<Array<[string, Made]>> {
    const made: Array<[string, Made]> = [];
    let readings: Reading[] = ids.map((id) => newReading(id));
    const finish = (some: readonly Reading[]) => {
      for (const { id, runs, isWhole } of some) {
        made.push([id, make(id, { runs: newestFirst(runs), isCut: !isWhole })]);
      }
    };
    for (const size of PAGES) {
      readings = await this.readPage(readings, size);
      finish(readings.filter(({ isWhole }) => isWhole));
      readings = readings.filter(({ isWhole }) => !isWhole);
      if (this.budget.left <= 0) break;
    }
    for (const few of groupsOf(readings, Math.floor(RUNS_A_REQUEST / LARGE_PAGE))) {
      finish(await this.readOn(few));
    }
    return made;
  }

  /** The rest of some that have many runs, until all of them are read or one of the bounds is reached. */
  private async readOn(some: Reading[]): Promise<Reading[]> {
    const done: Reading[] = [];
    let left = some;
    while (left.length > 0 && this.budget.left > 0) {
      left = await this.readPage(left, LARGE_PAGE);
      const isDone = ({ isWhole, receivedCount }: Reading) =>
        isWhole || receivedCount >= MAX_REPORTED_RUNS_OF_ONE;
      done.push(...left.filter(isDone));
      left = left.filter((reading) => !isDone(reading));
    }
    return [...done, ...left];
  }

  /** @returns those that are still on the platform */
  private async readPage(readings: readonly Reading[], size: number): Promise<Reading[]> {
    const read = await Promise.all(readings.map((reading) => this.readOne(reading, size)));
    return read.filter((reading) => reading !== undefined);
  }

  private async readOne(reading: Reading, size: number): Promise<Reading | undefined> {
    const { hasLimit, hasSkip, fieldFor } = this.query;
    const { id, receivedCount } = reading;
    // A platform that cannot skip tells the newest ones again.
    const limit = hasSkip
      ? Math.min(size, MAX_REPORTED_RUNS_OF_ONE - receivedCount)
      : Math.min(receivedCount + size, MAX_REPORTED_RUNS_OF_ONE);
    const asked = queryBatched(
      this.endpoint,
      fieldFor(id, { limit, skip: receivedCount }),
      this.options,
    );
    const response = await asked.catch(undefinedIfNotFound);
    if (response === null || response === undefined) return undefined;
    const instances = entriesOf(fieldsOf(response).instances);
    const added = this.add(reading, instances);
    const { sinceMs, isEnough } = this.wanted;
    const isBeyond = reading.runs.some(({ beginMs }) => beginMs < sinceMs);
    reading.receivedCount = hasSkip ? receivedCount + instances.length : instances.length;
    const isDone = isBeyond || isEnough?.(reading.runs) === true;
    reading.isWhole = isDone || !hasLimit || instances.length < limit || added === 0;
    return reading;
  }

  private add({ runs, seen }: Reading, instances: readonly unknown[]): number {
    const before = seen.size;
    for (const response of instances) {
      const run = readPastRun(response, this.wanted.nowMs);
      // Runs that began since the last page push the older ones onto this one again.
      if (!run || seen.has(run.id)) continue;
      seen.add(run.id);
      runs.push(run);
    }
    this.budget.left -= seen.size - before;
    return seen.size - before;
  }
}

function newReading(id: string): Reading {
  return { id, runs: [], seen: new Set(), receivedCount: 0, isWhole: false };
}

function newestFirst(runs: PastRun[]): PastRun[] {
  return runs.sort((a, b) => b.beginMs - a.beginMs);
}

function groupsOf<Entry>(entries: readonly Entry[], size: number): Entry[][] {
  const groups: Entry[][] = [];
  for (let start = 0; start < entries.length; start += size) {
    groups.push(entries.slice(start, start + size));
  }
  return groups;
}
