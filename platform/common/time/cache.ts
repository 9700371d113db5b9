import { clock } from './clock';

interface CacheLimits<Value> {
  /** Maximum number of values. The least recently used one is dropped first. */
  size: number;
  /** Unlimited if undefined. */
  ageMs?: number;
  /** Called with a value that is dropped because of `size`. */
  end?: (value: Value) => void;
}

export class Cache<Key, Value> {
  private readonly kept = new Map<Key, { value: Value; untilMs: number }>();

  constructor(private readonly limits: CacheLimits<Value>) {}

  get(key: Key): Value | undefined {
    const found = this.kept.get(key);
    if (!found) return undefined;
    this.kept.delete(key);
    if (found.untilMs <= clock.now()) return undefined;
    this.kept.set(key, found);
    return found.value;
  }

  set(key: Key, value: Value, ageMs = this.limits.ageMs ?? Infinity): void {
    this.kept.delete(key);
    this.kept.set(key, { value, untilMs: clock.now() + ageMs });
    if (this.kept.size > this.limits.size) this.dropOldest();
  }

  getOrSet(key: Key, make: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.set(key, made);
    return made;
  }

  /** @param only if set, another value stays */
  forget(key: Key, only?: Value): void {
    if (only === undefined || this.kept.get(key)?.value === only) this.kept.delete(key);
  }

  private dropOldest(): void {
    const [oldest] = this.kept;
    if (!oldest) return;
    this.kept.delete(oldest[0]);
    this.limits.end?.(oldest[1].value);
  }
}

/** This is long enough while a user types in a picker, and short enough to show a new entry when the user opens it again. */
const KEPT_MS = 5_000;

const lists = new Cache<string, Promise<unknown>>({ size: 20, ageMs: KEPT_MS });

/**
 * Reads a list for a picker once for all callers in this process within a few seconds. Callers must not change it.
 * @param key identifies the login, the address and the list
 */
export async function cachedList<List>(key: string, read: () => Promise<List>): Promise<List> {
  const known = lists.get(key) as Promise<List> | undefined;
  if (known) return await known;
  const reading = read();
  // A slow read must not be started again.
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
