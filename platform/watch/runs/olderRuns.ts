import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { RunKind } from '../../runs/kinds';
import { pagesOfRuns } from '../../runs/read/parents';
import { mapConcurrently } from '../../common/time/concurrency';
import {
  readNumberedRun,
  selectNewestRuns,
  type NumberedRun,
  type ParentRuns,
} from './watchedRuns';

const RUNS_A_PAGE = 100;
/** Pages overlap by this many runs, so that they connect even if runs began or were deleted in between. */
const OVERLAP = 5;
/** Of one job in one poll. The next poll continues. */
const MAX_UNSEEN_RUNS = 10_000;
/** 100 of these share a request. Few requests are in flight when the time is over. */
const CONCURRENT = 400;

interface ReadOptions extends Pick<CallOptions, 'signal'> {
  /** When it fires, no further page is read. */
  noPageAfter?: AbortSignal;
}

interface Read {
  /** All jobs or pipelines, with the runs that were read. */
  parents: ParentRuns[];
  /** IDs of those that no longer exist, or that there was no time for. */
  unfinished: string[];
}

/** Reads pages of older runs, from newer to older, for jobs or pipelines that need them. */
export async function readOlderRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  newest: readonly ParentRuns[],
  needsOlder: (parent: ParentRuns) => boolean,
  { noPageAfter, signal, maxPages = Infinity }: ReadOptions & { maxPages?: number },
): Promise<Read> {
  const selection = selectNewestRuns(kind, false);
  const unfinished: string[] = [];
  const readOn = async (parent: ParentRuns): Promise<ParentRuns> => {
    const paging = { limit: Infinity, skip: parent.runs.length, sizeAfter: () => RUNS_A_PAGE };
    const older = pagesOfRuns(endpoint, kind, parent.id, selection, paging, { signal });
    let longer = parent;
    for (let pages = 0; pages < maxPages && !noPageAfter?.aborted; pages++) {
      const { value, done: isEnd } = await older.next();
      if (isEnd) return { ...longer, hasMore: false };
      if ('gone' in value) break;
      longer = withOlderRuns(longer, value.instances);
      if (!longer.hasMore || !needsOlder(longer)) return longer;
    }
    unfinished.push(parent.id);
    return longer;
  };
  const isShort = (parent: ParentRuns) => parent.hasMore && needsOlder(parent);
  return { parents: await replaceEach(newest, isShort, readOn), unfinished };
}

/** Runs that began between two requests shift the pages, so some runs are on two pages. */
function withOlderRuns(newer: ParentRuns, instances: readonly unknown[]): ParentRuns {
  const known = new Set(newer.runs.map(({ id }) => id));
  const added = instances.flatMap(readNumberedRun).filter(({ id }) => !known.has(id));
  return {
    ...newer,
    runs: [...newer.runs, ...added],
    oldestNumber: added.at(-1)?.number ?? newer.oldestNumber,
    hasMore: added.length > 0,
  };
}

/**
 * Reads the runs between the last known one and the newest, oldest first. If there is no time for all, the runs that were read
 * have no gap, and the next poll continues after them.
 * @param lastNumberOf returns the number of the last known run; undefined for a new job or pipeline, which is skipped
 */
export async function readUnseenRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  newest: readonly ParentRuns[],
  lastNumberOf: (id: string) => number | undefined,
  options: ReadOptions,
): Promise<Read> {
  const hasGap = ({ id, oldestNumber, hasMore }: ParentRuns) =>
    hasMore && oldestNumber > (lastNumberOf(id) ?? Infinity) + 1;
  const unfinished: string[] = [];
  const readOn = async (parent: ParentRuns): Promise<ParentRuns> => {
    const longer = await readGap(endpoint, kind, parent, lastNumberOf(parent.id) ?? 0, options);
    if (!longer) unfinished.push(parent.id);
    return longer ?? parent;
  };
  return { parents: await replaceEach(newest, hasGap, readOn), unfinished };
}

/** @returns undefined if nothing was read or the job no longer exists */
async function readGap(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parent: ParentRuns,
  lastNumber: number,
  { noPageAfter, signal }: ReadOptions,
): Promise<ParentRuns | undefined> {
  const { listed, oldestNumber } = parent;
  const selection = selectNewestRuns(kind, false);
  const readPage = async (skip: number): Promise<unknown[] | undefined> => {
    const paging = { limit: RUNS_A_PAGE, skip };
    const pages = pagesOfRuns(endpoint, kind, parent.id, selection, paging, { signal });
    const { value, done: isEmpty } = await pages.next();
    if (isEmpty) return [];
    return 'gone' in value ? undefined : value.instances;
  };
  const unseen: NumberedRun[] = [];
  // The page that ends with the last known run, unless numbers in between are missing.
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
      // Runs that began since have pushed the last known one to an older page.
      gapEndsAt = bottom;
      skip += RUNS_A_PAGE - OVERLAP;
      continue;
    }
    const added = runs.filter(({ number }) => number > completeTo && number < oldestNumber);
    unseen.push(...added.reverse());
    if (top >= oldestNumber || skip === 0) {
      return { ...parent, runs: [...parent.runs, ...unseen.toReversed()] };
    }
    // A page without a new run was too old, because numbers in between are missing.
    skip = Math.max(0, top > completeTo ? skip - RUNS_A_PAGE + OVERLAP : Math.floor(skip / 2));
    completeTo = Math.max(completeTo, top);
    gapEndsAt = Infinity;
  }
  if (unseen.length === 0) return undefined;
  const known = parent.runs.filter(({ number }) => number <= lastNumber);
  return { ...parent, runs: [...unseen.toReversed(), ...known], listed: 0, isPartial: true };
}

async function replaceEach(
  newest: readonly ParentRuns[],
  isShort: (parent: ParentRuns) => boolean,
  readOn: (parent: ParentRuns) => Promise<ParentRuns>,
): Promise<ParentRuns[]> {
  const longer = new Map<string, ParentRuns>();
  await mapConcurrently(newest.filter(isShort), CONCURRENT, async (parent) => {
    longer.set(parent.id, await readOn(parent));
  });
  return newest.map((parent) => longer.get(parent.id) ?? parent);
}
