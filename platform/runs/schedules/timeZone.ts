import { Cache } from '../../common/time/cache';

/** Assumes that offsets change only at :00, :15, :30 and :45, as nearly all do. */
const QUARTER_MS = 15 * 60_000;
const MAX_CACHED_OFFSETS = 5_000;
const MAX_OFFSET_MS = 15 * 3_600_000;

/**
 * Converts between instants and wall times. An instant is in epoch milliseconds. A wall time is what a clock in the zone shows,
 * as the epoch milliseconds at which a clock in UTC shows the same.
 * @throws RangeError if the zone is unknown
 */
export class TimeZone {
  private readonly format: Intl.DateTimeFormat | undefined;
  private readonly offsets = new Cache<number, number>({ size: MAX_CACHED_OFFSETS });

  /** @param zone name, or a fixed offset from UTC in milliseconds */
  constructor(private readonly zone: string | number) {
    if (typeof zone === 'number') return;
    this.format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  }

  /** Returns the offset from UTC in milliseconds. */
  getOffsetMs(ms: number): number {
    if (typeof this.zone === 'number') return this.zone;
    const quarter = Math.floor(ms / QUARTER_MS);
    return this.offsets.getOrSet(quarter, () =>
      parseOffset(this.format?.format(quarter * QUARTER_MS)),
    );
  }

  /** Returns the first instant at which the clock shows a wall time. If the clock skips it, returns the instant of the change. */
  toInstantMs(wallMs: number): number {
    const earliestMs = wallMs - MAX_OFFSET_MS;
    const offsets = [this.getOffsetMs(earliestMs), this.getOffsetMs(wallMs + MAX_OFFSET_MS)];
    const instants = offsets
      .map((offset) => wallMs - offset)
      .filter((ms) => ms + this.getOffsetMs(ms) === wallMs);
    if (instants.length > 0) return Math.min(...instants);
    let ms = Math.floor(earliestMs / QUARTER_MS) * QUARTER_MS;
    while (ms + this.getOffsetMs(ms) <= wallMs) ms += QUARTER_MS;
    return ms;
  }
}

/** Reads the end of a text such as `12/25/2026, GMT+01:00`. */
function parseOffset(text = ''): number {
  const [, sign, ...parts] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part = '0') => Number(part));
  const ms = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return sign === '-' ? -ms : ms;
}
