/** The last moment of JavaScript's `Date`. */
const LAST_MOMENT_MS = 8.64e15;
const EPOCH = /^-?\d{9,}(?:\.\d+)?$/;
const MAX_CHARACTERS = 200;

/** Matches times without an offset, which `Date.parse` would read in the time zone of this machine. */
const WITHOUT_OFFSET = /^\d{4}-\d\d-\d\d[T ][\d:.,]{1,30}$/;

/**
 * Reads a platform's time as epoch milliseconds. A time in ISO 8601 may be followed by a zone in brackets, as a JVM writes it. Without
 * an offset, it is in UTC. The size of a number shows whether it is seconds, milliseconds, microseconds or nanoseconds.
 */
export function parseTimeMs(value: unknown): number | undefined {
  if (typeof value === 'number') return toEpochMs(value);
  if (typeof value !== 'string' || value === '' || value.length > MAX_CHARACTERS) return undefined;
  if (EPOCH.test(value)) return toEpochMs(Number(value));
  const text = removeZoneName(value);
  const ms = Date.parse(WITHOUT_OFFSET.test(text) ? `${text}Z` : text);
  return Number.isNaN(ms) ? undefined : ms;
}

/**
 * Returns a platform's time for the output. Numbers, even as text, become ISO 8601. From other texts, only the name of a zone is
 * removed, because JavaScript cannot read it.
 */
export function formatTime(value: unknown): string | null {
  if (typeof value === 'string' && !EPOCH.test(value)) return removeZoneName(value);
  const ms = parseTimeMs(value);
  return ms === undefined ? null : new Date(ms).toISOString();
}

/** Removes the brackets of `2022-04-28T15:35:32.381Z[UTC]`. */
function removeZoneName(text: string): string {
  const begin = text.endsWith(']') ? text.lastIndexOf('[') : -1;
  return begin === -1 ? text : text.slice(0, begin);
}

/** Today's times have 10 digits in seconds, 13 in milliseconds, and so on. */
function toEpochMs(value: number): number | undefined {
  const size = Math.abs(value);
  const ms =
    size < 1e11 ? value * 1e3 : size < 1e14 ? value : size < 1e17 ? value / 1e3 : value / 1e6;
  return Math.abs(ms) <= LAST_MOMENT_MS ? Math.round(ms) : undefined;
}
