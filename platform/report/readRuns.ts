import type { FieldNode, GraphQLSchema } from 'graphql';
import { mapConcurrently } from '../time/concurrency';
import { idArgument } from '../graphql/call/commonArguments';
import { field } from '../graphql/document/document';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { undefinedIfNotFound } from '../graphql/read/result';
import { queryBatched } from '../graphql/read/queryBatched';
import { requestBySchema } from '../graphql/schema/bySchema';
import { requireFieldOf, requireRootField } from '../graphql/schema/rootFields';
import { supportedSelection, writtenFields } from '../graphql/selection/supported';
import { MOST_PARTS, MOST_REPORTED_RUNS, MOST_REPORTED_RUNS_OF_ONE } from '../http/limits';
import type { RunKind } from '../runs/kinds';
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
  const budget = { left: MOST_REPORTED_RUNS };
  const made = new Map<string, Made>();
  const finish = ({ id, runs, isWhole }: Reading) => {
    runs.sort((a, b) => b.beginMs - a.beginMs);
    made.set(id, make(id, { runs, isCut: !isWhole }));
  };
  const write = (schema: GraphQLSchema) => writePages(schema, wanted.kind);
  await mapConcurrently(groupsOf(wanted.ids, MOST_PARTS), CONCURRENT_GROUPS, async (ids) => {
    const read = async (pages: Pages) => {
      const ask = async (asked: FieldNode) =>
        await queryBatched(endpoint, asked, options).catch(undefinedIfNotFound);
      /** @returns those that need another page */
      const readPage = async (readings: readonly Reading[], size: number) => {
        const read = await Promise.all(
          readings.map(async (reading) => await readOn(reading, size, pages, wanted, ask)),
        );
        const found = read.filter((reading) => reading !== undefined);
        for (const { addedCount } of found) budget.left -= addedCount;
        found.filter(isDone).forEach(finish);
        return found.filter((reading) => !isDone(reading));
      };
      let left = ids.map((id) => newReading(id));
      for (const size of PAGES) {
        left = await readPage(left, size);
        if (budget.left <= 0) break;
      }
      for (const few of groupsOf(left, Math.floor(RUNS_A_REQUEST / LARGE_PAGE))) {
        let some = few;
        while (some.length > 0 && budget.left > 0) some = await readPage(some, LARGE_PAGE);
        some.forEach(finish);
      }
    };
    await requestBySchema(endpoint, write, read, options);
  });
  return made;
}

interface Pages {
  /** Whether the platform accepts `limit` and `skip`. */
  takesLimit: boolean;
  takesSkip: boolean;
  write(id: string, limit: number, skip: number): FieldNode;
}

function writePages(schema: GraphQLSchema, kind: RunKind): Pages {
  const root = requireRootField(schema, 'query', kind.parentQuery);
  const instances = requireFieldOf(root, 'instances');
  const select = supportedSelection(schema, instances.type, WANTED);
  const takes = (name: string) => instances.args.some((argument) => argument.name === name);
  const [takesLimit, takesSkip] = [takes('limit'), takes('limit') && takes('skip')];
  return {
    takesLimit,
    takesSkip,
    write: (id, limit, skip) =>
      field(root.name, {
        arguments: idArgument(root, kind.noun, id),
        select: [
          field('instances', {
            arguments: { ...(takesLimit && { limit }), ...(takesSkip && { skip }) },
            select,
          }),
        ],
      }),
  };
}

/** The runs of one job or pipeline as far as they are read. */
interface Reading {
  id: string;
  runs: PastRun[];
  seen: Set<string>;
  /** How many the platform has returned so far, odd ones included. */
  receivedCount: number;
  /** How many of them are new since the last page. */
  addedCount: number;
  isWhole: boolean;
}

function newReading(id: string): Reading {
  return { id, runs: [], seen: new Set(), receivedCount: 0, addedCount: 0, isWhole: false };
}

function isDone({ isWhole, receivedCount }: Reading): boolean {
  return isWhole || receivedCount >= MOST_REPORTED_RUNS_OF_ONE;
}

/** @returns undefined if it is not on the platform any more */
async function readOn(
  reading: Reading,
  size: number,
  { takesLimit, takesSkip, write }: Pages,
  { sinceMs, nowMs, isEnough }: WantedRuns,
  ask: (asked: FieldNode) => Promise<unknown>,
): Promise<Reading | undefined> {
  const { id, runs, seen, receivedCount } = reading;
  // A platform that cannot skip returns the newest ones again.
  const limit = takesSkip
    ? Math.min(size, MOST_REPORTED_RUNS_OF_ONE - receivedCount)
    : Math.min(receivedCount + size, MOST_REPORTED_RUNS_OF_ONE);
  const response = await ask(write(id, limit, receivedCount));
  if (response === null || response === undefined) return undefined;
  const instances = entriesOf(fieldsOf(response).instances);
  const seenBefore = seen.size;
  for (const instance of instances) {
    const run = readPastRun(instance, nowMs);
    // Runs that began since the last page push the older ones onto this one again.
    if (!run || seen.has(run.id)) continue;
    seen.add(run.id);
    runs.push(run);
  }
  const addedCount = seen.size - seenBefore;
  const isBack = runs.some(({ beginMs }) => beginMs < sinceMs) || isEnough?.(runs) === true;
  return {
    ...reading,
    receivedCount: takesSkip ? receivedCount + instances.length : instances.length,
    addedCount,
    isWhole: isBack || !takesLimit || instances.length < limit || addedCount === 0,
  };
}

function groupsOf<Entry>(entries: readonly Entry[], size: number): Entry[][] {
  const count = Math.ceil(entries.length / size);
  return Array.from({ length: count }, (_, at) => entries.slice(at * size, (at + 1) * size));
}
