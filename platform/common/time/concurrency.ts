import { waitUnlessCancelled } from './cancel';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Runs at most `limit` pieces of work at once. Results have the order of the entries. After a failure, no more work is started,
 * and the failure is thrown when the work in flight has ended.
 */
export async function mapConcurrently<Entry, Result>(
  entries: readonly Entry[],
  limit: number,
  work: (entry: Entry, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(entries.length);
  const failures = new Map<number, unknown>();
  let next = 0;
  const worker = async () => {
    while (next < entries.length && failures.size === 0) {
      const index = next++;
      try {
        results[index] = await work(entries[index] as Entry, index);
      } catch (error) {
        failures.set(index, error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, entries.length) }, worker));
  if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
  return results;
}

/** Returns a function that runs at most `limit` pieces of work at once, in the order of the calls. */
export function limitTo(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let free = limit;
  const queue: Array<() => void> = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free++;
    }
  };
}

/** For each key, a promise that resolves when the last piece of work with this key has ended. */
const lastWorkByKey = new Map<string, Promise<void>>();

interface TurnOptions {
  /** Ends the wait. Work that has begun continues. */
  signal?: AbortSignal;
  /** Called if earlier work must end first. */
  onWait?: () => void;
}

/**
 * Runs work after all earlier work that shares a key with it.
 * @throws CancelledError if the signal fires before its turn
 */
export async function runInTurn<Result>(
  keys: readonly string[],
  work: () => Promise<Result>,
  { signal, onWait }: TurnOptions = {},
): Promise<Result> {
  const uniqueKeys = [...new Set(keys)];
  const earlier = uniqueKeys.flatMap((key) => lastWorkByKey.get(key) ?? []);
  if (earlier.length > 0) onWait?.();
  const turn = Promise.all(earlier);
  const result = waitUnlessCancelled(turn, signal).then(work);
  // `ended` includes `turn`, so that later work waits for the earlier work even if this call is canceled.
  const ended = Promise.all([turn, result.catch(ignore)]).then(ignore);
  for (const key of uniqueKeys) lastWorkByKey.set(key, ended);
  void ended.then(() => {
    for (const key of uniqueKeys) if (lastWorkByKey.get(key) === ended) lastWorkByKey.delete(key);
  });
  return await result;
}

const ignore = () => undefined;

const MAX_TURN_MS = 25;

/** Returns a function that lets n8n do other work, and notice a cancel, during long synchronous work. */
export function createEventLoopYielder(): () => Promise<void> {
  let lastMs = Date.now();
  return async () => {
    if (Date.now() - lastMs < MAX_TURN_MS) return;
    await nextTurn();
    lastMs = Date.now();
  };
}
