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
