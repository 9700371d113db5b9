import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { RunKind } from '../../runs/kinds';
import { readPagesOfRuns } from '../../runs/read/parents';
import { mapConcurrently } from '../../common/time/concurrency';
import {
  readNumberedRun,
  selectNewestRuns,
  type NumberedRun,
  type ParentWithRuns,
} from './watchedRuns';

const RUNS_A_PAGE = 100;
/** Pages overlap by this many runs, so that no run is missed if runs begin or are deleted between two requests. */
const OVERLAPPING_RUNS = 5;
/** Limits the unseen runs of one job in one poll. The next poll reads the others. */
const MAX_UNSEEN_RUNS = 10_000;
/** 100 of these share a request, so only four requests are in flight when the time is over. */
const CONCURRENT_READS = 400;

interface ReadOptions extends Pick<CallOptions, 'signal'> {
  /** When this signal fires, no further page is read. */
  noPageAfter?: AbortSignal;
}

interface MoreRuns {
  /** All jobs or pipelines, with the runs that were read. */
  parents: ParentWithRuns[];
  /** IDs of jobs or pipelines that no longer exist, or whose runs were not all read. */
  unfinished: string[];
}

/** Reads pages of older runs, from newer to older, for jobs or pipelines that need them. */
export async function readOlderRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  newest: readonly ParentWithRuns[],
  needsOlder: (parent: ParentWithRuns) => boolean,
  { noPageAfter, signal, maxPages = Infinity }: ReadOptions & { maxPages?: number },
): Promise<MoreRuns> {
  const selection = selectNewestRuns(kind, false);
  const unfinished: string[] = [];
  const readMore = async (parent: ParentWithRuns): Promise<ParentWithRuns> => {
    const paging = { limit: Infinity, skip: parent.runs.length, sizeAfter: () => RUNS_A_PAGE };
    const older = readPagesOfRuns(endpoint, kind, parent.id, selection, paging, { signal });
    let longer = parent;
    for (let pages = 0; pages < maxPages && !noPageAfter?.aborted; pages++) {
      const { value, done: isEnd } = await older.next();
      if (isEnd) return { ...longer, hasMore: false };
      if ('gone' in value) break;
      longer = addOlderRuns(longer, value.instances);
      if (!longer.hasMore || !needsOlder(longer)) return longer;
    }
    unfinished.push(parent.id);
    return longer;
  };
  const needsMore = (parent: ParentWithRuns) => parent.hasMore && needsOlder(parent);
  return { parents: await replaceMatching(newest, needsMore, readMore), unfinished };
}

/** Leaves out known runs: if runs begin between two requests, some runs are on both pages. */
function addOlderRuns(parent: ParentWithRuns, instances: readonly unknown[]): ParentWithRuns {
  const knownIds = new Set(parent.runs.map(({ id }) => id));
  const added = instances.flatMap(readNumberedRun).filter(({ id }) => !knownIds.has(id));
  return {
    ...parent,
    runs: [...parent.runs, ...added],
    oldestNumber: added.at(-1)?.number ?? parent.oldestNumber,
    hasMore: added.length > 0,
  };
}

/**
 * Reads the runs between the last known run and the newest ones, oldest first. If the time is over, the runs that were read have no
 * gap, and the next poll continues after them.
 * @param findLastNumber returns the number of the last known run, or undefined for a new job or pipeline, which is skipped
 */
export async function readUnseenRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  newest: readonly ParentWithRuns[],
  findLastNumber: (id: string) => number | undefined,
  options: ReadOptions,
): Promise<MoreRuns> {
  const hasGap = ({ id, oldestNumber, hasMore }: ParentWithRuns) =>
    hasMore && oldestNumber > (findLastNumber(id) ?? Infinity) + 1;
  const unfinished: string[] = [];
  const readMore = async (parent: ParentWithRuns): Promise<ParentWithRuns> => {
    const longer = await readGap(endpoint, kind, parent, findLastNumber(parent.id) ?? 0, options);
    if (!longer) unfinished.push(parent.id);
    return longer ?? parent;
  };
  return { parents: await replaceMatching(newest, hasGap, readMore), unfinished };
}

/** @returns undefined if the job no longer exists */
async function readGap(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parent: ParentWithRuns,
  lastNumber: number,
  { noPageAfter, signal }: ReadOptions,
): Promise<ParentWithRuns | undefined> {
  const { listed, oldestNumber } = parent;
  const selection = selectNewestRuns(kind, false);
  const readPage = async (skip: number): Promise<unknown[] | undefined> => {
    const paging = { limit: RUNS_A_PAGE, skip };
    const pages = readPagesOfRuns(endpoint, kind, parent.id, selection, paging, { signal });
    const { value, done: isEmpty } = await pages.next();
    if (isEmpty) return [];
    return 'gone' in value ? undefined : value.instances;
  };
  const unseen: NumberedRun[] = [];
  // Begins with the page that ends with the last known run, unless numbers of runs are missing.
  let skip = Math.max(0, listed + oldestNumber - lastNumber - RUNS_A_PAGE);
  /** All runs up to this number were read. */
  let completeTo = lastNumber;
  /** Number of the oldest run on a page that does not reach back to `completeTo`. */
  let gapEndsAt = Infinity;
  while (!noPageAfter?.aborted && unseen.length < MAX_UNSEEN_RUNS) {
    const instances = await readPage(skip);
    if (!instances) return undefined;
    const runs: NumberedRun[] = instances.flatMap(readNumberedRun);
    const [top, bottom] = [runs[0]?.number ?? 0, runs.at(-1)?.number ?? 0];
    // A platform without paging returns the same page again.
    const isEnd = instances.length < RUNS_A_PAGE || bottom === gapEndsAt;
    if (!isEnd && bottom > completeTo + 1) {
      // Runs that began since the list was read have shifted the last known run to an older page.
      gapEndsAt = bottom;
      skip += RUNS_A_PAGE - OVERLAPPING_RUNS;
      continue;
    }
    const added = runs.filter(({ number }) => number > completeTo && number < oldestNumber);
    unseen.push(...added.reverse());
    if (top >= oldestNumber || skip === 0) {
      return { ...parent, runs: [...parent.runs, ...unseen.toReversed()] };
    }
    // A page without a new run is too old: numbers of runs are missing, for example after a deletion.
    skip = Math.max(
      0,
      top > completeTo ? skip - RUNS_A_PAGE + OVERLAPPING_RUNS : Math.floor(skip / 2),
    );
    completeTo = Math.max(completeTo, top);
    gapEndsAt = Infinity;
  }
  const alreadyKnown = parent.runs.filter(({ number }) => number <= lastNumber);
  return { ...parent, runs: [...unseen.toReversed(), ...alreadyKnown], listed: 0, isPartial: true };
}

async function replaceMatching(
  newest: readonly ParentWithRuns[],
  matches: (parent: ParentWithRuns) => boolean,
  readMore: (parent: ParentWithRuns) => Promise<ParentWithRuns>,
): Promise<ParentWithRuns[]> {
  const longer = new Map<string, ParentWithRuns>();
  await mapConcurrently(newest.filter(matches), CONCURRENT_READS, async (parent) => {
    longer.set(parent.id, await readMore(parent));
  });
  return newest.map((parent) => longer.get(parent.id) ?? parent);
}
