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
