import { clock } from '../time/clock';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { getRuns } from '../runs/read/getRuns';
import { isUnknownRun } from '../runs/wait/refusals';
import { recordClockOf } from '../runs/start/startRegisters';
import { prepareAbsence } from './prepareAbsence';
import { ruleKeys, type AbsenceRules } from './absence/rules';
import { concludeLook, isBeginning, type Poll } from './concludeLook';
import { eventsOf, inOrder, type RunEvent } from './event';
import type { WatchState } from './watchState';
import { readNewest, readOlder, type NumberedRun, type Reading } from './reading';
import { watchKey, type Watch } from './watch';

/** Runs of a job that one poll sees without a second request. */
const NEWEST_RUNS = 5;
/** Runs that go on already when the watching begins are found among so many. */
const NEWEST_RUNS_AT_FIRST = 25;
/** A look at older runs reads a page of each of so many jobs. */
const PARENTS_A_REQUEST = 50;

interface PollOptions extends Pick<CallOptions, 'signal'> {
  /** When it fires, no further page is read; the next poll goes on with the rest. */
  noPageAfter?: AbortSignal;
  /** Which events about absence are wanted. */
  absence?: AbsenceRules;
}

/**
 * Finds out what happened since the last poll. Of runs it knows by the platform's times alone, and
 * it changes nothing: a poll that fails, or whose result is lost, is made up for by the next one from the same state.
 * @param before what the last poll remembered; undefined at first, when nothing old counts as an event
 */
export async function pollRunEvents(
  endpoint: GraphqlEndpoint,
  watch: Watch,
  before: WatchState | undefined,
  options: PollOptions = {},
): Promise<Poll> {
  const watched = watchKey(watch);
  const { absence, signal } = options;
  const isNewWatch = before?.watched !== watched || beginsAbsence(before, absence);
  const limit = isNewWatch ? NEWEST_RUNS_AT_FIRST : NEWEST_RUNS;
  const askedMs = clock.now();
  const withSchedule = absence?.scheduleMissed !== undefined;
  const newest = await readNewest(endpoint, watch, limit, { signal }, withSchedule);
  const { readings: back, postponed } = await readBackToKnown(
    endpoint,
    watch,
    newest.readings,
    (reading) => (isBeginning(watched, before, reading) ? Infinity : lastNumberOf(before, reading)),
    options,
  );
  const readings =
    absence?.notSucceededInTime || absence?.recovered
      ? await readBackToSuccess(endpoint, watch, back, before, options)
      : back;
  const outOfSight = await readOutOfSight(endpoint, watch, readings, before, options);
  const look = { watched, readings, outOfSight, postponed, missing: newest.missing, askedMs };
  const conditions =
    absence &&
    (await prepareAbsence(endpoint, watch, absence, look, before, recordClockOf(endpoint), {
      signal,
    }));
  return concludeLook(look, before, conditions);
}

/** Whether some event about absence was not watched before. */
function beginsAbsence(before: WatchState | undefined, rules: AbsenceRules | undefined): boolean {
  const known = before?.absence?.rules;
  return Object.keys(ruleKeys(rules ?? {})).some((name) => !known || !Object.hasOwn(known, name));
}

/** Where a job is seen for the first time, its latest success may be further back than the newest runs. */
async function readBackToSuccess(
  endpoint: GraphqlEndpoint,
  { kind }: Watch,
  readings: Reading[],
  before: WatchState | undefined,
  { noPageAfter, signal }: PollOptions,
): Promise<Reading[]> {
  const isShort = ({ id, runs, hasMore }: Reading) =>
    hasMore && !before?.parents.get(id)?.absence && !runs.some(({ succeeded }) => succeeded);
  const short = readings.filter(isShort);
  const older = new Map<string, Reading>();
  for (let start = 0; start < short.length; start += PARENTS_A_REQUEST) {
    if (noPageAfter?.aborted) break;
    const some = short.slice(start, start + PARENTS_A_REQUEST);
    const skip = Math.min(...some.map(({ runs }) => runs.length));
    const ids = some.map(({ id }) => id);
    const page = await readOlder(endpoint, kind, ids, skip, { signal });
    for (const reading of page.readings) older.set(reading.id, reading);
  }
  return readings.map((reading) => {
    const more = older.get(reading.id);
    return more ? joined(reading, more) : reading;
  });
}

