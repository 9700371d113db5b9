import { toObject } from '../common/text/values';

export interface Watch {
  /** All projects if undefined. */
  projectId: string | undefined;
  /** All IDs if empty. */
  ids: readonly string[];
}

/** Returns a text that is the same for the same IDs in any order. @param noun such as "job" */
export function buildWatchKey(noun: string, { projectId, ids }: Watch): string {
  return [noun, projectId ?? 'all', ...[...new Set(ids)].sort()].join(' ');
}

/**
 * The state that a trigger saves from one poll to the next. If a poll continues from an older state, the events after that state
 * are reported again.
 */
export interface WatchState<State> {
  /** The result of `buildWatchKey`. */
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

/** Increase this number when the format of the states changes. */
const VERSION = 1;

export function toStoredState<State>({ states, ...others }: WatchState<State>) {
  return { version: VERSION, ...others, states: [...states] };
}

/** Reads the result of `toStoredState`; undefined for any other value, such as the state of another version. */
export function readStoredState<State>(stored: unknown): WatchState<State> | undefined {
  const state = toObject(stored) as Partial<ReturnType<typeof toStoredState<State>>>;
  const { version, states, ...others } = state;
  if (version !== VERSION || !Array.isArray(states)) return undefined;
  return { ...others, states: new Map(states) } as WatchState<State>;
}

/** If n8n's clock is ahead of the platform's clock by more than this, events of a new job can be lost. */
const ALLOWED_CLOCK_DIFFERENCE_MS = 60_000;

/** Returns the state after a failed first poll, so that the next poll reports events from now on. */
export function buildFirstState<State>(
  watched: string,
  before: WatchState<State> | undefined,
  nowMs: number,
): WatchState<State> {
  const states = before?.states ?? new Map<string, State>();
  return { watched, latestMs: nowMs - ALLOWED_CLOCK_DIFFERENCE_MS, states, missing: [] };
}

/** The watched jobs, pipelines or apps as one poll read them. */
export interface Snapshot<Item extends { id: string }> {
  watched: string;
  /** When the poll began, by n8n's clock; epoch milliseconds. */
  nowMs: number;
  found: readonly Item[];
  /** Chosen IDs that the platform does not have. */
  missing: readonly string[];
  /** IDs that were not read in time. The next poll continues from their states. */
  postponed?: readonly string[];
}

interface Detection<State, Event> {
  events: Event[];
  state: State;
  /** The time of the latest event that counts as seen, even if it is not reported; epoch milliseconds. */
  latestMs: number;
}

/**
 * Returns the events since the previous state, each once, and the next state. It has no side effects and reads no clock.
 * @param before undefined at the activation, so earlier events are not reported
 * @param detectOne finds the events of one job, pipeline or app from `sinceMs` on
 */
export function detectSince<Item extends { id: string }, State, Event>(
  { watched, nowMs, found, missing, postponed = [] }: Snapshot<Item>,
  before: WatchState<State> | undefined,
  detectOne: (item: Item, previous: State | undefined, sinceMs: number) => Detection<State, Event>,
): { events: Event[]; state: WatchState<State> } {
  const states = new Map<string, State>();
  for (const id of [...missing, ...postponed]) {
    const previous = before?.states.get(id);
    if (previous) states.set(id, previous);
  }
  // Events of a new entity are not reported if they are from before the activation, even if the latest known event is much older.
  const beginMs = before?.watched === watched ? 0 : nowMs - ALLOWED_CLOCK_DIFFERENCE_MS;
  let latestMs = Math.max(beginMs, before?.latestMs ?? 0);
  const events = found.flatMap((item) => {
    const previous = before?.states.get(item.id);
    const sinceMs = previous ? -Infinity : findNewSinceMs(watched, before);
    const detected = detectOne(item, previous, sinceMs);
    states.set(item.id, detected.state);
    latestMs = Math.max(latestMs, detected.latestMs);
    return detected.events;
  });
  // If a new entity was not read in time, its events still count as new in the next poll.
  const isNewPostponed = postponed.some((id) => !states.has(id));
  if (before && isNewPostponed) latestMs = Math.max(beginMs, before.latestMs);
  return { events, state: { watched, latestMs, states, missing } };
}

/**
 * Returns the time from which events of a new entity are reported; epoch milliseconds. If the choice is new, none of its current
 * events are reported. Otherwise, the entity is new on the platform, and events older than the latest known event are left out.
 */
export function findNewSinceMs(watched: string, before: WatchState<unknown> | undefined): number {
  return before?.watched === watched ? before.latestMs : Infinity;
}
