import { unlessCancelled } from './cancel';

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
