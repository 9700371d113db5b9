import { NEVER_QUIET } from '../../../platform/schedules/quietDates';
import { readQuietDates } from '../../../platform/schedules/readQuietDates';
import { zoneOf } from '../../../platform/schedules/scheduleReader';
import { TimeZone } from '../../../platform/schedules/timeZone';

const HOUR_MS = 3_600_000;
const paris = zoneOf('Europe/Paris') ?? new TimeZone('UTC');
const at = (text: string) => Date.parse(text);
const quietIn = (text: string, zone = 'Europe/Paris') => {
  const times = readQuietDates(text).in(zoneOf(zone) ?? new TimeZone('UTC'));
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
    new Date(times.after(at(from), hours * HOUR_MS)).toISOString();
  expect(after('2026-12-24T05:00:00Z', 17)).toBe('2026-12-24T22:00:00.000Z');
  expect(after('2026-12-24T05:00:00Z', 18)).toBe('2026-12-26T23:00:00.000Z');
  expect(after('2026-12-25T12:00:00Z', 1)).toBe('2026-12-27T00:00:00.000Z');
  expect(after('2026-12-24T22:00:00Z', 26)).toBe('2026-12-29T00:00:00.000Z');
  expect(after('2026-12-30T05:00:00Z', 24)).toBe('2026-12-31T05:00:00.000Z');
  expect(NEVER_QUIET.in(paris).after(5, 7)).toBe(12);
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
  ['BEGIN:VCALENDAR\nBEGIN:VEVENT', /"BEGIN:VCALENDAR" is never ended/],
])('what is no date, or was cut, is refused: %#', (text, message) => {
  expect(() => readQuietDates(text)).toThrow(message);
});

test('events of an iCalendar file: dates, times, folded lines, alarms and what else stands there', () => {
  const standard = part('STANDARD', 'DTSTART:19701025T030000', 'RRULE:FREQ=YEARLY;BYMONTH=10');
  const alarm = part('VALARM', 'TRIGGER:-PT15M', 'DURATION:P9D', 'DTSTART:20200101');
  const christmas = ['DTSTART;VALUE=DATE:20261225', 'DTEND;VALUE=DATE:20261227'];
  const folded = ['SUMMARY:Christmas\\, and what fol', ' lows: "more"'];
  const newYorkStart = 'dtstart;X-A="b;:c";tzid="America/New_York":20270301T220000';
  const text = calendar(
    part('VTIMEZONE', 'TZID:Europe/Berlin', ...standard),
    part('VEVENT', ...folded, ...christmas, ...alarm),
    part('VEVENT', 'DTSTART;VALUE=DATE:2027', '\t0101', 'DTEND;VALUE=DATE:20270101'),
    part('VEVENT', newYorkStart, 'dtend:20270302T050000Z'),
    part('VEVENT', 'DTSTART:20270401T080000', 'DURATION:P0DT2H30M'),
    part('VEVENT', 'DTSTART;VALUE=DATE:20270501', 'STATUS:CANCELLED'),
    part('VTODO', 'DTSTART;VALUE=DATE:20270601'),
  );
  const quiet = [
    '2026-12-24T23:00:00Z',
    '2026-12-26T22:59:59Z',
    '2027-01-01T12:00:00Z',
    '2027-03-02T03:00:00Z',
    '2027-03-02T04:59:59Z',
    '2027-04-01T06:00:00Z',
    '2027-04-01T08:29:59Z',
  ];
  const loud = [
    '2026-12-26T23:00:00Z',
    '2027-01-02T12:00:00Z',
    '2027-03-02T02:59:59Z',
    '2027-03-02T05:00:00Z',
    '2027-04-01T05:59:59Z',
    '2027-04-01T08:30:00Z',
    ...noons('2027-05-01', '2027-06-01', '2020-01-01'),
  ];
  expect(quietOf([...quiet, ...loud], text)).toEqual(quiet);
});

