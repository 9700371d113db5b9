import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { isUnknownRun, readRuns } from '../../runs/read/readRuns';
import { loadScheduleReader } from '../../runs/schedules/scheduleReader';
import { clock } from '../../common/time/clock';
import type { DeadlineEvent, DeadlineEventName, DeadlineRules } from '../deadlines/rules';
import { readUsualDurations } from '../deadlines/usualDurations';
import { newSinceMs, watchKey } from '../watch';
import { detectRunEvents, type PollResult } from './detectRunEvents';
import { sortByTime, listEvents, requestMsOf, type RunEvent } from './runEvents';
import type { RunsState } from './runsState';
import { readOlderRuns, readUnseenRuns } from './olderRuns';
import { readNewestRuns, type ParentRuns, type RunWatch } from './watchedRuns';

/** Of each job. Only a job with more new runs needs another request. */
const NEWEST_RUNS = 5;
/** Includes most runs that began before the activation. */
const NEWEST_RUNS_AT_FIRST = 25;

export interface PollOptions extends Pick<CallOptions, 'signal'> {
  /** When it fires, no further page is read, and the next poll continues. */
  noPageAfter?: AbortSignal;
  deadlines?: DeadlineRules;
}

/**
 * Finds the events since the last poll, without missing a run or reporting one twice. The state has, for each job or pipeline, the
 * number of its newest run and the open runs. A poll reads the newest runs of all in one request, more pages of jobs with more new
 * runs, and by ID the open runs that are older. After a failed poll, the next one continues from the same state.
 * @param before state of the last poll; undefined at the activation, when nothing earlier counts as an event
 * @returns also names of the jobs or pipelines whose new runs could not all be read in time
 */
export async function pollRunEvents(
  endpoint: GraphqlEndpoint,
  watch: RunWatch,
  before: RunsState | undefined,
  { deadlines, signal, noPageAfter }: PollOptions = {},
): Promise<PollResult & { unfinished: string[] }> {
  const nowMs = clock.now();
  const { kind } = watch;
  const watched = watchKey(kind.noun, watch);
  // At the activation, and if the first poll failed.
  const isUnseen = before?.watched !== watched || before.states.size === 0;
  const limit = isUnseen ? NEWEST_RUNS_AT_FIRST : NEWEST_RUNS;
  const withSchedule = deadlines?.scheduleMissed !== undefined;
  const knownOf = (id: string) => {
    const known = before?.states.get(id);
    return isUnseen || (deadlines && !known?.deadlines) ? undefined : known;
  };
  const wanted = { limit, withSchedule, knownOf };
  const newest = await readNewestRuns(endpoint, watch, wanted, { signal });

  const limits = { noPageAfter, signal };
  const read = await readMoreNewRuns(endpoint, watch, newest.found, before, limits);
  const needsSuccess = deadlines?.notSucceededInTime ?? deadlines?.recovered;
  // The latest success of a new job may be older than the newest runs.
  const lacksSuccess = ({ id, runs, isPartial }: ParentRuns) =>
    !isPartial && !before?.states.get(id)?.deadlines && !runs.some(({ succeeded }) => succeeded);
  const onePage = { ...limits, maxPages: 1 };
  const { parents } = needsSuccess
    ? await readOlderRuns(endpoint, kind, read.parents, lacksSuccess, onePage)
    : read;

  const found = await withOlderOpenRuns(endpoint, watch, parents, before, signal);
  const { missing } = newest;
  const snapshot = { watched, nowMs, found, missing, postponed: read.postponed };
  if (!deadlines) return { ...detectRunEvents(snapshot, before), unfinished: read.unfinished };
  const polled = detectRunEvents(snapshot, before, {
    rules: deadlines,
    nowMs,
    read: await loadScheduleReader(),
    usualMsOf: await readUsualDurations(
      endpoint,
      kind,
      deadlines.runTooLong,
      found.filter(({ isPartial }) => !isPartial),
      before,
      nowMs,
      { signal },
    ),
  });
  return { ...polled, unfinished: read.unfinished };
}

/**
 * Reads more runs of jobs or pipelines with more new runs than the list has.
 * @returns `parents` that can be evaluated, the IDs of the others, and the names of those with unread new runs
 */
async function readMoreNewRuns(
  endpoint: GraphqlEndpoint,
  watch: RunWatch,
  newest: readonly ParentRuns[],
  before: RunsState | undefined,
  limits: Pick<PollOptions, 'signal' | 'noPageAfter'>,
) {
  const { kind } = watch;
  const lastNumberOf = (id: string) => before?.states.get(id)?.lastNumber;
  const ofKnown = await readUnseenRuns(endpoint, kind, newest, lastNumberOf, limits);
  // Runs of a new job from before the latest event are not reported.
  const sinceMs = newSinceMs(watchKey(kind.noun, watch), before);
  const isNewSince = ({ id, oldestNumber, runs }: ParentRuns) =>
    sinceMs < Infinity &&
    lastNumberOf(id) === undefined &&
    oldestNumber > 1 &&
    runs.every((run) => (requestMsOf(run) ?? Infinity) >= sinceMs);
  const ofNew = await readOlderRuns(endpoint, kind, ofKnown.parents, isNewSince, limits);
  const postponed = [...ofKnown.unfinished, ...ofNew.unfinished];
  const isPostponed = new Set(postponed);
  const { noPageAfter } = limits;
  // A job that was deleted in between is only postponed: the next poll reports it as missing.
  const isUnfinished = ({ id, isPartial }: ParentRuns) =>
    isPartial === true || (isPostponed.has(id) && noPageAfter?.aborted);
  return {
    parents: ofNew.parents.filter(({ id }) => !isPostponed.has(id)),
    postponed,
    unfinished: ofNew.parents.filter(isUnfinished).map(({ name }) => name),
  };
}

/** Adds open runs that are older than those in the list, without deleted ones. */
async function withOlderOpenRuns(
  endpoint: GraphqlEndpoint,
  { kind }: RunWatch,
  parents: ParentRuns[],
  before: RunsState | undefined,
  signal: AbortSignal | undefined,
): Promise<ParentRuns[]> {
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
      // Its number is not above the last known one, so 0 may replace a missing number.
      if ('run' in read) return [{ ...read.run, number: read.run.number ?? 0 }];
      if (isUnknownRun(read.failure)) return [];
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

/** Invents an example for the job or pipeline that ran last. */
export async function buildDeadlineExample(
  endpoint: GraphqlEndpoint,
  watch: RunWatch,
  event: DeadlineEventName,
): Promise<DeadlineEvent | undefined> {
  const { found } = await readNewestRuns(endpoint, watch, { limit: 1 });
  const beganMs = ({ runs: [run] }: ParentRuns) => (run && requestMsOf(run)) ?? 0;
  const parent = found.sort((a, b) => beganMs(a) - beganMs(b)).at(-1);
  const nowMs = clock.now();
  const [run] = parent?.runs ?? [];
  const hasRun = event === 'runTooLong' || event === 'recovered';
  if (!parent || (hasRun && !run)) return undefined;
  const due = event !== 'recovered' && { dueAtMs: nowMs };
  const ofRun = hasRun && { run, failures: 1, sinceMs: beganMs(parent) };
  // Negative, so that an example comes before every real event. The example with the latest run comes last.
  const atMs = beganMs(parent) - nowMs;
  return { event, parent, atMs, detectedAtMs: nowMs, missed: 1, ...due, ...ofRun };
}
