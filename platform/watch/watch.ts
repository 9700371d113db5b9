import { toObject } from '../common/text/values';

export interface Watch {
  /** Undefined for all projects. */
  projectId: string | undefined;
  /** Empty for all. */
  ids: readonly string[];
}

/** Returns the same text for the same choice in any order. @param noun for example "job" */
export function watchKey(noun: string, { projectId, ids }: Watch): string {
  return [noun, projectId ?? 'all', ...[...new Set(ids)].sort()].join(' ');
}

/**
 * The state that a trigger keeps from one poll to the next. A poll that continues from an older state loses nothing, and repeats
 * only the events after that state, because later events can be read again.
 */
export interface WatchState<State> {
  watched: string;
  /**
   * The time of the latest event that was seen, by the platform's clock, but no earlier than a minute before the activation, by
   * n8n's clock; epoch milliseconds.
   */
  latestMs: number;
  states: ReadonlyMap<string, State>;
  /** Chosen IDs that the platform does not have. */
  missing: readonly string[];
}

/** Increase it when the format of the states changes. */
const VERSION = 1;

export function storeState<State>({ states, ...others }: WatchState<State>) {
  return { version: VERSION, ...others, states: [...states] };
}

/** Reads the result of `storeState`; undefined for any other value, such as the state of another version. */
export function readState<State>(stored: unknown): WatchState<State> | undefined {
  const state = toObject(stored) as Partial<ReturnType<typeof storeState<State>>>;
  const { version, states, ...others } = state;
  if (version !== VERSION || !Array.isArray(states)) return undefined;
  return { ...others, states: new Map(states) } as WatchState<State>;
}

/** If n8n's clock is ahead of the platform's by more than this, events of a new job can be lost. */
const CLOCK_DIFFERENCE_MS = 60_000;

/** Returns the state after a failed first poll: the next poll reports events from now on. */
export function buildFirstState<State>(
  watched: string,
  before: WatchState<State> | undefined,
  nowMs: number,
): WatchState<State> {
  const states = before?.states ?? new Map<string, State>();
  return { watched, latestMs: nowMs - CLOCK_DIFFERENCE_MS, states, missing: [] };
}

export interface Snapshot<Item extends { id: string }> {
  watched: string;
  /** When the poll began, by n8n's clock; epoch milliseconds. */
  nowMs: number;
  found: readonly Item[];
  missing: readonly string[];
  /** IDs without time in this poll. The next poll continues from their states. */
  postponed?: readonly string[];
}

interface Detected<State, Event> {
  events: Event[];
  state: State;
  latestMs: number;
}

/**
 * Finds the events since the previous state, each once, and the next state. Pure: it reads no clock and sends nothing.
 * @param before undefined at the activation, when nothing earlier counts as an event
 * @param detectOne finds the events of one job, pipeline or app from `sinceMs` on
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
  // Events of a new entity from before the activation are not reported, even if the latest known event is much older.
  const beginMs = before?.watched === watched ? 0 : nowMs - CLOCK_DIFFERENCE_MS;
  let latestMs = Math.max(beginMs, before?.latestMs ?? 0);
  const events = found.flatMap((item) => {
    const known = before?.states.get(item.id);
    const detected = detectOne(item, known, known ? -Infinity : newSinceMs(watched, before));
    states.set(item.id, detected.state);
    latestMs = Math.max(latestMs, detected.latestMs);
    return detected.events;
  });
  // If there was no time for a new entity, its events still count as new in the next poll.
  const isNewPostponed = postponed.some((id) => !states.has(id));
  if (before && isNewPostponed) latestMs = Math.max(beginMs, before.latestMs);
  return { events, state: { watched, latestMs, states, missing } };
}

/**
 * Returns the time from which events of a new entity are reported; epoch milliseconds. If the choice changed, the entity begins
 * with this poll. Otherwise the entity is new on the platform, and only events older than the latest known one are left out.
 */
export function newSinceMs(watched: string, before: WatchState<unknown> | undefined): number {
  return before?.watched === watched ? before.latestMs : Infinity;
}
