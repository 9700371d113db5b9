import { InvalidInputError } from '../errors/errors';
import { excerpt } from '../text/text';
import type { QuietSpan } from './quietDates';
import { zoneOf } from './scheduleReader';
import type { TimeZone } from './timeZone';

const SECOND_MS = 1_000;
const DAY_MS = 24 * 3_600_000;

/** Yearly events count from so many years before this one … */
const YEARS_BEFORE = 2;
/** … to so many after it. */
const YEARS_AFTER = 1;

interface Line {
  /** In capitals, as `DTSTART`. */
  name: string;
  /** As `VALUE=DATE`. */
  parameters: string[];
  value: string;
  /** Where it begins in the file, from 1 on. */
  number: number;
}

/** What a line says of time: by the clock of its zone, or of any zone if it names none. */
interface Moment {
  wallMs: number;
  zone: TimeZone | undefined;
  isDate: boolean;
}

/** An event of the file: its lines by their names, and where it begins. */
type CalendarEvent = Map<string, Line>;

/**
 * When the events of an iCalendar file (RFC 5545) take place: dates, times of a zone, in UTC or of any zone, and those that
 * are repeated every year. What is canceled does not.
 * @throws InvalidInputError naming the line, for what cannot be read, and for events that are repeated in another way
 */
export function readCalendar(text: string, year: number): QuietSpan[] {
  return eventsIn(linesIn(text)).flatMap((event) => spansOf(event, year));
}

/** A long line goes on in the next one, behind a space or a tab. */
function linesIn(text: string): Line[] {
  const unfolded: Array<{ text: string; number: number }> = [];
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const last = unfolded.at(-1);
    if (last && /^[ \t]/.test(line)) last.text += line.slice(1);
    else unfolded.push({ text: line, number: index + 1 });
  }
  return unfolded.filter((line) => line.text.trim() !== '').map(lineOf);
}

