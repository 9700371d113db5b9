import type { TimeZone } from './timeZone';

/** From a moment up to another, which is left out. Epoch milliseconds; of whole days, as if in UTC. */
export interface Span {
  fromMs: number;
  untilMs: number;
}

/** Dates on which nothing is due: each zone has its own hours of a date. */
export class QuietDates {
  private readonly byZone = new WeakMap<TimeZone, QuietTimes>();

  /** @param skipped names of the events of an iCalendar file that do not count */
  constructor(
    private readonly spans: readonly Span[],
    readonly skipped: readonly string[] = [],
  ) {}

  in(zone: TimeZone): QuietTimes {
    const known = this.byZone.get(zone);
    if (known) return known;
    const times = new QuietTimes(
      this.spans.map(({ fromMs, untilMs }) => ({
        fromMs: zone.instantOf(fromMs),
        untilMs: zone.instantOf(untilMs),
      })),
    );
    this.byZone.set(zone, times);
    return times;
  }
}

export const NEVER_QUIET = new QuietDates([]);

/** Quiet dates by the clock of one zone. All times are epoch milliseconds. */
export class QuietTimes {
  /** In order, none touches another. */
  private readonly spans: Span[] = [];

  constructor(spans: readonly Span[]) {
    for (const span of [...spans].sort((a, b) => a.fromMs - b.fromMs)) {
      const last = this.spans.at(-1);
      if (last && span.fromMs <= last.untilMs) last.untilMs = Math.max(last.untilMs, span.untilMs);
      else this.spans.push({ ...span });
    }
  }

  includes(ms: number): boolean {
    const span = this.spans[this.firstEndingAfter(ms)];
    return span !== undefined && span.fromMs <= ms;
  }

  /** When so many milliseconds have passed since a moment, without those that are quiet: this moment never is. */
  after(fromMs: number, durationMs: number): number {
    let endMs = fromMs + durationMs;
    for (let index = this.firstEndingAfter(fromMs); index < this.spans.length; index++) {
      const span = this.spans[index];
      if (!span || span.fromMs > endMs) break;
      endMs += span.untilMs - Math.max(span.fromMs, fromMs);
    }
    return endMs;
  }

  private firstEndingAfter(ms: number): number {
    let [low, high] = [0, this.spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.spans[middle]?.untilMs ?? Infinity) > ms) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
