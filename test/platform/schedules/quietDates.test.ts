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
const failure = (text: string) => {
  try {
    readQuietDates(text);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it was read');
};
const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) =>
  calendar('BEGIN:VEVENT', 'SUMMARY:Day off', ...lines, 'END:VEVENT');

beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(at('2026-11-25T12:00:00Z')));
afterEach(() => jest.restoreAllMocks());

test('dates and ranges, however they are separated, by the clock of the zone', () => {
  const text = `2026-12-25; 2026-12-31 .. 2027-01-01 # holidays, and so on
    2027-04-05/2027-04-06,,2027-05-01 - 2027-05-02\r\n2028-02-29\n\n`;
  const isQuiet = quietIn(text);
  expect(isQuiet('2026-12-24T22:59:59Z')).toBe(false);
  expect(isQuiet('2026-12-24T23:00:00Z')).toBe(true);
  expect(isQuiet('2026-12-25T22:59:59Z')).toBe(true);
  expect(isQuiet('2026-12-25T23:00:00Z')).toBe(false);
  expect(isQuiet('2027-01-01T12:00:00Z')).toBe(true);
  expect(isQuiet('2027-01-02T12:00:00Z')).toBe(false);
  for (const date of ['2027-04-06', '2027-05-02', '2028-02-29'])
    expect(isQuiet(`${date}T12:00:00Z`)).toBe(true);
  expect(quietIn(text, 'Pacific/Auckland')('2026-12-24T22:59:59Z')).toBe(true);
  for (const empty of ['', ' \n', '# nothing'])
    expect(quietIn(empty)('2026-12-25T12:00Z')).toBe(false);
});

