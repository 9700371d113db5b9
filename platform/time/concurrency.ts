import { unlessCancelled } from './cancel';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Does work on each entry, at most so many at once; results keep the order of the entries.
 * The first failure stops further work and is thrown once what was under way has ended.
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

/** Lets at most so many pieces of work go on at once; the others wait for their turn, first come, first served. */
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

/** The last piece of work that holds each key. */
const holders = new Map<string, Promise<void>>();

interface Turn {
  /** Gives up waiting; work that has begun goes on. */
  signal?: AbortSignal;
  /** Called where earlier work is waited for. */
  onWait?: () => void;
}

/**
 * Does work once no earlier work that shares a key with it goes on; work with other keys is not waited for.
 * @throws CancelledError where the signal fires before its turn
 */
export async function oneAtATime<Result>(
  keys: readonly string[],
  work: () => Promise<Result>,
  { signal, onWait }: Turn = {},
): Promise<Result> {
  const own = [...new Set(keys)];
  const earlier = own.flatMap((key) => holders.get(key) ?? []);
  if (earlier.length > 0) onWait?.();
  const turn = Promise.all(earlier);
  const result = unlessCancelled(turn, signal).then(work);
  // Who gives up waiting lets nobody behind it go first.
  const ended = Promise.all([turn, result.catch(nothing)]).then(nothing);
  for (const key of own) holders.set(key, ended);
  void ended.then(() => {
    for (const key of own) if (holders.get(key) === ended) holders.delete(key);
  });
  return await result;
}

const nothing = () => undefined;

const MAX_TURN_MS = 25;

/** Lets n8n do its other work, and hear of a cancel, in the middle of work that never waits. */
export function eventLoopYielder(): () => Promise<void> {
  let lastMs = Date.now();
  return async () => {
    if (Date.now() - lastMs < MAX_TURN_MS) return;
    await nextTurn();
    lastMs = Date.now();
  };
}
