import { CronExpressionParser } from 'cron-parser';
import fc from 'fast-check';
import { readActiveSchedule } from '../../../../platform/runs/schedules/scheduleReader';
import { listDueTimes } from '../../../support/dueTimes';
import { cases } from '../../../support/cases';

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const FIRST_YEAR = 2019;
const YEARS = 10;

const ZONES = [
  ...['UTC', 'Europe/Paris', 'Europe/London', 'America/New_York', 'America/Sao_Paulo'],
  ...['America/St_Johns', 'Asia/Kolkata', 'Asia/Tehran', 'Australia/Sydney', 'Africa/Casablanca'],
  ...['Australia/Lord_Howe', 'Pacific/Auckland', 'Pacific/Chatham', 'Pacific/Apia'],
];

/** One entry of a field, or some of them. */
function field(least: number, most: number) {
  const value = fc.integer({ min: least, max: most });
  const range = fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
  // Whether "1/2" of the days of a week has Sunday in it, the libraries do not agree upon.
  const from = most > 6 ? fc.oneof(range, value) : range;
  const step = fc.integer({ min: 1, max: Math.max(2, Math.floor((most - least) / 2)) });
  // The second library refuses what stands in a list twice.
  const list = fc.uniqueArray(value, { minLength: 1, maxLength: 3 }).map(String);
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant('*') },
    { weight: 3, arbitrary: value.map(String) },
    { weight: 1, arbitrary: step.map((each) => `*/${each}`) },
    {
      weight: 1,
      arbitrary: fc.tuple(from, step).map(([some, each]) => `${some}/${each}`),
    },
    { weight: 1, arbitrary: range },
    { weight: 2, arbitrary: list },
  );
}

const DAYS = ['sun', 'MON', 'Tue', 'WED', 'THU', 'FRI', 'SAT'];
const weekday = fc.oneof(
  { weight: 2, arbitrary: fc.constant('*') },
  { weight: 1, arbitrary: field(0, 6) },
  { weight: 1, arbitrary: fc.constantFrom('MON-FRI', '1-5', 'sat,sun', '7', ...DAYS) },
);
/** Steps over all days count as all days for one library and as a choice for the other: that is no matter of clocks. */
const isClear = ([, , day, , dayOfWeek]: readonly string[]) =>
  [day, dayOfWeek].includes('*') || ![day, dayOfWeek].some((each) => each?.startsWith('*'));
const cron = fc
  .tuple(field(0, 59), field(0, 23), field(1, 28), field(1, 12), weekday)
  .filter(isClear)
  .map((fields) => fields.join(' '));
const zone = fc.constantFrom(...ZONES);
const moment = fc
  .integer({ min: 0, max: YEARS * 365 * 24 * 60 - 1 })
  .map((minute) => Date.UTC(FIRST_YEAR, 0, 1) + minute * MINUTE_MS);

/** By the second library, on a clock that is never changed. */
function expectedInUtc(text: string, afterMs: number, untilMs: number): number[] {
  const expression = CronExpressionParser.parse(text, {
    currentDate: new Date(afterMs),
    endDate: new Date(untilMs),
    tz: 'UTC',
  });
  const times: number[] = [];
  while (times.length < 30_000 && expression.hasNext()) times.push(expression.next().getTime());
  return times;
}

async function timesOf(text: string, timezone: string | null, afterMs: number, untilMs: number) {
  const found = await listDueTimes({ cron: text, timezone }, afterMs, untilMs);
  if ('problem' in found) throw new Error(found.problem);
  expect(found.isCut).toBe(false);
  return found.times;
}

const readable = (times: number[]) => times.map((ms) => new Date(ms).toISOString());

/** When the clock of each zone was changed, in ten years, to the hour, as its offset tells. */
function changesOf(name: string): Array<{ name: string; ms: number }> {
  const offsetOf = tabulated(name);
  const steps = (count: number, from: number, step: number) =>
    Array.from({ length: count }, (_, n) => from + n * step);
  const changed = (step: number) => (ms: number) => offsetOf(ms) !== offsetOf(ms + step);
  return steps(YEARS * 365, Date.UTC(FIRST_YEAR, 0, 1), DAY_MS)
    .filter(changed(DAY_MS))
    .flatMap((day) => steps(24, day, HOUR_MS).filter(changed(HOUR_MS)))
    .map((ms) => ({ name, ms }));
}

/** The offset as the name of the zone tells it. */
function tabulated(timezone: string) {
  const format = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' });
  return (ms: number): number => {
    const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value;
    const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(name ?? '') ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS);
  };
}

/** Looks at the wall's clock each minute, which is changed at quarters of an hour: what it shows for the first time is due then, what it leaps over is due after it. */
function byTheWall(text: string, timezone: string, afterMs: number, untilMs: number): number[] {
  const offsetOf = tabulated(timezone);
  const wallDue = new Set(expectedInUtc(text, afterMs - 2 * DAY_MS, untilMs + 2 * DAY_MS));
  const due: number[] = [];
  const start = afterMs - DAY_MS;
  let offset = offsetOf(start);
  let shown = start + offset;
  for (let ms = start + MINUTE_MS; ms <= untilMs; ms += MINUTE_MS) {
    if (ms % QUARTER_MS === 0) offset = offsetOf(ms);
    const wall = ms + offset;
    let isDue = false;
    for (let each = shown + MINUTE_MS; each <= wall; each += MINUTE_MS) isDue ||= wallDue.has(each);
    shown = Math.max(shown, wall);
    if (isDue && ms > afterMs) due.push(ms);
  }
  return due;
}

