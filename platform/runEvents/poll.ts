import type { CallOptions, GraphqlEndpoint } from '../graphql/endpoint';
import { getRuns } from '../runs/getRuns';
import { isUnknownRun } from '../runs/refusals';
import { outcomeOf } from '../runs/statuses';
import { eventsOf, inOrder, startOf, type RunEvent } from './event';
import type { ParentState, WatchState } from './watchState';
import { readNewest, readOlder, type NumberedRun, type Reading } from './reading';
import { watchKey, type Watch } from './watch';

/** Runs of a job that one poll sees without a second request. */
const NEWEST_RUNS = 5;
/** Runs that go on already when the watching begins are found among so many. */
const NEWEST_RUNS_AT_FIRST = 25;
/** A look at older runs reads a page of each of so many jobs. */
const PARENTS_A_REQUEST = 50;

export interface PollOptions extends Pick<CallOptions, 'signal'> {
  /** When it fires, no further page is read; the next poll goes on with the rest. */
  noPageAfter?: AbortSignal;
}

export interface Poll {
  /** What happened since the state was made, in order of time. */
  events: RunEvent[];
  state: WatchState;
}

/**
 * Finds out what happened since the last poll. It reads the platform alone and never this machine's clock, and it
 * changes nothing: a poll that fails, or whose result is lost, is made up for by the next one from the same state.
 * @param before what the last poll remembered; undefined at first, when nothing old counts as an event
 */
export async function pollRunEvents(
  endpoint: GraphqlEndpoint,
  watch: Watch,
  before: WatchState | undefined,
  options: PollOptions = {},
): Promise<Poll> {
  const watched = watchKey(watch);
  const isNewWatch = before?.watched !== watched;
  const limit = isNewWatch ? NEWEST_RUNS_AT_FIRST : NEWEST_RUNS;
  const { readings: newest, missing } = await readNewest(endpoint, watch, limit, {
    signal: options.signal,
  });

  // What was not watched before begins here; what was goes on.
  const isBeginning = ({ id }: Reading) => isNewWatch && !before?.parents.has(id);
  const { readings, postponed } = await readBackToKnown(
    endpoint,
    watch,
    newest,
    (reading) => (isBeginning(reading) ? Infinity : lastNumberOf(before, reading)),
    options,
  );
  const outOfSight = await readOutOfSight(endpoint, watch, readings, before, options);

  const events: RunEvent[] = [];
  // What is postponed, or away only for a moment, goes on from where it was.
  const parents = new Map(
    [...postponed, ...missing].flatMap((id) => {
      const known = before?.parents.get(id);
      return known ? [[id, known] as const] : [];
    }),
  );
  for (const reading of readings) {
    const known = before?.parents.get(reading.id);
    const runs = [...reading.runs, ...(outOfSight.get(reading.id) ?? [])];
    if (!isBeginning(reading)) events.push(...newEvents(reading, runs, known, before));
    parents.set(reading.id, stateOf(runs, known));
  }
  const seen = readings.flatMap((reading) => reading.runs.flatMap((run) => eventsOf(run, reading)));
  const latestMs = Math.max(before?.latestMs ?? 0, ...latestOf(seen), ...latestOf(events));
  return { events: inOrder(events), state: { watched, latestMs, parents, missing } };
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

function newEvents(
  parent: Reading,
  runs: NumberedRun[],
  known: ParentState | undefined,
  before: WatchState | undefined,
): RunEvent[] {
  return runs.flatMap((run) => {
    const open = known?.open.get(run.id);
    if (open) return eventsOf(run, parent).filter(({ event }) => !isTold(event, open.isStarted));
    if (run.number <= (known?.lastNumber ?? 0)) return [];
    const events = eventsOf(run, parent);
    // What appears for the first time after the others were watched for a while is not older than what was seen there.
    return known ? events : events.filter(({ atMs }) => atMs >= (before?.latestMs ?? 0));
  });
}

function isTold(event: RunEvent['event'], isStarted: boolean): boolean {
  return event === 'runStarted' && isStarted;
}

function stateOf(runs: NumberedRun[], known: ParentState | undefined): ParentState {
  const open = runs.filter(
    ({ id, number, status }) =>
      outcomeOf(status) === undefined && (number > (known?.lastNumber ?? 0) || known?.open.has(id)),
  );
  return {
    lastNumber: runs.reduce((last, { number }) => Math.max(last, number), known?.lastNumber ?? 0),
    open: new Map(open.map((run) => [run.id, { isStarted: startOf(run) !== undefined }])),
  };
}

function latestOf(events: RunEvent[]): number[] {
  return events.length === 0
    ? []
    : [events.reduce((latest, { atMs }) => Math.max(latest, atMs), 0)];
}
