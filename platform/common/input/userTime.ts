import { InvalidInputError } from '../errors/errors';
import { cleanName } from '../text/text';

export interface UserTime {
  /** Epoch milliseconds. */
  ms: number;
  /** True if the time has no offset. Then `ms` is the local time, read as if it were UTC. */
  isLocal: boolean;
}

const MAX_TIME_CHARACTERS = 100;
/** Matches ISO 8601. The time and the offset may be missing. Platforms add a time zone in brackets to the offset. */
const ISO_8601 =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(?:(Z|[+-]\d\d(?::?\d\d)?)(?:\[[^\]]{1,50}\])?)?)?$/i;

/**
 * Accepts only ISO 8601 and `Date`, because 01/11/2026 is a different day in different countries.
 * @throws InvalidInputError with the name of the field
 */
export function readUserTime(value: unknown, field: string): UserTime {
  const isDate = value instanceof Date && !Number.isNaN(value.getTime());
  const text = isDate ? value.toISOString() : typeof value === 'string' ? value.trim() : '';
  const [, date, time = '00:00', offset] = ISO_8601.exec(text.slice(0, MAX_TIME_CHARACTERS)) ?? [];
  const ms =
    parseDayMs(date) === undefined
      ? Number.NaN
      : Date.parse(`${date}T${time}${completeOffset(offset)}`);
  if (!Number.isNaN(ms)) return { ms, isLocal: offset === undefined };
  const shown = typeof value === 'number' ? String(value) : `"${cleanName(text)}"`;
  throw new InvalidInputError(
    `"${field}" must be a date such as 2026-11-01 or 2026-11-01T06:00:00, not ${shown}`,
    'Use ISO 8601: year, month and day, then the time if needed. Nothing was sent for this item.',
  );
}

/** Returns the start of a day in UTC; undefined for a date that does not exist, such as 2026-11-31. */
export function parseDayMs(date: string | undefined): number | undefined {
  const ms = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(`${date}T`) ? ms : undefined;
}

/** JavaScript does not read `+02` and `+0200`. */
function completeOffset(offset = 'Z'): string {
  const [, hours, minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(offset) ?? [];
  return hours === undefined ? 'Z' : `${hours}:${minutes}`;
}
