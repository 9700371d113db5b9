import { InvalidInputError } from '../errors/errors';
import { cleanName } from '../text/text';

/** A time that a user gave, in epoch milliseconds. */
export interface UserTime {
  ms: number;
  /** Whether it has no offset: `ms` is then the local time, read as if it were UTC. */
  isLocal: boolean;
}

/** ISO 8601: a date, or a date and a time with or without an offset. A platform adds a zone in brackets to the offset. */
const ISO =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(?:(Z|[+-]\d\d(?::?\d\d)?)(?:\[[^\]]{1,50}\])?)?)?$/i;

/**
 * Reads a date of a user. Other formats are refused: 01/11/2026 is a different day in different countries.
 * @param value ISO 8601, or a `Date`
 * @throws InvalidInputError naming the field
 */
export function readUserTime(value: unknown, field: string): UserTime {
  const isDate = value instanceof Date && !Number.isNaN(value.getTime());
  const text = isDate ? value.toISOString() : typeof value === 'string' ? value.trim() : '';
  const [, date, time = '00:00', offset] = ISO.exec(text.slice(0, MAX_CHARACTERS)) ?? [];
  const ms =
    dayMs(date) === undefined ? Number.NaN : Date.parse(`${date}T${time}${fullOffset(offset)}`);
  if (!Number.isNaN(ms)) return { ms, isLocal: offset === undefined };
  const shown = typeof value === 'number' ? String(value) : `"${cleanName(text)}"`;
  throw new InvalidInputError(
    `"${field}" must be a date such as 2026-11-01 or 2026-11-01T06:00:00, not ${shown}`,
    'Use ISO 8601: year, month and day, then the time if needed. Nothing was sent for this item.',
  );
}

/** Returns the start of a day in UTC; undefined for a date that no calendar has, such as 2026-11-31. */
export function dayMs(date: string | undefined): number | undefined {
  const ms = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(`${date}T`) ? ms : undefined;
}

/** Longer than any time. */
const MAX_CHARACTERS = 100;

/** `+02` and `+0200` as JavaScript reads them. */
function fullOffset(offset = 'Z'): string {
  const [, hours, minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(offset) ?? [];
  return hours === undefined ? 'Z' : `${hours}:${minutes}`;
}
