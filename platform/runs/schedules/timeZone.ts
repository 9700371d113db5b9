import { Cache } from '../../common/time/cache';

/** Clocks are put forward or back at a whole quarter of an hour. */
const QUARTER_MS = 15 * 60_000;
const MAX_KEPT_OFFSETS = 5_000;
/** No clock is further from UTC. */
const MAX_OFFSET_MS = 15 * 3_600_000;

/**
 * The clock of a time zone. Instants are epoch milliseconds; a wall time is what the clock shows, as if it were UTC.
 * @throws RangeError if a name is not that of a time zone
 */
export class TimeZone {
  private readonly format: Intl.DateTimeFormat | undefined;
  private readonly offsets = new Cache<number, number>({ size: MAX_KEPT_OFFSETS });

  /** @param zone name, or the milliseconds that a clock is always ahead of UTC */
  constructor(private readonly zone: string | number) {
    if (typeof zone === 'number') return;
    this.format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  }

  /** Returns how many milliseconds the clock is ahead of UTC. */
  offsetAt(ms: number): number {
    if (typeof this.zone === 'number') return this.zone;
    const quarter = Math.floor(ms / QUARTER_MS);
    return this.offsets.getOrSet(quarter, () =>
      offsetIn(this.format?.format(quarter * QUARTER_MS)),
    );
  }

  /** Returns when the clock first shows a wall time, or, if it leaps over it, the moment at which it does. */
  instantOf(wallMs: number): number {
    const earliestMs = wallMs - MAX_OFFSET_MS;
    const offsets = [this.offsetAt(earliestMs), this.offsetAt(wallMs + MAX_OFFSET_MS)];
    const shown = offsets
      .map((offset) => wallMs - offset)
      .filter((ms) => ms + this.offsetAt(ms) === wallMs);
    if (shown.length > 0) return Math.min(...shown);
    let ms = Math.floor(earliestMs / QUARTER_MS) * QUARTER_MS;
    while (ms + this.offsetAt(ms) <= wallMs) ms += QUARTER_MS;
    return ms;
  }
}

/** Reads the end of a text such as `12/25/2026, GMT+01:00`. */
function offsetIn(text = ''): number {
  const [, sign, ...parts] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part = '0') => Number(part));
  const ms = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return sign === '-' ? -ms : ms;
}