const CHRISTMAS = 'DTSTART;VALUE=DATE:20201225';
const YEARLY = 'RRULE:FREQ=YEARLY';
const CHRISTMASES = noons('2019-12-25', '2024-12-25', '2025-12-25', '2026-12-25', '2027-12-25');
const NEW_YEAR = noons('2026-01-01', '2027-01-01');
const LEAP = noons('2024-02-29', '2025-03-01', '2026-03-01');
const NIGHT = ['2026-12-31T21:00:00Z', '2027-01-01T00:59:59Z', '2027-01-01T01:00:00Z'];
const AT_NIGHT = [
  'DTSTART;TZID=Europe/Paris:20241231T220000',
  'DTEND;TZID=Europe/Paris:20250101T020000',
];
const ON_CHRISTMAS = `${YEARLY};INTERVAL=1;BYMONTH=12;BYMONTHDAY=25;WKST=MO`;

test.each([
  ['around this one', [CHRISTMAS, ON_CHRISTMAS], CHRISTMASES, CHRISTMASES.slice(1)],
  ['until they end', [CHRISTMAS, `${YEARLY};UNTIL=20261225`], CHRISTMASES, CHRISTMASES.slice(1, 4)],
  ['from the first on', ['DTSTART;VALUE=DATE:20270101', YEARLY], NEW_YEAR, NEW_YEAR.slice(1)],
  ['of leap years', ['DTSTART;VALUE=DATE:20240229', YEARLY], LEAP, LEAP.slice(0, 1)],
  ['over midnight', [...AT_NIGHT, YEARLY], NIGHT, NIGHT.slice(0, 2)],
])('events that are repeated every year count %s', (_name, lines, moments, quiet) => {
  expect(quietOf(moments, event(...lines))).toEqual(quiet);
});

test.each([
  // Of a date and of a time without a zone, those of the event's own clock count.
  ['Europe/Paris', '20261231', true],
  ['Europe/Paris', '20261231T220000', true],
  ['America/New_York', '20261231', true],
  ['America/New_York', '20261231T220000', true],
  ['Europe/Paris', '20261230', false],
  ['Europe/Paris', '20261231T215959', false],
  ['Europe/Paris', '20261231T205959Z', false],
])('in %s, a yearly event until %s is there in 2026: %s', (zone, until, isThere) => {
  const start = `DTSTART;TZID=${zone}:20201231T220000`;
  const text = event(start, 'DURATION:PT1H', `RRULE:FREQ=YEARLY;UNTIL=${until}`);
  const nights =
    zone === 'Europe/Paris'
      ? ['2026-12-31T21:30:00Z', '2027-12-31T21:30:00Z']
      : ['2027-01-01T03:30:00Z', '2028-01-01T03:30:00Z'];
  expect(quietOf(nights, text)).toEqual(isThere ? nights.slice(0, 1) : []);
});

const START = 'DTSTART;VALUE=DATE:20261225';
const OTHERWISE = 'the event "Day off" is repeated in another way';

test.each([
  [OTHERWISE, START, 'RRULE:FREQ=WEEKLY'],
  [OTHERWISE, 'DTSTART;VALUE=DATE:20261126', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH'],
  [OTHERWISE, START, 'RRULE:FREQ=YEARLY;BYMONTHDAY=25'],
  [OTHERWISE, START, 'RRULE:FREQ=YEARLY', 'EXDATE;VALUE=DATE:20271225'],
  [OTHERWISE, START, 'RDATE;VALUE=DATE:20270101'],
  ['the event "Day off" ends before it begins', START, 'DTEND;VALUE=DATE:20261224'],
  ['the event "Day off" has no DTSTART', 'DTEND;VALUE=DATE:20261224'],
  ['"20270229" in DTSTART is not a date or time', 'DTSTART;VALUE=DATE:20270229'],
  ['"20261225T250000" in DTSTART is not a date', 'DTSTART:20261225T250000'],
  ['"P1Y" in DURATION is not a duration', START, 'DURATION:P1Y'],
  [
    '"W. Europe Time" in DTSTART is not a time zone',
    'DTSTART;TZID="W. Europe Time":20261225T000000',
  ],
  ['"what is this" is not a line', START, 'what is this'],
])('an iCalendar file is refused: %s', (message, ...lines) => {
  const read = () => readQuietDates(event(...lines));
  expect(read).toThrow(/^Line \d of the iCalendar file in "Quiet Dates": /);
  expect(read).toThrow(message);
});
