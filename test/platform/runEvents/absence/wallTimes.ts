import { CronExpressionParser } from 'cron-parser';

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

const offsets = new Map<string, Map<number, number>>();
const formats = new Map<string, Intl.DateTimeFormat>();

/** By the name that the zone has at that time; clocks are changed at quarters of an hour. */
function offsetOf(timezone: string, ms: number): number {
  const known = offsets.get(timezone) ?? new Map<number, number>();
  offsets.set(timezone, known);
  const quarter = Math.floor(ms / QUARTER_MS);
  let found = known.get(quarter);
  if (found === undefined) {
    const format =
      formats.get(timezone) ??
      new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' });
    formats.set(timezone, format);
    const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value;
    const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(name ?? '') ?? [];
    found = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
    known.set(quarter, found);
  }
  return found;
}

/** The date that the clock shows. */
export function wallDate(timezone: string, ms: number): string {
  return new Date(ms + offsetOf(timezone, ms)).toISOString().slice(0, 10);
}

/** When so much time has passed since a moment, quiet dates left out; found by looking at the clock each quarter. */
export function afterLoudTime(
  timezone: string,
  quiet: ReadonlySet<string>,
  fromMs: number,
  durationMs: number,
): number {
  let [ms, left] = [fromMs, durationMs];
  for (;;) {
    const step = QUARTER_MS - (ms % QUARTER_MS);
    const isQuiet = quiet.has(wallDate(timezone, ms));
    if (!isQuiet && left < step) return ms + left;
    if (!isQuiet) left -= step;
    ms += step;
  }
}

const kept = new Map<string, number[]>();

/**
 * When a cron was due, found by looking at the wall's clock each minute: what it shows for the first time is due then,
 * what it leaps over is due after it. Knows nothing of the client, and has its crons from another library.
 */
export function wallTimes(
  cron: string,
  timezone: string,
  afterMs: number,
  untilMs: number,
): number[] {
  const key = JSON.stringify([cron, timezone, afterMs, untilMs]);
  const known = kept.get(key);
  if (known) return known;
  const expression = CronExpressionParser.parse(cron, {
    currentDate: new Date(afterMs - 2 * DAY_MS),
    endDate: new Date(untilMs + 2 * DAY_MS),
    tz: 'UTC',
  });
  const onTheWall = new Set<number>();
  while (expression.hasNext()) onTheWall.add(expression.next().getTime());
  const due: number[] = [];
  const start = afterMs - DAY_MS;
  let shown = start + offsetOf(timezone, start);
  for (let ms = start + MINUTE_MS; ms <= untilMs; ms += MINUTE_MS) {
    const wall = ms + offsetOf(timezone, ms);
    let isDue = false;
    for (let each = shown + MINUTE_MS; each <= wall; each += MINUTE_MS)
      isDue ||= onTheWall.has(each);
    shown = Math.max(shown, wall);
    if (isDue && ms > afterMs) due.push(ms);
  }
  kept.set(key, due);
  if (kept.size > 300) kept.clear();
  return due;
}
