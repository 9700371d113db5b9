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
const MAX_KEPT = 10;
const MAX_NAMED = 10;

const kept = new Cache<string, QuietDates>({ size: MAX_KEPT });

/**
 * Reads dates (2026-12-25) and ranges (2026-12-24..2027-01-01, the last day included), separated by commas or lines, with
 * comments after `#`; or an iCalendar file (RFC 5545).
 * @throws InvalidInputError with the number of the line that cannot be read
 */
export function readQuietDates(text: string): QuietDates {
  if (text.length > MAX_CHARACTERS) throw tooLarge(`${MAX_CHARACTERS} characters`);
  const year = new Date(clock.now()).getUTCFullYear();
  return kept.getOrSet(`${year} ${text}`, () => {
    const isCalendar = /^\s*BEGIN:VCALENDAR\b/i.test(text);
    const { spans, skipped } = isCalendar
      ? readCalendar(text, year)
      : { spans: readLines(text), skipped: [] };
    if (spans.length > MAX_SPANS) throw tooLarge(`${MAX_SPANS} dates`);
    return new QuietDates(spans, skipped);
  });
}

export function skippedEventsText({ skipped }: QuietDates): string | undefined {
  if (skipped.length === 0) return undefined;
  const count = formatCount(skipped.length, 'event');
  return `Skipped ${count} of the iCalendar file in "Quiet Dates": only whole days count, once or every year. ${listFirst(skipped, MAX_NAMED)}.`;
}

export interface QuietRule {
  dates: QuietDates;
  /** For ages and durations, which have no time zone of their own. */
  zone: TimeZone;
}

export function readQuietRule(text: string, timezone: string): QuietRule {
  return { dates: readQuietDates(text), zone: requireZone(timezone) };
}

function tooLarge(limit: string): InvalidInputError {
  return new InvalidInputError(
    `"Quiet Dates" has more than ${limit}`,
    'Keep only the dates of this year and the next.',
  );
}

function readLines(text: string): Span[] {
  return text.split(/\r\n|\n|\r/).flatMap((line, index) => {
    const [dates = ''] = line.split('#', 1);
    return dates
      .split(/[,;]/)
      .map((entry) => entry.trim())
      .filter(Boolean)
      .map((entry) => readEntry(entry, index + 1));
  });
}

const RANGE = /^(\d{4}-\d\d-\d\d)(?: {0,9}(?:\.{2,3}|\/|-|–|—|to) {0,9}(\d{4}-\d\d-\d\d))?$/;

function readEntry(entry: string, line: number): Span {
  const [, first, last = first] = RANGE.exec(entry) ?? [];
  const [fromMs, lastMs] = [parseDayMs(first), parseDayMs(last)];
  const failed = (why: string) =>
    new InvalidInputError(
      `Line ${line} of "Quiet Dates": "${excerpt(entry)}" ${why}`,
      'Enter dates such as 2026-12-25 and ranges such as 2026-12-24..2027-01-01, with commas or new lines between them, or the text of an iCalendar file.',
    );
  if (fromMs === undefined || lastMs === undefined) throw failed('is not a date or range of dates');
  if (lastMs < fromMs) throw failed('ends before it begins');
  return { fromMs, untilMs: lastMs + DAY_MS };
}