async function expectByTheWall(text: string, timezone: string, from: number, until: number) {
  const times = await timesOf(text, timezone, from, until);
  expect(readable(times)).toEqual(readable(byTheWall(text, timezone, from, until)));
}

test('random crons in random zones are due when a second library and the clock of the zone say so', async () => {
  const days = fc.integer({ min: 1, max: 12 });
  await fc.assert(
    fc.asyncProperty(cron, zone, moment, days, async (text, timezone, from, length) => {
      await expectByTheWall(text, timezone, from, from + length * DAY_MS);
    }),
    { seed: 31, numRuns: cases(1_500, 150) },
  );
});

test('around every change of the clock in ten years, what is leapt over is due after it and what comes twice is due once', async () => {
  const all = ZONES.flatMap(changesOf);
  expect(all.length).toBeGreaterThan(180);
  const hour = fc.integer({ min: 0, max: 4 }).map(String);
  const nightly = fc
    .tuple(field(0, 59), fc.oneof(hour, field(0, 5)), weekday)
    .map(([minute, at, day]) => `${minute} ${at} * * ${day}`);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...all),
      fc.oneof(nightly, cron),
      async ({ name, ms }, text) =>
        await expectByTheWall(text, name, ms - 8 * HOUR_MS, ms + 8 * HOUR_MS),
    ),
    { seed: 32, numRuns: cases(2_000, 200) },
  );
});

test('a moment belongs to what is due until it, not to what is due after it', async () => {
  const at = Date.parse('2026-05-04T06:00:00Z');
  expect(await timesOf('0 6 * * *', 'UTC', at - 1, at)).toEqual([at]);
  expect(await timesOf('0 6 * * *', 'UTC', at, at + DAY_MS - 1)).toEqual([]);
  expect(await timesOf('0 6 * * *', null, at - MINUTE_MS, at)).toEqual([at]);
  expect(await timesOf('0 6 * * *', 'UTC', at, at - DAY_MS)).toEqual([]);
});

test.each([
  ['Z', 0],
  ['UT', 0],
  ['GMT', 0],
  ['+2', 120],
  ['-02', -120],
  ['+0230', 150],
  ['-02:30', -150],
  ['UTC+2', 120],
  ['GMT+02:00', 120],
  ['UT-3', -180],
  ['UTC-18:00', -1080],
  ['+02:00:00', 120],
  ['+020030', 120.5],
  // As a name, it has the other sign.
  ['Etc/GMT+2', -120],
])('the time zone %s of a JVM is read', async (timezone, minutes) => {
  const noon = Date.parse('2026-05-04T12:00:00Z') - minutes * MINUTE_MS;
  expect(await timesOf('0 12 4 5 *', timezone, noon - HOUR_MS, noon + HOUR_MS)).toEqual([noon]);
});

test.each([
  ['', 'UTC'],
  ['* * * *', 'UTC'],
  ['* * * * * *', 'UTC'],
  ['@daily', 'UTC'],
  ['61 * * * *', 'UTC'],
  ['0 0 31 2 *', 'UTC'],
  ['0 0 * * MOON', 'UTC'],
  [`${'1,'.repeat(5_000)}1 * * * *`, 'UTC'],
  ['*/90 * * * *', 'UTC'],
  ['0 0 * * *', 'Nowhere/Land'],
  ['0 0 * * *', '+18:01'],
  ['0 0 * * *', 'UTC+2:60'],
  ['0 0 * * *', 'UTC02'],
  ['0 0 * * *', '‮evil\n'],
])('what cannot be read is reported, not thrown: %#', async (text, timezone) => {
  const found = await listDueTimes({ cron: text, timezone }, 0, DAY_MS);
  expect(found).toHaveProperty(
    'problem',
    expect.stringMatching(/^".*" is not a (cron|valid time zone)/),
  );
  expect(JSON.stringify(found).length).toBeLessThan(700);
});

test('so many times are counted and no more', async () => {
  const year = await listDueTimes({ cron: '* * * * *' }, 0, 365 * DAY_MS);
  expect(year).toMatchObject({ isCut: true });
  expect('times' in year && year.times).toHaveLength(50_000);
});

test.each([
  [{ cronScheduling: '0 6 * * *', isScheduled: true }, '0 6 * * *'],
  // A platform may not return the field: its cron is not taken for paused.
  [{ cronScheduling: '0 6 * * *' }, '0 6 * * *'],
  [{ cronScheduling: '0 6 * * *', isScheduled: false }, undefined],
  [{ cronScheduling: null, isScheduled: true }, undefined],
])('of %j, the schedule that counts is %j', (response, cron) => {
  expect(readActiveSchedule(response)?.cron).toBe(cron);
});
