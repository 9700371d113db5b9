import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { isRunNotFound, readRuns } from '../../runs/read/readRuns';
import { loadScheduleReader } from '../../runs/schedules/scheduleReader';
import { clock } from '../../common/time/clock';
import type { DeadlineEvent, DeadlineEventName, DeadlineRules } from '../deadlines/rules';
import { readUsualDurations } from '../deadlines/usualDurations';
import { findNewSinceMs, buildWatchKey } from '../watch';
import { detectRunEvents, type PollResult } from './detectRunEvents';
import { sortByTime, listEvents, findRequestMs, type RunEvent } from './runEvents';
import type { RunsState } from './runsState';
import { readOlderRuns, readUnseenRuns } from './olderRuns';
import { readNewestRuns, type ParentWithRuns, type RunWatch } from './watchedRuns';

/** Number of runs that a poll reads of each job. A job with more new runs needs another request. */
const NEWEST_RUNS = 5;
/** Number of runs that the first poll reads, so that it knows most runs that are open at the activation. */
const NEWEST_RUNS_AT_FIRST = 25;

export interface PollOptions extends Pick<CallOptions, 'signal'> {
  /** When this signal fires, no further page is read, and the next poll continues. */
  noPageAfter?: AbortSignal;
  deadlines?: DeadlineRules;
}

/**
 * Finds the events since the last poll, without missing an event or reporting one twice. The state has the number of the newest run
 * and the open runs of each job or pipeline. A poll reads the newest runs of all jobs in few requests. Then it reads more pages of
 * jobs with more new runs, and older open runs by their IDs. After a failed poll, the next one continues from the same state.
 * @param before state of the last poll; undefined at the activation, when nothing earlier counts as an event
 * @returns result, and `unfinished` with the names of jobs or pipelines whose new runs could not all be read in this poll
 */
export async function pollRunEvents(
  endpoint: GraphqlEndpoint,
  watch: RunWatch,
  before: RunsState | undefined,
  { deadlines, signal, noPageAfter }: PollOptions = {},
): Promise<PollResult & { unfinished: string[] }> {
  const nowMs = clock.now();
  const { kind } = watch;
  const watched = buildWatchKey(kind.noun, watch);
  // The next poll after a failed first poll also counts as the first.
  const isFirst = before?.watched !== watched || before.states.size === 0;
  const limit = isFirst ? NEWEST_RUNS_AT_FIRST : NEWEST_RUNS;
  const withSchedule = deadlines?.scheduleMissed !== undefined;
  const findState = (id: string) => {
    const previous = before?.states.get(id);
    return isFirst || (deadlines && !previous?.deadlines) ? undefined : previous;
  };
  const wanted = { limit, withSchedule, findState };
  const newest = await readNewestRuns(endpoint, watch, wanted, { signal });

  const limits = { noPageAfter, signal };
  const more = await readMoreNewRuns(endpoint, watch, newest.found, before, limits);
  const needsSuccess = deadlines?.notSucceededInTime ?? deadlines?.recovered;
  // The latest success of a new job may be older than the newest runs.
  const lacksSuccess = ({ id, runs, isPartial }: ParentWithRuns) =>
    !isPartial && !before?.states.get(id)?.deadlines && !runs.some(({ succeeded }) => succeeded);
  const onePage = { ...limits, maxPages: 1 };
  const { parents } = needsSuccess
    ? await readOlderRuns(endpoint, kind, more.parents, lacksSuccess, onePage)
    : more;

  const found = await addOlderOpenRuns(endpoint, watch, parents, before, signal);
  const snapshot = { watched, nowMs, found, missing: newest.missing, postponed: more.postponed };
  if (!deadlines) return { ...detectRunEvents(snapshot, before), unfinished: more.unfinished };
  const polled = detectRunEvents(snapshot, before, {
    rules: deadlines,
    nowMs,
    readSchedule: await loadScheduleReader(),
    findUsualMs: await readUsualDurations(
      endpoint,
      kind,
      deadlines.runTooLong,
      found.filter(({ isPartial }) => !isPartial),
      before,
      nowMs,
      { signal },
    ),
  });
  return { ...polled, unfinished: more.unfinished };
}

/**
 * Reads more runs of the jobs or pipelines that have more new runs than the list contains.
 * @returns `parents` whose events can be detected, `postponed` with the IDs of the others, and `unfinished` with the names of all
 *   that have unread new runs
 */
