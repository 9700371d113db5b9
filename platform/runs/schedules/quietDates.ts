import type { TimeZone } from './timeZone';

/** Epoch milliseconds, or wall times in milliseconds; `untilMs` is not included. */
export interface Span {
  fromMs: number;
  untilMs: number;
}

/** Dates on which nothing is due. Spans are in wall time (see `TimeZone`), so they begin at another instant in each time zone. */
export class QuietDates {
  private readonly byZone = new WeakMap<TimeZone, QuietTimes>();

  /** @param skipped names of the skipped events of an iCalendar file */
  constructor(
    private readonly spans: readonly Span[],
    readonly skipped: readonly string[] = [],
  ) {}

  in(zone: TimeZone): QuietTimes {
    const cached = this.byZone.get(zone);
    if (cached) return cached;
    const times = new QuietTimes(
      this.spans.map(({ fromMs, untilMs }) => ({
        fromMs: zone.toInstantMs(fromMs),
        untilMs: zone.toInstantMs(untilMs),
      })),
    );
    this.byZone.set(zone, times);
    return times;
  }
}

export const NEVER_QUIET = new QuietDates([]);

/** Quiet dates in one time zone. All times are epoch milliseconds. */
export class QuietTimes {
  private readonly spans: Span[] = [];

  constructor(spans: readonly Span[]) {
    for (const span of [...spans].sort((a, b) => a.fromMs - b.fromMs)) {
      const last = this.spans.at(-1);
      if (last && span.fromMs <= last.untilMs) last.untilMs = Math.max(last.untilMs, span.untilMs);
      else this.spans.push({ ...span });
    }
  }

  includes(ms: number): boolean {
    const span = this.spans[this.findFirstEndingAfter(ms)];
    return span !== undefined && span.fromMs <= ms;
  }

  /** Adds a duration to a moment without counting quiet times. The result is never in a quiet time. */
  addDuration(fromMs: number, durationMs: number): number {
    let endMs = fromMs + durationMs;
    for (const span of this.spans.slice(this.findFirstEndingAfter(fromMs))) {
      if (span.fromMs > endMs) break;
      endMs += span.untilMs - Math.max(span.fromMs, fromMs);
    }
    return endMs;
  }

  /** Returns an index in `spans`. The search is binary, because there may be thousands of spans and due times. */
  private findFirstEndingAfter(ms: number): number {
    let [low, high] = [0, this.spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.spans[middle]?.untilMs ?? Infinity) > ms) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
