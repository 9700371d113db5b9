import { NEVER_QUIET } from '../../../../platform/runs/schedules/quietDates';
import {
  readQuietDates,
  describeSkippedEvents,
} from '../../../../platform/runs/schedules/readQuietDates';
import { findZone } from '../../../../platform/runs/schedules/scheduleReader';
import { TimeZone } from '../../../../platform/runs/schedules/timeZone';

const HOUR_MS = 3_600_000;
const paris = findZone('Europe/Paris') ?? new TimeZone('UTC');
const at = (text: string) => Date.parse(text);
const quietIn = (text: string, zone = 'Europe/Paris') => {
  const times = readQuietDates(text).in(findZone(zone) ?? new TimeZone('UTC'));
  return (moment: string) => times.includes(at(moment));
};
/** Those of some moments that are quiet. */
const quietOf = (moments: string[], ...given: Parameters<typeof quietIn>) =>
  moments.filter(quietIn(...given));
const noons = (...dates: string[]) => dates.map((date) => `${date}T12:00:00Z`);
const part = (name: string, ...lines: string[]) => [`BEGIN:${name}`, ...lines, `END:${name}`];
const calendar = (...parts: string[][]) =>
  [...part('VCALENDAR', 'VERSION:2.0', ...parts.flat()), ''].join('\r\n');
const event = (...lines: string[]) => calendar(part('VEVENT', 'SUMMARY:Day off', ...lines));

beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(at('2026-11-25T12:00:00Z')));
afterEach(() => jest.restoreAllMocks());

test('dates and ranges, however they are separated, by the clock of the zone', () => {
  const text = `2026-12-25; 2026-12-31 .. 2027-01-01 # holidays, and so on
    2027-04-05/2027-04-06,,2027-05-01 - 2027-05-02\r\n2028-02-29\n\n`;
  const before = '2026-12-24T22:59:59Z';
  const quiet = [
    '2026-12-24T23:00:00Z',
    '2026-12-25T22:59:59Z',
    ...noons('2027-01-01', '2027-04-06', '2027-05-02', '2028-02-29'),
  ];
  const loud = [before, '2026-12-25T23:00:00Z', ...noons('2027-01-02')];
  expect(quietOf([...quiet, ...loud], text)).toEqual(quiet);
  expect(quietOf([before], text, 'Pacific/Auckland')).toEqual([before]);
  for (const empty of ['', ' \n', '# nothing'])
    expect(quietOf(noons('2026-12-25'), empty)).toEqual([]);
});

test.each([
  // The clock is put forward or back on that day, or at its midnight.
  ['Europe/Paris', '2026-10-25', 25, '2026-10-24T22:00:00Z'],
  ['Europe/Paris', '2026-03-29', 23, '2026-03-28T23:00:00Z'],
  ['America/Havana', '2026-11-01', 25, '2026-11-01T04:00:00Z'],
  ['Africa/Cairo', '2026-04-24', 23, '2026-04-23T22:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-05', 24.5, '2026-04-04T13:00:00Z'],
])('in %s, %s has %d hours', (zone, date, hours, from) => {
  const [first, end] = [at(from), at(from) + hours * HOUR_MS];
  const moments = [first - 1, first, end - 1, end].map((ms) => new Date(ms).toISOString());
  expect(quietOf(moments, date, zone)).toEqual(moments.slice(1, 3));
});

test('time that is quiet does not count, and what it ends at is not quiet', () => {
  const times = readQuietDates('2026-12-25,2026-12-26,2026-12-28').in(paris);
  const after = (from: string, hours: number) =>
    new Date(times.addDuration(at(from), hours * HOUR_MS)).toISOString();
  expect(after('2026-12-24T05:00:00Z', 17)).toBe('2026-12-24T22:00:00.000Z');
  expect(after('2026-12-24T05:00:00Z', 18)).toBe('2026-12-26T23:00:00.000Z');
  expect(after('2026-12-25T12:00:00Z', 1)).toBe('2026-12-27T00:00:00.000Z');
  expect(after('2026-12-24T22:00:00Z', 26)).toBe('2026-12-29T00:00:00.000Z');
  expect(after('2026-12-30T05:00:00Z', 24)).toBe('2026-12-31T05:00:00.000Z');
  expect(NEVER_QUIET.in(paris).addDuration(5, 7)).toBe(12);
});

const NO_DATE = /^Line 1 of "Quiet Dates": ".*" is not a date or range/;

const REVERSED = '2026-12-24..2026-12-23';

test.each([
  ['2026-12-25\n2027-02-29', /^Line 2 .*: "2027-02-29" is not a date or range of dates$/],
  ['25.12.2026', NO_DATE],
  ['2026-13-01', NO_DATE],
  ['2026-12-25T00:00:00Z', NO_DATE],
  ['2026-12-24..', NO_DATE],
  ['0000-00-00', NO_DATE],
  [`2026-12-25, ${REVERSED}`, RegExp(`^Line 1 of .*: "${REVERSED}" ends before it begins$`)],
  ['2026-12-25,'.repeat(10_001), /^"Quiet Dates" has more than 10000 dates$/],
  [' '.repeat(1_000_001), /^"Quiet Dates" has more than 1000000 characters$/],
  ['BEGIN:VCALENDAR\nBEGIN:VEVENT', /^The iCalendar file in "Quiet Dates" is cut off$/],
])('what is no date, or was cut, is refused: %#', (text, message) => {
  expect(() => readQuietDates(text)).toThrow(message);
});