async function readMoreNewRuns(
  endpoint: GraphqlEndpoint,
  watch: RunWatch,
  newest: readonly ParentWithRuns[],
  before: RunsState | undefined,
  limits: Pick<PollOptions, 'signal' | 'noPageAfter'>,
) {
  const { kind } = watch;
  const findLastNumber = (id: string) => before?.states.get(id)?.lastNumber;
  const ofKnown = await readUnseenRuns(endpoint, kind, newest, findLastNumber, limits);
  // Runs of a new job that began before the latest event are not reported.
  const sinceMs = findNewSinceMs(buildWatchKey(kind.noun, watch), before);
  const needsOlder = ({ id, oldestNumber, runs }: ParentWithRuns) =>
    sinceMs < Infinity &&
    findLastNumber(id) === undefined &&
    oldestNumber > 1 &&
    runs.every((run) => (findRequestMs(run) ?? Infinity) >= sinceMs);
  const ofNew = await readOlderRuns(endpoint, kind, ofKnown.parents, needsOlder, limits);
  const postponed = [...ofKnown.unfinished, ...ofNew.unfinished];
  const postponedIds = new Set(postponed);
  const { noPageAfter } = limits;
  // A job that was deleted after the list was read is only postponed. If it was chosen, the next poll reports it as missing.
  const isUnfinished = ({ id, isPartial }: ParentWithRuns) =>
    isPartial === true || (postponedIds.has(id) && noPageAfter?.aborted);
  return {
    parents: ofNew.parents.filter(({ id }) => !postponedIds.has(id)),
    postponed,
    unfinished: ofNew.parents.filter(isUnfinished).map(({ name }) => name),
  };
}

/** Adds open runs that are older than the runs in the list, unless they were deleted. */
async function addOlderOpenRuns(
  endpoint: GraphqlEndpoint,
  { kind }: RunWatch,
  parents: ParentWithRuns[],
  before: RunsState | undefined,
  signal: AbortSignal | undefined,
): Promise<ParentWithRuns[]> {
  const unread = parents.flatMap(({ id, runs }) => {
    const open = before?.states.get(id)?.open ?? [];
    return open.map((run) => run.id).filter((runId) => !runs.some((run) => run.id === runId));
  });
  const reads = await readRuns(endpoint, kind, unread, { signal });
  return parents.map((parent) => {
    const open = before?.states.get(parent.id)?.open ?? [];
    const older = open.flatMap(({ id }) => {
      const read = reads.get(id);
      if (!read) return [];
      // An open run is not newer than the last known run, so 0 may replace a missing number.
      if ('run' in read) return [{ ...read.run, number: read.run.number ?? 0 }];
      if (isRunNotFound(read.failure)) return [];
      throw read.failure;
    });
    return older.length === 0 ? parent : { ...parent, runs: [...parent.runs, ...older] };
  });
}

export async function readLatestRunEvent(
  endpoint: GraphqlEndpoint,
  watch: RunWatch,
  names: readonly string[],
): Promise<RunEvent | undefined> {
  const { found } = await readNewestRuns(endpoint, watch, { limit: NEWEST_RUNS_AT_FIRST });
  const events = found.flatMap((parent) => parent.runs.flatMap((run) => listEvents(run, parent)));
  return sortByTime(events.filter(({ event }) => names.includes(event))).at(-1);
}

/** Returns an invented event for the job or pipeline that ran last. */
export async function buildDeadlineExample(
  endpoint: GraphqlEndpoint,
  watch: RunWatch,
  event: DeadlineEventName,
): Promise<DeadlineEvent | undefined> {
  const { found } = await readNewestRuns(endpoint, watch, { limit: 1 });
  const findLastRunMs = ({ runs: [run] }: ParentWithRuns) => (run && findRequestMs(run)) ?? 0;
  const parent = found.sort((a, b) => findLastRunMs(a) - findLastRunMs(b)).at(-1);
  const nowMs = clock.now();
  const [run] = parent?.runs ?? [];
  const hasRun = event === 'runTooLong' || event === 'recovered';
  if (!parent || (hasRun && !run)) return undefined;
  const due = event !== 'recovered' && { dueAtMs: nowMs };
  const ofRun = hasRun && { run, failures: 1, sinceMs: findLastRunMs(parent) };
  // The time is negative, so an example comes before every real event. The example with the latest run comes last.
  const atMs = findLastRunMs(parent) - nowMs;
  return { event, parent, atMs, detectedAtMs: nowMs, missed: 1, ...due, ...ofRun };
}
