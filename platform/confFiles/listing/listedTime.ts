/** The greatest and least time that a Date can hold, in milliseconds since 1970. */
const MOST_MILLISECONDS = 8.64e15;

/** From which number on the count since 1970 is in the next smaller unit: each limit is the year 5138 in the one before. */
const UNITS = [
  { below: 1e11, perMillisecond: 1e-3 },
  { below: 1e14, perMillisecond: 1 },
  { below: 1e17, perMillisecond: 1e3 },
  { below: 1e20, perMillisecond: 1e6 },
];

/**
 * Reads a time of a listing: a date as text, or seconds, milliseconds, microseconds or nanoseconds since 1970.
 * @returns ISO 8601; undefined for what is no time
 */
export function readListedTime(time: unknown): string | undefined {
  const milliseconds = millisecondsOf(time);
  if (milliseconds === undefined || !(Math.abs(milliseconds) <= MOST_MILLISECONDS))
    return undefined;
  return new Date(milliseconds).toISOString();
}

function millisecondsOf(time: unknown): number | undefined {
  if (typeof time === 'number') return sinceEpoch(time);
  if (typeof time !== 'string') return undefined;
  if (/^\d{1,20}(?:\.\d{1,20})?$/.test(time)) return sinceEpoch(Number(time));
  // Without a year, Date.parse finds a date in almost any text that has a number.
  return /\d{4}/.test(time) && time.length <= 100 ? Date.parse(time) : undefined;
}

function sinceEpoch(count: number): number | undefined {
  if (!(count >= 0)) return undefined;
  const unit = UNITS.find(({ below }) => count < below);
  return unit && count / unit.perMillisecond;
}
