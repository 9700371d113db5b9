import { clock } from './clock';

interface CacheLimits<Value> {
  /** Maximum number of values; the one unused for longest goes first. */
  size: number;
  /** Milliseconds; without an end if undefined. */
  ageMs?: number;
  /** Called with a value that had to make room. */
  end?: (value: Value) => void;
}

/** Keeps values by key, the most recently used ones for a limited time. */
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

  /** @param ageMs time for which this value is kept */
  set(key: Key, value: Value, ageMs = this.limits.ageMs ?? Infinity): void {
    this.kept.delete(key);
    this.kept.set(key, { value, untilMs: clock.now() + ageMs });
    if (this.kept.size > this.limits.size) this.dropOldest();
  }

  /** Returns the kept value, or makes and keeps one. */
  getOrSet(key: Key, make: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.set(key, made);
    return made;
  }

  /** @param only the value to forget; another one stays */
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

/** Long enough for a user who types in a picker, short enough to show a new entry when the user looks again. */
const KEPT_MS = 5_000;

const lists = new Cache<string, Promise<unknown>>({ size: 20, ageMs: KEPT_MS });

/**
 * Reads a list to choose from, once for all callers in this process within a few seconds. Callers must not change it.
 * @param key names the login, the address and the list
 */
export async function cachedList<List>(key: string, read: () => Promise<List>): Promise<List> {
  const known = lists.get(key) as Promise<List> | undefined;
  if (known) return await known;
  const reading = read();
  // A slow read is not started a second time.
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
