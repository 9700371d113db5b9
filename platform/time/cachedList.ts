import { Cache } from './cache';

/** While somebody types in a picker, or several people open it, and short enough that something new is there when they look again. */
export const KEPT_MS = 5_000;

const lists = new Cache<string, Promise<unknown>>({ size: 20, ageMs: KEPT_MS });

/**
 * A list for somebody to choose from, read once for all in this process who want it within a few seconds. It must not be
 * changed by those who get it.
 * @param key of the login, the place that is asked, and the list
 */
export async function cachedList<List>(key: string, read: () => Promise<List>): Promise<List> {
  const known = lists.get(key) as Promise<List> | undefined;
  if (known) return await known;
  const reading = read();
  // However long it takes, it is not begun a second time.
  lists.set(key, reading, Infinity);
  try {
    const list = await reading;
    lists.set(key, reading);
    return list;
  } catch (error) {
    lists.forget(key, reading);
    throw error;
  }
}
