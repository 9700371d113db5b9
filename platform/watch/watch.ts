import { fieldsOf } from '../common/text/values';

/** The jobs, pipelines or apps that a trigger watches, in one project or in all. */
export interface Watch {
  /** Undefined for all projects. */
  projectId: string | undefined;
  /** The chosen ones; empty for all. */
  ids: readonly string[];
}

/** Returns the same text for the same choice in any order. @param noun for example "job" */
export function watchKey(noun: string, { projectId, ids }: Watch): string {
  return [noun, projectId ?? 'all', ...[...new Set(ids)].sort()].join(' ');
}

/**
 * The state that a trigger keeps from one poll to the next. Everything that happened before is accounted for, and everything
 * later can be read from the platform again, so a poll that continues from an older state loses nothing and repeats only the
 * events after that state.
 */
export interface WatchState<State> {
  /** See `watchKey`. */
  watched: string;
  /**
   * The time of the latest event that was seen, by the platform's clock, and at least a minute before the activation, by n8n's clock;
   * epoch milliseconds.
   */
  latestMs: number;
  /** By ID. */
  states: ReadonlyMap<string, State>;
  /** IDs that were chosen and are not on the platform. */
  missing: readonly string[];
}

/** Changes with the format of the states: one of another version cannot be read. */
const VERSION = 1;

/** Returns the state as JSON keeps it. */
export function storeState<State>({ states, ...others }: WatchState<State>) {
  return { version: VERSION, ...others, states: [...states] };
}

/** Reads what `storeState` returned; undefined for anything else, such as the state of another version. */
export function readState<State>(stored: unknown): WatchState<State> | undefined {
  const state = fieldsOf(stored) as Partial<ReturnType<typeof storeState<State>>>;
  const { version, states, ...others } = state;
  if (version !== VERSION || !Array.isArray(states)) return undefined;
  return { ...others, states: new Map(states) } as WatchState<State>;
}

/** The clock of n8n may be ahead of the platform's by this much before events of a new job can be lost. */
const CLOCK_DIFFERENCE_MS = 60_000;

/** Returns the state of a trigger whose first poll failed: the next one reports what happens from now on. */
export function stateOfUnread<State>(
  watched: string,
  before: WatchState<State> | undefined,
  nowMs: number,
): WatchState<State> {
  const states = before?.states ?? new Map<string, State>();
  return { watched, latestMs: nowMs - CLOCK_DIFFERENCE_MS, states, missing: [] };
}

/** The result of reading in one poll. */
export interface Snapshot<Item extends { id: string }> {
  /** See `watchKey`. */
  watched: string;
  /** When the poll began, by n8n's clock; epoch milliseconds. */
  nowMs: number;
  found: readonly Item[];
  /** IDs that were chosen and are not on the platform. */
  missing: readonly string[];
  /** IDs that there was no time for: the next poll continues from their states. */
  postponed?: readonly string[];
}

interface Detected<State, Event> {
  events: Event[];
  state: State;
  /** The time of the latest event that was seen, whether it is reported or not. */
  latestMs: number;
}

/**
 * Returns the events since a state was made, each once, and the next state. Pure: it reads no clock and sends nothing.
 * @param before undefined at the activation, when nothing earlier counts as an event
 * @param detectOne returns the events of one job, pipeline or app; `sinceMs` is the earliest time of an event that is reported
 */
export function detectSince<Item extends { id: string }, State, Event>(
  { watched, nowMs, found, missing, postponed = [] }: Snapshot<Item>,
  before: WatchState<State> | undefined,
  detectOne: (item: Item, known: State | undefined, sinceMs: number) => Detected<State, Event>,
): { events: Event[]; state: WatchState<State> } {
  const states = new Map<string, State>();
  for (const id of [...missing, ...postponed]) {
    const known = before?.states.get(id);
    if (known) states.set(id, known);
  }
  // An entity that becomes visible later has no events from before the activation, even if the latest event seen is much older.
  const beginMs = before?.watched === watched ? 0 : nowMs - CLOCK_DIFFERENCE_MS;
  let latestMs = Math.max(beginMs, before?.latestMs ?? 0);
  const events = found.flatMap((item) => {
    const known = before?.states.get(item.id);
    const detected = detectOne(item, known, known ? -Infinity : newSinceMs(watched, before));
    states.set(item.id, detected.state);
    latestMs = Math.max(latestMs, detected.latestMs);
    return detected.events;
  });
  // If there was no time for a new entity, its events are as new in the next poll as they are now.
  const isNewPostponed = postponed.some((id) => !states.has(id));
  if (before && isNewPostponed) latestMs = Math.max(beginMs, before.latestMs);
  return { events, state: { watched, latestMs, states, missing } };
}

/**
 * Returns the earliest time of an event that is reported of an entity that no poll has seen; epoch milliseconds. An entity that the
 * node did not watch before begins with this poll. One that appears among watched entities is new on the platform: its events are
 * reported unless they are older than those already seen.
 */
export function newSinceMs(watched: string, before: WatchState<unknown> | undefined): number {
  return before?.watched === watched ? before.latestMs : Infinity;
}