function lineOf({ text, number }: { text: string; number: number }): Line {
  // A colon between quotes belongs to a parameter.
  const [, before = '', value = ''] = /^((?:[^:"]|"[^"]*")+):(.*)$/s.exec(text) ?? [];
  const [name = '', ...parameters] = before.trim().split(';');
  if (name === '') throw failed(number, `"${excerpt(text)}" is not a line of an iCalendar file`);
  return { name: name.toUpperCase(), parameters, value: value.trim(), number };
}

function eventsIn(lines: readonly Line[]): CalendarEvent[] {
  const events: CalendarEvent[] = [];
  const open: Line[] = [];
  for (const line of lines) {
    const component = line.value.toUpperCase();
    if (line.name === 'BEGIN') {
      open.push(line);
      if (component === 'VEVENT') events.push(new Map([['BEGIN', line]]));
    } else if (line.name === 'END') {
      open.pop();
    } else if (open.at(-1)?.value.toUpperCase() === 'VEVENT') {
      events.at(-1)?.set(line.name, line);
    }
  }
  const [unfinished] = open;
  if (unfinished)
    throw failed(unfinished.number, `"BEGIN:${excerpt(unfinished.value)}" is never ended`);
  return events;
}

function spansOf(event: CalendarEvent, year: number): QuietSpan[] {
  if (event.get('STATUS')?.value.toUpperCase() === 'CANCELLED') return [];
  const line = event.get('DTSTART') ?? event.get('BEGIN');
  const fault = (why: string) => failed(line?.number ?? 1, `the event ${nameOf(event)} ${why}`);
  if (line?.name !== 'DTSTART') throw fault('has no DTSTART');
  const start = momentOf(line);
  const end = endOf(event, start);
  if (instantOf(end) < instantOf(start)) throw fault('ends before it begins');
  const rule = event.get('RRULE');
  const years = Array.from(
    { length: YEARS_BEFORE + 1 + YEARS_AFTER },
    (_, index) => year - YEARS_BEFORE + index,
  );
  const shifts = rule ? years.flatMap((each) => shiftTo(each, start, rule)) : [0];
  if (NOT_READ.some((name) => event.has(name)) || (rule && !isYearly(rule, start)))
    throw fault('is repeated in another way than every year on its date');
  return shifts.map((shiftMs) => {
    const shifted = (moment: Moment) => instantOf({ ...moment, wallMs: moment.wallMs + shiftMs });
    return { fromMs: shifted(start), untilMs: shifted(end), isWall: !start.zone };
  });
}

function instantOf({ wallMs, zone }: Moment): number {
  return zone ? zone.instantOf(wallMs) : wallMs;
}

function endOf(event: CalendarEvent, start: Moment): Moment {
  const [endLine, durationLine] = [event.get('DTEND'), event.get('DURATION')];
  if (endLine) {
    const end = momentOf(endLine);
    // Calendars write an event of one day so, too, and show it as that day.
    const isOneDay = start.isDate && end.isDate && end.wallMs === start.wallMs;
    const wallMs = isOneDay ? start.wallMs + DAY_MS : end.wallMs;
    return { ...end, wallMs, zone: start.zone && (end.zone ?? start.zone) };
  }
  const durationMs = durationLine ? durationOf(durationLine) : start.isDate ? DAY_MS : 0;
  return { ...start, wallMs: start.wallMs + durationMs };
}

const MOMENT = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/i;

function momentOf(line: Line): Moment {
  const { name, value, number, parameters } = line;
  const [, year, month, day, hour = '00', minute = '00', second = '00', isUtc] =
    MOMENT.exec(value) ?? [];
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const wallMs = Date.parse(written);
  if (Number.isNaN(wallMs) || new Date(wallMs).toISOString() !== written)
    throw failed(number, `"${excerpt(value)}" in ${name} is not a date or time`);
  const parameter = parameters.find((each) => /^TZID=/i.test(each));
  const zoneName = isUtc ? 'UTC' : parameter?.slice('TZID='.length).replaceAll('"', '');
  const isDate = !value.toUpperCase().includes('T');
  if (isDate || zoneName === undefined) return { wallMs, zone: undefined, isDate };
  const zone = zoneOf(zoneName);
  if (zone) return { wallMs, zone, isDate };
  throw failed(number, `"${excerpt(zoneName)}" in ${name} is not a time zone such as Europe/Paris`);
}

const DURATION =
  /^\+?P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/i;

function durationOf({ value, number }: Line): number {
  const parts = DURATION.exec(value);
  if (!parts) throw failed(number, `"${excerpt(value)}" in DURATION is not a duration`);
  const [weeks, days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  const wholeDays = (weeks ?? 0) * 7 + (days ?? 0);
  return (
    wholeDays * DAY_MS + (((hours ?? 0) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * SECOND_MS
  );
}

const NOT_READ = ['RDATE', 'EXDATE', 'EXRULE', 'RECURRENCE-ID'];

function partsOf({ value }: Line): Map<string, string> {
  const parts = value.split(';').map((part) => part.toUpperCase().split('=', 2));
  return new Map(parts.map(([name = '', text = '']) => [name, text]));
}

function isYearly(rule: Line, start: Moment): boolean {
  const date = new Date(start.wallMs);
  const allowed = new Map([
    ['INTERVAL', '1'],
    ['BYMONTH', String(date.getUTCMonth() + 1)],
    ['BYMONTHDAY', String(date.getUTCDate())],
  ]);
  const parts = partsOf(rule);
  const others = [...parts].filter(([name]) => !['FREQ', 'UNTIL', 'WKST'].includes(name));
  const isPlain = others.every(([name, value]) => allowed.get(name) === value);
  // A day without a month is one of every month.
  const isOnce = parts.has('BYMONTH') || !parts.has('BYMONTHDAY');
  return parts.get('FREQ') === 'YEARLY' && isPlain && isOnce;
}

/** How far it is from an event to what it is in a year, in milliseconds; none for a year without it. */
function shiftTo(year: number, start: Moment, rule: Line): number[] {
  const written = new Date(start.wallMs).toISOString();
  const repeatedMs = Date.parse(`${year}${written.slice(4)}`);
  const until = partsOf(rule).get('UNTIL');
  const isThere =
    new Date(repeatedMs).getUTCMonth() === new Date(start.wallMs).getUTCMonth() &&
    repeatedMs >= start.wallMs &&
    repeatedMs <= (until ? lastRepetition(momentOf({ ...rule, value: until }), start) : Infinity);
  return isThere ? [repeatedMs - start.wallMs] : [];
}

/** By the clock of the event; a date is its whole day. */
function lastRepetition({ wallMs, zone, isDate }: Moment, start: Moment): number {
  if (isDate) return wallMs + DAY_MS - 1;
  return zone && start.zone ? wallMs + start.zone.offsetAt(wallMs) : wallMs;
}

/** As it is escaped in the file: only for people to find it. */
function nameOf(event: CalendarEvent): string {
  const name = event.get('SUMMARY')?.value.replace(/\\([,;\\])/g, '$1');
  return name ? `"${excerpt(name, [], 100)}"` : '(without SUMMARY)';
}

function failed(line: number, why: string): InvalidInputError {
  return new InvalidInputError(
    `Line ${line} of the iCalendar file in "Quiet Dates": ${why}`,
    'Remove or fix it in the file, or enter the dates themselves, such as 2026-12-25.',
  );
}
