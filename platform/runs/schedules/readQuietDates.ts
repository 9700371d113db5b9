import { InvalidInputError } from '../../common/errors/errors';
import { parseDayMs } from '../../common/input/userTime';
import { formatCount, listFirst } from '../../common/text/amounts';
import { excerpt } from '../../common/text/text';
import { Cache } from '../../common/time/cache';
import { clock } from '../../common/time/clock';
import { readCalendar } from './calendarFile';
import { QuietDates, type Span } from './quietDates';
import { requireZone } from './scheduleReader';
import type { TimeZone } from './timeZone';

const DAY_MS = 24 * 3_600_000;
const MAX_CHARACTERS = 1_000_000;
const MAX_SPANS = 10_000;
const MAX_CACHED = 10;
const MAX_NAMED_EVENTS = 10;

const cache = new Cache<string, QuietDates>({ size: MAX_CACHED });

/**
 * Reads an iCalendar file (RFC 5545), or dates (2026-12-25) and ranges (2026-12-24..2027-01-01, including the last day) that are
 * separated by commas or new lines, with comments after `#`.
 * @throws InvalidInputError if the text cannot be read or is too long
 */
export function readQuietDates(text: string): QuietDates {
  if (text.length > MAX_CHARACTERS) throw tooLargeError(`${MAX_CHARACTERS} characters`);
  const year = new Date(clock.now()).getUTCFullYear();
  return cache.getOrSet(`${year} ${text}`, () => {
    const isCalendar = /^\s*BEGIN:VCALENDAR\b/i.test(text);
    const { spans, skipped } = isCalendar
      ? readCalendar(text, year)
      : { spans: readDateLines(text), skipped: [] };
    if (spans.length > MAX_SPANS) throw tooLargeError(`${MAX_SPANS} dates`);
    return new QuietDates(spans, skipped);
  });
}

export function describeSkippedEvents({ skipped }: QuietDates): string | undefined {
  if (skipped.length === 0) return undefined;
  const count = formatCount(skipped.length, 'event');
  return `Skipped ${count} of the iCalendar file in "Quiet Dates": ${listFirst(skipped, MAX_NAMED_EVENTS)}. Only whole days count, once or every year on the same date.`;
}

export interface QuietRule {
  dates: QuietDates;
  /** Used for ages and durations, which have no time zone of their own. */
  zone: TimeZone;
}

export function readQuietRule(text: string, timezone: string): QuietRule {
  return { dates: readQuietDates(text), zone: requireZone(timezone) };
}

function tooLargeError(limit: string): InvalidInputError {
  return new InvalidInputError(
    `"Quiet Dates" has more than ${limit}`,
    'Keep only the dates of this year and the next.',
  );
}

function readDateLines(text: string): Span[] {
  return text.split(/\r\n|\n|\r/).flatMap((line, index) => {
    const [dates = ''] = line.split('#', 1);
    return dates
      .split(/[,;]/)
      .map((entry) => entry.trim())
      .filter(Boolean)
      .map((entry) => readDateOrRange(entry, index + 1));
  });
}

const DATES = /^(\d{4}-\d\d-\d\d)(?: {0,9}(?:\.{2,3}|\/|-|–|—|to) {0,9}(\d{4}-\d\d-\d\d))?$/;

function readDateOrRange(entry: string, line: number): Span {
  const [, first, last = first] = DATES.exec(entry) ?? [];
  const [fromMs, lastMs] = [parseDayMs(first), parseDayMs(last)];
  const invalid = (problem: string) =>
    new InvalidInputError(
      `Line ${line} of "Quiet Dates": "${excerpt(entry)}" ${problem}`,
      'Enter dates such as 2026-12-25 and ranges such as 2026-12-24..2027-01-01, with commas or new lines between them, or the text of an iCalendar file.',
    );
  if (fromMs === undefined || lastMs === undefined)
    throw invalid('is not a date or range of dates');
  if (lastMs < fromMs) throw invalid('ends before it begins');
  return { fromMs, untilMs: lastMs + DAY_MS };
}