test('events of an iCalendar file: whole days, folded lines, alarms and other entries', () => {
  const standard = part('STANDARD', 'DTSTART:19701025T030000', 'RRULE:FREQ=YEARLY;BYMONTH=10');
  const alarm = part('VALARM', 'TRIGGER:-PT15M', 'DURATION:P9D', 'DTSTART:20200101');
  const christmas = ['DTSTART;VALUE=DATE:20261225', 'DTEND;VALUE=DATE:20261227'];
  const folded = ['SUMMARY:Christmas\\, and what fol', ' lows: "more"'];
  const text = calendar(
    part('VTIMEZONE', 'TZID:Europe/Berlin', ...standard),
    part('VEVENT', ...folded, ...christmas, ...alarm),
    part('VEVENT', 'dtstart;value=date:2027', '\t0101', 'DTEND;VALUE=DATE:20270101'),
    part('VEVENT', 'DTSTART;VALUE=DATE:20270501', 'STATUS:CANCELLED'),
    part('VTODO', 'DTSTART;VALUE=DATE:20270601'),
  );
  const quiet = ['2026-12-24T23:00:00Z', '2026-12-26T22:59:59Z', '2027-01-01T12:00:00Z'];
  const loud = [
    '2026-12-26T23:00:00Z',
    ...noons('2027-01-02', '2027-05-01', '2027-06-01', '2020-01-01'),
  ];
  expect(quietOf([...quiet, ...loud], text)).toEqual(quiet);
  expect(describeSkippedEvents(readQuietDates(text))).toBeUndefined();
});

const CHRISTMAS = 'DTSTART;VALUE=DATE:20201225';
const YEARLY = 'RRULE:FREQ=YEARLY';
const CHRISTMASES = noons('2019-12-25', '2024-12-25', '2025-12-25', '2026-12-25', '2027-12-25');
const NEW_YEAR = noons('2026-01-01', '2027-01-01');
const LEAP = noons('2024-02-29', '2025-03-01', '2026-03-01');
const ON_CHRISTMAS = `${YEARLY};INTERVAL=1;BYMONTH=12;BYMONTHDAY=25;WKST=MO`;
const TWO_DAYS = ['DTSTART;VALUE=DATE:20201231', 'DTEND;VALUE=DATE:20210102'];
const TURNS = noons('2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02');

test.each([
  ['around this one', [CHRISTMAS, ON_CHRISTMAS], CHRISTMASES, CHRISTMASES.slice(1)],
  ['until they end', [CHRISTMAS, `${YEARLY};UNTIL=20261225`], CHRISTMASES, CHRISTMASES.slice(1, 4)],
  ['before an end', [CHRISTMAS, `${YEARLY};UNTIL=20261224`], CHRISTMASES, CHRISTMASES.slice(1, 3)],
  ['from the first on', ['DTSTART;VALUE=DATE:20270101', YEARLY], NEW_YEAR, NEW_YEAR.slice(1)],
  ['of leap years', ['DTSTART;VALUE=DATE:20240229', YEARLY], LEAP, LEAP.slice(0, 1)],
  ['of several days', [...TWO_DAYS, YEARLY], TURNS, TURNS.slice(1, 3)],
])('events that are repeated every year count %s', (_name, lines, moments, quiet) => {
  expect(quietOf(moments, event(...lines))).toEqual(quiet);
});

const START = 'DTSTART;VALUE=DATE:20261225';

test.each([
  ['a weekly one', START, 'RRULE:FREQ=WEEKLY'],
  ['on a day of the week', 'DTSTART;VALUE=DATE:20261126', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH'],
  ['a monthly one', START, 'RRULE:FREQ=YEARLY;BYMONTHDAY=25'],
  ['a number of times', START, 'RRULE:FREQ=YEARLY;COUNT=2'],
  ['with an exception', START, 'RRULE:FREQ=YEARLY', 'EXDATE;VALUE=DATE:20271225'],
  ['with further dates', START, 'RDATE;VALUE=DATE:20270101'],
  ['that ends before it begins', START, 'DTEND;VALUE=DATE:20261224'],
  ['without a start', 'DTEND;VALUE=DATE:20261224'],
  ['on a date that no calendar has', 'DTSTART;VALUE=DATE:20270229'],
  ['at a time', 'DTSTART:20261225T100000Z', 'DTEND:20261225T110000Z'],
  ['at a time of a zone', 'DTSTART;TZID="W. Europe: Time":20261225T000000'],
  ['with a duration', START, 'DURATION:P1D'],
])('another event is skipped and named: %s', (_name, ...lines) => {
  const text = calendar(
    part('VEVENT', 'SUMMARY:Team\\, meeting', ...lines),
    part('VEVENT', 'SUMMARY:Holiday', 'DTSTART;VALUE=DATE:20261224'),
  );
  expect(quietOf(noons('2026-12-24', '2026-12-25', '2027-12-25'), text)).toEqual(
    noons('2026-12-24'),
  );
  expect(describeSkippedEvents(readQuietDates(text))).toBe(
    'Skipped 1 event of the iCalendar file in "Quiet Dates": "Team, meeting". Only whole days count, once or every year on the same date.',
  );
});

test('a skipped event without a name is named by its start', () => {
  const text = calendar(part('VEVENT', 'DTSTART:20261225T100000Z'));
  expect(describeSkippedEvents(readQuietDates(text))).toMatch(/: \(20261225T100000Z\)\. Only/);
});

test('of many skipped events, only the first are named', () => {
  const meeting = part('VEVENT', `SUMMARY:${'Meeting '.repeat(50)}`, 'DTSTART:20261225T100000Z');
  const text = describeSkippedEvents(
    readQuietDates(calendar(...Array<string[]>(2_000).fill(meeting))),
  );
  expect(text).toMatch(/^Skipped 2,000 events .* and 1,990 more\. Only whole days/);
  expect(text?.length).toBeLessThan(1_500);
});
