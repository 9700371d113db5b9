import type { Calendar } from '../words';
import type { Axis } from './axis';

export interface Tick {
  ms: number;
  label: string;
}

const SECOND_MS = 1000;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** In seconds, from one tick to the next. */
const STEPS = [
  ...[1, 5, 15, 30, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE],
  ...[HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR],
  ...[DAY, 2 * DAY, 5 * DAY, 10 * DAY, 30 * DAY, 60 * DAY],
];
const MOST_TICKS = 8;

/**
 * Round times of a time zone's clock. Libraries for that know UTC and the zone of the machine alone.
 */
export function ticksOf({ fromMs, toMs }: Axis, calendar: Calendar): Tick[] {
  const seconds = (toMs - fromMs) / SECOND_MS;
  const step = STEPS.find((each) => seconds / each < MOST_TICKS) ?? Math.ceil(seconds / MOST_TICKS);
  const stepMs = step * SECOND_MS;
  const wallAt = (ms: number) => calendar.wall(ms).getTime();
  const shift = (ms: number) => wallAt(ms) - ms;
  const ticks: Tick[] = [];
  for (let wall = Math.ceil(wallAt(fromMs) / stepMs) * stepMs; ; wall += stepMs) {
    const near = wall - shift(fromMs);
    // The clock may have been changed on the way.
    const ms = wall - shift(near);
    if (ms >= toMs || ticks.length > MOST_TICKS) return ticks;
    if (ms > fromMs) ticks.push({ ms, label: labelOf(ms, step, calendar) });
  }
}

function labelOf(ms: number, step: number, calendar: Calendar): string {
  if (step < MINUTE) return calendar.wall(ms).toISOString().slice(11, 19);
  if (step < DAY && calendar.time(ms) !== '00:00') return calendar.time(ms);
  const day = calendar.dayOfMonth(ms);
  return step <= 2 * DAY ? `${calendar.dayOfWeek(ms)} ${day}` : `${day} ${calendar.month(ms)}`;
}
