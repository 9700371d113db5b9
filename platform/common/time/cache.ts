import { clock } from './clock';

interface CacheLimits<Value> {
  /** Maximum number of values. The least recently used one is dropped first. */
  size: number;
  /** Maximum age of a value. Unlimited if undefined. */
  ageMs?: number;
  /** Called with a value that is dropped because there are more than `size`. */
  onDrop?: (value: Value) => void;
}

export class Cache<Key, Value> {
  private readonly entries = new Map<Key, { value: Value; untilMs: number }>();

  constructor(private readonly limits: CacheLimits<Value>) {}

  get(key: Key): Value | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    if (entry.untilMs <= clock.now()) return undefined;
    this.entries.set(key, entry);
    return entry.value;
  }

  set(key: Key, value: Value, ageMs = this.limits.ageMs ?? Infinity): void {
    this.entries.delete(key);
    this.entries.set(key, { value, untilMs: clock.now() + ageMs });
    const [oldest] = this.entries;
    if (!oldest || this.entries.size <= this.limits.size) return;
    this.entries.delete(oldest[0]);
    this.limits.onDrop?.(oldest[1].value);
  }

  getOrSet(key: Key, make: () => Value): Value {
    const cached = this.get(key);
    if (cached !== undefined) return cached;
    const made = make();
    this.set(key, made);
    return made;
  }

  /** @param expected if set, a different value is kept */
  forget(key: Key, expected?: Value): void {
    if (expected === undefined || this.entries.get(key)?.value === expected)
      this.entries.delete(key);
  }
}

/** Covers the time in which a user types in a picker. A picker that is opened again later shows new entries. */
const MAX_LIST_AGE_MS = 5_000;

const lists = new Cache<string, Promise<unknown>>({ size: 20, ageMs: MAX_LIST_AGE_MS });

/**
 * Reads a list for a picker once for all callers in this process within a few seconds. Callers must not change the list.
 * @param key identifies the login, the address and the list
 */
export async function readCachedList<List>(key: string, read: () => Promise<List>): Promise<List> {
  const cached = lists.get(key) as Promise<List> | undefined;
  if (cached) return await cached;
  const reading = read();
  // Until the read has ended, the age of the list does not count, so that a slow read is not started again.
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
