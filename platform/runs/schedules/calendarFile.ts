import { InvalidInputError } from '../../common/errors/errors';
import { parseDayMs } from '../../common/input/userTime';
import { cleanName, excerpt } from '../../common/text/text';
import type { Span } from './quietDates';

const DAY_MS = 24 * 3_600_000;

/** A yearly event is repeated in this many years before and after the current one. */
const YEARS_BEFORE = 2;
const YEARS_AFTER = 1;

/** Values by property name. Of several values, the first counts. */
type CalendarEvent = ReadonlyMap<string, string>;

/**
 * Reads the events of an iCalendar file (RFC 5545) that take whole days, once or every year on the same date. It skips other events,
 * and ignores canceled ones.
 * @returns days of the events, and names of the skipped events
 * @throws InvalidInputError if the file is cut off
 */
export function readCalendar(text: string, year: number) {
  const spans: Span[] = [];
  const skipped: string[] = [];
  for (const event of parseEvents(text)) {
    if (event.get('STATUS')?.toUpperCase() === 'CANCELLED') continue;
    const days = readDays(event, year);
    if (days) spans.push(...days);
    else skipped.push(describeEvent(event));
  }
  return { spans, skipped };
}

function parseEvents(text: string): CalendarEvent[] {
  const events: CalendarEvent[] = [];
  const open: string[] = [];
  let event = new Map<string, string>();
  // A line that begins with a space or a tab continues the one before.
  const unfolded = text.replace(/\r\n?/g, '\n').replace(/\n[ \t]/g, '');
  for (const line of unfolded.split('\n')) {
    const [, written = '', value = ''] = /^\s*([A-Z-]+)(?:;[^:]*)?:(.*)$/i.exec(line) ?? [];
    const name = written.toUpperCase();
    if (name === 'BEGIN') {
      open.push(value.trim().toUpperCase());
      if (open.at(-1) === 'VEVENT') event = new Map();
    } else if (name === 'END') {
      if (open.pop() === 'VEVENT') events.push(event);
    } else if (open.at(-1) === 'VEVENT' && !event.has(name)) {
      event.set(name, value.trim());
    }
  }
  if (open.length === 0) return events;
  throw new InvalidInputError(
    'The iCalendar file in "Quiet Dates" is cut off',
    `Copy the whole file, up to END:VCALENDAR, or enter the dates themselves, such as 2026-12-25. The end of ${excerpt(open.at(-1) ?? '', [], 50)} is missing.`,
  );
}

const UNSUPPORTED_PROPERTIES = ['RDATE', 'EXDATE', 'EXRULE', 'RECURRENCE-ID', 'DURATION'];

/** Returns undefined for an event to skip. */
function readDays(event: CalendarEvent, year: number): Span[] | undefined {
  const fromMs = parseDateMs(event.get('DTSTART'));
  const endMs = event.has('DTEND') ? parseDateMs(event.get('DTEND')) : fromMs;
  if (fromMs === undefined || endMs === undefined || endMs < fromMs) return undefined;
  if (UNSUPPORTED_PROPERTIES.some((name) => event.has(name))) return undefined;
  // DTEND is the day after the last one, but some calendars write the same day as DTSTART for an event of one day.
  const lengthMs = Math.max(endMs - fromMs, DAY_MS);
  const rule = event.get('RRULE');
  if (rule === undefined) return [{ fromMs, untilMs: fromMs + lengthMs }];
  const lastDayMs = parseLastDayMs(rule, fromMs);
  if (lastDayMs === undefined) return undefined;
  const date = new Date(fromMs).toISOString().slice(4, 10);
  return Array.from(
    { length: YEARS_BEFORE + 1 + YEARS_AFTER },
    (_, index) => `${year - YEARS_BEFORE + index}${date}`,
  )
    .flatMap((day) => parseDayMs(day) ?? [])
    .filter((ms) => ms >= fromMs && ms <= lastDayMs)
    .map((ms) => ({ fromMs: ms, untilMs: ms + lengthMs }));
}

/** Returns the last day of a yearly rule, `Infinity` for one without an end, or undefined for any other rule. */
function parseLastDayMs(rule: string, fromMs: number): number | undefined {
  const date = new Date(fromMs);
  const allowed = new Map([
    ['FREQ', 'YEARLY'],
    ['INTERVAL', '1'],
    ['BYMONTH', String(date.getUTCMonth() + 1)],
    ['BYMONTHDAY', String(date.getUTCDate())],
  ]);
  const parts = new Map(
    rule.split(';').map((part) => part.toUpperCase().split('=', 2) as [string, string]),
  );
  const isYearly = [...parts].every(
    ([name, value]) => ['UNTIL', 'WKST'].includes(name) || allowed.get(name) === value,
  );
  // A day without a month recurs in every month.
  const isOnceAYear = parts.has('BYMONTH') || !parts.has('BYMONTHDAY');
  if (!isYearly || !isOnceAYear || !parts.has('FREQ')) return undefined;
  const until = parts.get('UNTIL');
  return until === undefined ? Infinity : parseDateMs(until.replace(/T000000Z?$/, ''));
}

/** Reads `20261225`. */
function parseDateMs(text = ''): number | undefined {
  return parseDayMs(text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'));
}

function describeEvent(event: CalendarEvent): string {
  const name = event.get('SUMMARY')?.replace(/\\([,;\\])/g, '$1');
  return name ? `"${cleanName(name)}"` : `(${excerpt(event.get('DTSTART') ?? 'unnamed', [], 50)})`;
}
