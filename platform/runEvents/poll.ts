import { clock } from '../time/clock';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { readRuns } from '../runs/read/readRuns';
import { isUnknownRun } from '../runs/wait/refusals';
import { prepareAbsence } from './prepareAbsence';
import {
  ruleKeys,
  type AbsenceEvent,
  type AbsenceEventName,
  type AbsenceRules,
} from './absence/rules';
import { detectEvents, isNewlyWatched, type PollResult } from './detectEvents';
import { askedMsOf, eventsOf, inOrder, type RunEvent } from './event';
import { type WatchState, watchKey, type Watch } from './watchState';
import { readBack, readNewestRuns, type NumberedRun, type ParentRuns } from './parentRuns';

/** Runs of a job that one poll sees without a second request. */
const NEWEST_RUNS = 5;
/** Runs that go on already when the watching begins are found among so many. */
const NEWEST_RUNS_AT_FIRST = 25;

interface PollOptions extends Pick<CallOptions, 'signal'> {
  /** When it fires, no further page is read; the next poll goes on with the rest. */
  noPageAfter?: AbortSignal;
  /** Which events about absence are wanted. */
  absence?: AbsenceRules;
}

/**
 * Finds out what happened since the last poll. The state of a poll says, of each job or pipeline, the number of its newest run and
 * which of its runs have not ended; what it does not list is over and was reported. A poll reads the newest runs of all of them in
 * one request, further back where a job has more new runs than one page shows, and by their IDs those open runs that newer ones have
 * pushed off the page. So no run is missed, however many there were, and none is reported twice. It knows of runs by their numbers
 * and by the platform's times alone, and changes nothing: a poll that fails, or whose result is lost, is made up for by the next one
 * from the same state. What there is no time for goes on from where it was (`postponed`).
 * @param before what the last poll remembered; undefined at first, when nothing old counts as an event
 */
export async function pollRunEvents(
  endpoint: GraphqlEndpoint,
  watch: Watch,
  before: WatchState | undefined,
  options: PollOptions = {},
): Promise<PollResult> {
  const key = watchKey(watch);
  const { absence, signal } = options;
  const isNewOrExtended = before?.watched !== key || hasNewRule(before, absence);
  const limit = isNewOrExtended ? NEWEST_RUNS_AT_FIRST : NEWEST_RUNS;
  const askedMs = clock.now();
  const withSchedule = absence?.scheduleMissed !== undefined;
  const newest = await readNewestRuns(endpoint, watch, limit, withSchedule, { signal });
  const isBeforeKnown = (parent: ParentRuns) =>
    !isNewlyWatched(key, before, parent) &&
    (parent.runs.at(-1)?.number ?? 0) > lastNumberOf(before, parent) + 1;
  const { noPageAfter } = options;
  const limits = { noPageAfter, signal };
  const back = await readBack(endpoint, watch.kind, newest.parents, isBeforeKnown, limits);
  const postponed = back.unfinished;
  const reached = back.parents.filter(({ id }) => !postponed.includes(id));
  // The latest success of what is seen for the first time may be further back than the newest runs.
  const lacksSuccess = ({ id, runs }: ParentRuns) =>
    !before?.parents.get(id)?.absence && !runs.some(({ succeeded }) => succeeded);
  const { parents } =
    absence?.notSucceededInTime || absence?.recovered
      ? await readBack(endpoint, watch.kind, reached, lacksSuccess, { ...limits, maxPages: 1 })
      : { parents: reached };
  const olderOpenRuns = await readOlderOpenRuns(endpoint, watch, parents, before, options);
  const snapshot = {
    watched: key,
    parents,
    olderOpenRuns,
    postponed,
    missing: newest.missing,
    askedMs,
  };
  const context =
    absence && (await prepareAbsence(endpoint, watch, absence, snapshot, before, { signal }));
  return detectEvents(snapshot, before, context);
}

/** Whether some event about absence was not watched before. */
function hasNewRule(before: WatchState | undefined, rules: AbsenceRules | undefined): boolean {
  const known = before?.absence?.rules;
  return Object.keys(ruleKeys(rules ?? {})).some((name) => !known || !Object.hasOwn(known, name));
}

/** The latest thing that happened, as an example of an event. */
export async function latestRunEvent(
  endpoint: GraphqlEndpoint,
  watch: Watch,
  names: readonly string[],
): Promise<RunEvent | undefined> {
  const { parents } = await readNewestRuns(endpoint, watch, NEWEST_RUNS_AT_FIRST);
  const events = parents.flatMap((parent) => parent.runs.flatMap((run) => eventsOf(run, parent)));
  return inOrder(events.filter(({ event }) => names.includes(event))).at(-1);
}

/** Returns an example of an event about absence, with the job or pipeline that ran last: none of it has happened. */
export async function exampleAbsenceEvent(
  endpoint: GraphqlEndpoint,
  watch: Watch,
  event: AbsenceEventName,
): Promise<AbsenceEvent | undefined> {
  const { parents } = await readNewestRuns(endpoint, watch, 1);
  const beganMs = ({ runs: [run] }: ParentRuns) => (run && askedMsOf(run)) ?? 0;
  const parent = parents.sort((a, b) => beganMs(a) - beganMs(b)).at(-1);
  const nowMs = clock.now();
  const [run] = parent?.runs ?? [];
  const hasRun = event === 'runTooLong' || event === 'recovered';
  if (!parent || (hasRun && !run)) return undefined;
  const due = event !== 'recovered' && { dueAtMs: nowMs };
  const ofRun = hasRun && { run, failures: 1, sinceMs: beganMs(parent) };
  return { event, parent, atMs: nowMs, detectedAtMs: nowMs, missed: 1, ...due, ...ofRun };
}

function lastNumberOf(state: WatchState | undefined, { id }: ParentRuns): number {
  return state?.parents.get(id)?.lastNumber ?? 0;
}

/** Open runs that are older than those read, however long they take. One that was deleted is left out. */
async function readOlderOpenRuns(
  endpoint: GraphqlEndpoint,
  { kind }: Watch,
  parents: ParentRuns[],
  before: WatchState | undefined,
  { signal }: PollOptions,
): Promise<Map<string, NumberedRun[]>> {
  const parentOf = new Map<string, string>();
  for (const { id, runs } of parents) {
    const readIds = new Set(runs.map((run) => run.id));
    for (const runId of before?.parents.get(id)?.open.keys() ?? []) {
      if (!readIds.has(runId)) parentOf.set(runId, id);
    }
  }
  const found = new Map<string, NumberedRun[]>();
  if (parentOf.size === 0) return found;
  for (const [runId, read] of await readRuns(endpoint, kind, [...parentOf.keys()], { signal })) {
    const parentId = parentOf.get(runId) ?? '';
    if ('run' in read) {
      // Its number is at most the last one that was seen, so 0 says nothing wrong where it is missing.
      const run = { ...read.run, number: read.run.number ?? 0 };
      found.set(parentId, [...(found.get(parentId) ?? []), run]);
    } else if (!isUnknownRun(read.failure)) throw read.failure;
  }
  return found;
}