test.each([
  // The clock is put forward or back on that day, or at its midnight.
  ['Europe/Paris', '2026-10-25', 25, '2026-10-24T22:00:00Z'],
  ['Europe/Paris', '2026-03-29', 23, '2026-03-28T23:00:00Z'],
  ['America/Havana', '2026-11-01', 25, '2026-11-01T04:00:00Z'],
  ['Africa/Cairo', '2026-04-24', 23, '2026-04-23T22:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-05', 24.5, '2026-04-04T13:00:00Z'],
])('in %s, %s has %d hours', (zone, date, hours, from) => {
  const isQuiet = quietIn(date, zone);
  const [first, end] = [at(from), at(from) + hours * HOUR_MS];
  const iso = (ms: number) => new Date(ms).toISOString();
  expect([first - 1000, first, end - 1000, end].map((ms) => isQuiet(iso(ms)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
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

test('what is no date is refused with its line', () => {
  expect(failure('2026-12-25\n2027-02-29')).toBe(
    'Line 2 of "Quiet Dates": "2027-02-29" is not a date or range of dates',
  );
  for (const text of [
    '25.12.2026',
    '2026-13-01',
    '2026-12-25T00:00:00Z',
    '2026-12-24..',
    '0000-00-00',
  ])
    expect(failure(text)).toMatch(/^Line 1 of "Quiet Dates": ".*" is not a date or range/);
  expect(failure('2026-12-25, 2026-12-24..2026-12-23')).toBe(
    'Line 1 of "Quiet Dates": "2026-12-24..2026-12-23" ends before it begins',
  );
  expect(failure('2026-12-25,'.repeat(10_001))).toBe('"Quiet Dates" has more than 10000 dates');
  expect(failure(' '.repeat(1_000_001))).toBe('"Quiet Dates" has more than 1000000 characters');
});

test('events of an iCalendar file: dates, times, folded lines, alarms and what else stands there', () => {
  const isQuiet = quietIn(
    calendar(
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Berlin',
      'BEGIN:STANDARD',
      'DTSTART:19701025T030000',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
      'END:STANDARD',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      'SUMMARY:Christmas\\, and what fol',
      ' lows: "more"',
      'DTSTART;VALUE=DATE:20261225',
      'DTEND;VALUE=DATE:20261227',
      'BEGIN:VALARM',
      'TRIGGER:-PT15M',
      'DURATION:P9D',
      'DTSTART:20200101',
      'END:VALARM',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'DTSTART;VALUE=DATE:2027',
      '\t0101',
      'DTEND;VALUE=DATE:20270101',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'dtstart;X-A="b;:c";tzid="America/New_York":20270301T220000',
      'dtend:20270302T050000Z',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'DTSTART:20270401T080000',
      'DURATION:P0DT2H30M',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'DTSTART;VALUE=DATE:20270501',
      'STATUS:CANCELLED',
      'END:VEVENT',
      'BEGIN:VTODO',
      'DTSTART;VALUE=DATE:20270601',
      'END:VTODO',
    ),
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
    '2027-05-01T12:00:00Z',
    '2027-06-01T12:00:00Z',
    '2020-01-01T12:00:00Z',
  ];
  expect(quiet.filter((moment) => !isQuiet(moment))).toEqual([]);
  expect(loud.filter(isQuiet)).toEqual([]);
});

test('events that are repeated every year count around this one, until they end', () => {
  const date = 'DTSTART;VALUE=DATE:20201225';
  const isQuiet = quietIn(
    event(date, 'RRULE:FREQ=YEARLY;INTERVAL=1;BYMONTH=12;BYMONTHDAY=25;WKST=MO'),
  );
  expect([2019, 2024, 2025, 2026, 2027].map((year) => isQuiet(`${year}-12-25T12:00:00Z`))).toEqual([
    false,
    true,
    true,
    true,
    true,
  ]);
  const ended = quietIn(event(date, 'RRULE:FREQ=YEARLY;UNTIL=20261225'));
  expect([2026, 2027].map((year) => ended(`${year}-12-25T12:00:00Z`))).toEqual([true, false]);
  const later = quietIn(event('DTSTART;VALUE=DATE:20270101', 'RRULE:FREQ=YEARLY'));
  expect([2026, 2027].map((year) => later(`${year}-01-01T12:00:00Z`))).toEqual([false, true]);
  const leap = quietIn(event('DTSTART;VALUE=DATE:20240229', 'RRULE:FREQ=YEARLY'));
  expect(['2024-02-29', '2025-03-01', '2026-03-01'].map((day) => leap(`${day}T12:00:00Z`))).toEqual(
    [true, false, false],
  );
  const endsAt = (zone: string, until: string) =>
    quietIn(
      event(
        `DTSTART;TZID=${zone}:20201231T220000`,
        'DURATION:PT1H',
        `RRULE:FREQ=YEARLY;UNTIL=${until}`,
      ),
    );
  // Of a date and of a time without a zone, those of the event's own clock count.
  for (const until of ['20261231', '20261231T220000']) {
    const [paris, newYork] = [endsAt('Europe/Paris', until), endsAt('America/New_York', until)];
    const nights = ['2026-12-31T21:30:00Z', '2027-12-31T21:30:00Z'];
    expect(nights.map(paris)).toEqual([true, false]);
    expect(['2027-01-01T03:30:00Z', '2028-01-01T03:30:00Z'].map(newYork)).toEqual([true, false]);
  }
  for (const until of ['20261230', '20261231T215959', '20261231T205959Z'])
    expect(endsAt('Europe/Paris', until)('2026-12-31T21:30:00Z')).toBe(false);
  const night = quietIn(
    event(
      'DTSTART;TZID=Europe/Paris:20241231T220000',
      'DTEND;TZID=Europe/Paris:20250101T020000',
      'RRULE:FREQ=YEARLY',
    ),
  );
  expect(
    ['2026-12-31T21:00:00Z', '2027-01-01T00:59:59Z', '2027-01-01T01:00:00Z'].map(night),
  ).toEqual([true, true, false]);
});

test.each([
  [
    'the event "Day off" is repeated in another way',
    'DTSTART;VALUE=DATE:20261225',
    'RRULE:FREQ=WEEKLY',
  ],
  [
    'the event "Day off" is repeated in another way',
    'DTSTART;VALUE=DATE:20261126',
    'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH',
  ],
  [
    'the event "Day off" is repeated in another way',
    'DTSTART;VALUE=DATE:20261225',
    'RRULE:FREQ=YEARLY;BYMONTHDAY=25',
  ],
  [
    'the event "Day off" is repeated in another way',
    'DTSTART;VALUE=DATE:20261225',
    'RRULE:FREQ=YEARLY',
    'EXDATE;VALUE=DATE:20271225',
  ],
  [
    'the event "Day off" is repeated in another way',
    'DTSTART;VALUE=DATE:20261225',
    'RDATE;VALUE=DATE:20270101',
  ],
  [
    'the event "Day off" ends before it begins',
    'DTSTART;VALUE=DATE:20261225',
    'DTEND;VALUE=DATE:20261224',
  ],
  ['the event "Day off" has no DTSTART', 'DTEND;VALUE=DATE:20261224'],
  ['"20270229" in DTSTART is not a date or time', 'DTSTART;VALUE=DATE:20270229'],
  ['"20261225T250000" in DTSTART is not a date', 'DTSTART:20261225T250000'],
  ['"P1Y" in DURATION is not a duration', 'DTSTART;VALUE=DATE:20261225', 'DURATION:P1Y'],
  [
    '"W. Europe Standard Time" in DTSTART is not a time zone',
    'DTSTART;TZID="W. Europe Standard Time":20261225T000000',
  ],
  ['"what is this" is not a line', 'DTSTART;VALUE=DATE:20261225', 'what is this'],
])('an iCalendar file is refused: %s', (message, ...lines) => {
  expect(failure(event(...lines))).toMatch(
    new RegExp(`^Line \\d of the iCalendar file in "Quiet Dates": `),
  );
  expect(failure(event(...lines))).toContain(message);
});

test('an iCalendar file that was cut is refused', () => {
  expect(failure('BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:20261225')).toContain(
    '"BEGIN:VCALENDAR" is never ended',
  );
});
