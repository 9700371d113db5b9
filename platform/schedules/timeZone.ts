import { Cache } from '../time/cache';

const HOUR_MS = 3_600_000;
/** Within so long a zone does not change its clock twice. */
const SLOT_MS = 6 * HOUR_MS;
/** No clock is further from UTC. */
const FURTHEST_MS = 15 * HOUR_MS;
const MAX_SLOTS = 5_000;

/**
 * The clock of a time zone. Instants are epoch milliseconds; a wall time is what the clock shows, as if it were UTC.
 * @throws RangeError for a name that is no time zone
 */
export class TimeZone {
  private readonly format: Intl.DateTimeFormat | undefined;
  private readonly atSlot = new Cache<number, number>({ size: MAX_SLOTS });

  /** @param zone its name, or for one that never changes how far it is ahead of UTC, in milliseconds */
  constructor(private readonly zone: string | number) {
    if (typeof zone === 'number') return;
    this.format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
  }

  /** How far the clock is ahead of UTC, in milliseconds. */
  offsetAt(ms: number): number {
    if (typeof this.zone === 'number') return this.zone;
    const slot = Math.floor(ms / SLOT_MS);
    const [start, end] = [slot, slot + 1].map((each) =>
      this.atSlot.getOrSet(each, () => this.exactOffset(each * SLOT_MS)),
    );
    return start !== undefined && start === end ? start : this.exactOffset(ms);
  }

  /**
   * When the clock shows a time. What it shows twice counts when it is shown first; what it never shows, because it was
   * put forward, counts at the moment of that.
   */
  instantOf(wallMs: number): number {
    const [earliest, latest] = [wallMs - FURTHEST_MS, wallMs + FURTHEST_MS];
    const offsets = [this.offsetAt(earliest), this.offsetAt(latest)];
    const shown = offsets
      .map((offset) => wallMs - offset)
      .filter((ms) => ms + this.offsetAt(ms) === wallMs);
    return shown.length > 0 ? Math.min(...shown) : this.changeBetween(earliest, latest, wallMs);
  }

  /** The first moment at which the clock shows a later time than one that it never shows. */
  private changeBetween(earliestMs: number, latestMs: number, wallMs: number): number {
    let [before, after] = [Math.floor(earliestMs / 1000), Math.ceil(latestMs / 1000)];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      const isAfter = middle * 1000 + this.offsetAt(middle * 1000) > wallMs;
      if (isAfter) after = middle;
      else before = middle;
    }
    return after * 1000;
  }

  private exactOffset(ms: number): number {
    const part = new Map(
      (this.format?.formatToParts(ms) ?? []).map(({ type, value }) => [type, value]),
    );
    const [year, month, day, hour, minute, second] = (
      ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
    ).map((type) => Number(part.get(type)));
    const shown = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
    return shown - Math.floor(ms / 1000) * 1000;
  }
}
