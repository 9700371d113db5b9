import { clock } from './clock';

/** How much a cache keeps, and for how long. */
interface CacheLimits<Value> {
  /** How many values at most; the one unused for longest goes first. */
  size: number;
  /** For how long in milliseconds. Default: for as long as there is room. */
  ageMs?: number;
  /** Ends a value that has to make room. */
  end?: (value: Value) => void;
}

/** What was found out before, so that it is not asked for or made again. */
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

  /** @param ageMs for how long this one is kept */
  set(key: Key, value: Value, ageMs = this.limits.ageMs ?? Infinity): void {
    this.kept.delete(key);
    this.kept.set(key, { value, untilMs: clock.now() + ageMs });
    if (this.kept.size > this.limits.size) this.dropOldest();
  }

  /** What is kept, or else what `make` makes, which is kept from then on. */
  getOrSet(key: Key, make: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.set(key, made);
    return made;
  }

  /** @param only forgets nothing where something else is kept by now */
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

/** While somebody types in a picker, or several people open it, and short enough that something new is there when they look again. */
const KEPT_MS = 5_000;

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