/** The latest thing that happened, as an example of an event. */
export async function latestRunEvent(
  endpoint: GraphqlEndpoint,
  watch: Watch,
  names: readonly string[],
): Promise<RunEvent | undefined> {
  const { readings } = await readNewest(endpoint, watch, NEWEST_RUNS_AT_FIRST);
  const events = readings.flatMap((reading) =>
    reading.runs.flatMap((run) => eventsOf(run, reading)),
  );
  return inOrder(events.filter(({ event }) => names.includes(event))).at(-1);
}

function lastNumberOf(state: WatchState | undefined, { id }: Reading): number {
  return state?.parents.get(id)?.lastNumber ?? 0;
}

/**
 * Reads on where more runs are new than one look shows, until a run is reached that is known.
 * @returns also what there was no time left for, or what a platform never came to an end with
 */
async function readBackToKnown(
  endpoint: GraphqlEndpoint,
  { kind }: Watch,
  newest: Reading[],
  lastKnown: (reading: Reading) => number,
  { noPageAfter, signal }: PollOptions,
): Promise<{ readings: Reading[]; postponed: string[] }> {
  const isShort = (reading: Reading) => {
    const oldest = reading.runs.at(-1)?.number ?? 0;
    return reading.hasMore && oldest > lastKnown(reading) + 1;
  };
  let readings = newest;
  const postponed: string[] = [];
  for (;;) {
    const short = readings.filter(isShort);
    if (short.length === 0) return { readings, postponed };
    if (noPageAfter?.aborted) {
      postponed.push(...short.map(({ id }) => id));
      return { readings: readings.filter((reading) => !isShort(reading)), postponed };
    }
    const skip = Math.min(...short.map(({ runs }) => runs.length));
    const older = new Map<string, Reading>();
    for (let start = 0; start < short.length; start += PARENTS_A_REQUEST) {
      const ids = short.slice(start, start + PARENTS_A_REQUEST).map(({ id }) => id);
      const page = await readOlder(endpoint, kind, ids, skip, { signal });
      for (const reading of page.readings) older.set(reading.id, reading);
    }
    readings = readings.flatMap((reading) => {
      if (!isShort(reading)) return [reading];
      const more = older.get(reading.id);
      if (more) return [joined(reading, more)];
      // Not there any more between the two requests.
      postponed.push(reading.id);
      return [];
    });
  }
}

/**
 * Runs that began between two requests shift the pages, so some come twice. A page that brings nothing new is the last:
 * a platform that does not skip would give the same one for ever.
 */
function joined(newer: Reading, older: Reading): Reading {
  const known = new Set(newer.runs.map(({ id }) => id));
  const added = older.runs.filter(({ id }) => !known.has(id));
  return {
    ...older,
    schedule: newer.schedule,
    runs: [...newer.runs, ...added],
    hasMore: older.hasMore && added.length > 0,
  };
}

/** Open runs that newer ones have pushed out of sight, however long they take. One that was deleted is left out. */
async function readOutOfSight(
  endpoint: GraphqlEndpoint,
  { kind }: Watch,
  readings: Reading[],
  before: WatchState | undefined,
  { signal }: PollOptions,
): Promise<Map<string, NumberedRun[]>> {
  const parentOf = new Map<string, string>();
  for (const { id, runs } of readings) {
    const inSight = new Set(runs.map((run) => run.id));
    for (const runId of before?.parents.get(id)?.open.keys() ?? []) {
      if (!inSight.has(runId)) parentOf.set(runId, id);
    }
  }
  const found = new Map<string, NumberedRun[]>();
  if (parentOf.size === 0) return found;
  for (const [runId, read] of await getRuns(endpoint, kind, [...parentOf.keys()], { signal })) {
    const parentId = parentOf.get(runId) ?? '';
    if ('run' in read) {
      // Its number is at most the last one that was seen, so 0 says nothing wrong where it is missing.
      const run = { ...read.run, number: read.run.number ?? 0 };
      found.set(parentId, [...(found.get(parentId) ?? []), run]);
    } else if (!isUnknownRun(read.failure)) throw read.failure;
  }
  return found;
}
