/** The last moment that JavaScript has a date for, epoch milliseconds. */
const LAST_MOMENT_MS = 8.64e15;
const EPOCH = /^-?\d{9,}(?:\.\d+)?$/;
/** No time is written in more. */
const MAX_CHARACTERS = 200;

/** A date and a time that would be read by the clock of this machine. */
const WITHOUT_OFFSET = /^\d{4}-\d\d-\d\d[T ][\d:.,]{1,30}$/;

/**
 * Returns epoch milliseconds of a time that a platform gave. Some add a zone in brackets to ISO 8601, as a JVM does; without
 * an offset, it is UTC. The size of a number decides whether it is seconds, milliseconds, microseconds or nanoseconds.
 */
export function timeMs(value: unknown): number | undefined {
  if (typeof value === 'number') return epochMs(value);
  if (typeof value !== 'string' || value === '' || value.length > MAX_CHARACTERS) return undefined;
  if (EPOCH.test(value)) return epochMs(Number(value));
  const text = withoutZoneName(value);
  const ms = Date.parse(WITHOUT_OFFSET.test(text) ? `${text}Z` : text);
  return Number.isNaN(ms) ? undefined : ms;
}

/**
 * Returns a time as it is put out: numbers, also those given as text, as ISO 8601, other texts as the platform gives them, but
 * without the name of a zone, with which JavaScript reads no time.
 */
export function timeText(value: unknown): string | null {
  if (typeof value === 'string' && !EPOCH.test(value)) return withoutZoneName(value);
  const ms = timeMs(value);
  return ms === undefined ? null : new Date(ms).toISOString();
}

/** `2022-04-28T15:35:32.381Z[UTC]` without what is in brackets. */
function withoutZoneName(text: string): string {
  const begin = text.endsWith(']') ? text.lastIndexOf('[') : -1;
  return begin === -1 ? text : text.slice(0, begin);
}

/** Ten digits are seconds of our time, thirteen milliseconds, and so on in steps of a thousand. */
function epochMs(value: number): number | undefined {
  const size = Math.abs(value);
  const ms =
    size < 1e11 ? value * 1e3 : size < 1e14 ? value : size < 1e17 ? value / 1e3 : value / 1e6;
  return Math.abs(ms) <= LAST_MOMENT_MS ? Math.round(ms) : undefined;
}
