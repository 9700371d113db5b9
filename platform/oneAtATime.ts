/** The last piece of work that holds each key. */
const holders = new Map<string, Promise<void>>();

/** Does work once no earlier work that shares a key with it goes on; work with other keys is not waited for. */
export async function oneAtATime<Result>(
  keys: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const own = [...new Set(keys)];
  const earlier = own.map((key) => holders.get(key));
  const result = Promise.all(earlier).then(work);
  const ended = result.then(nothing, nothing);
  for (const key of own) holders.set(key, ended);
  try {
    return await result;
  } finally {
    for (const key of own) if (holders.get(key) === ended) holders.delete(key);
  }
}

const nothing = () => undefined;
