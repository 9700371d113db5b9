import type { Calendar } from '../words';
import { tone, width } from './html';

/** The time that a picture shows, in epoch milliseconds. */
export interface Axis {
  fromMs: number;
  toMs: number;
  nowMs: number;
}

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
const MAX_TICKS = 8;
/** More labels would be broken on a phone. */
const MAX_LABELS = 4;
/** So would one in less than this part of the width. */
const MIN_LABELLED_PART = 0.14;

/** Round times of a time zone's clock. Libraries for that know only UTC and the zone of the machine. */
export function ticksOf({ fromMs, toMs }: Axis, calendar: Calendar): Tick[] {
  const seconds = (toMs - fromMs) / SECOND_MS;
  const step = STEPS.find((each) => seconds / each < MAX_TICKS) ?? Math.ceil(seconds / MAX_TICKS);
  const stepMs = step * SECOND_MS;
  const wallAt = (ms: number) => calendar.wall(ms).getTime();
  const shift = (ms: number) => wallAt(ms) - ms;
  const ticks: Tick[] = [];
  for (let wall = Math.ceil(wallAt(fromMs) / stepMs) * stepMs; ; wall += stepMs) {
    const near = wall - shift(fromMs);
    // The clock may have been changed on the way.
    const ms = wall - shift(near);
    if (ms >= toMs || ticks.length > MAX_TICKS) return ticks;
    if (ms > fromMs) ticks.push({ ms, label: labelOf(ms, step, calendar) });
  }
}

function labelOf(ms: number, step: number, calendar: Calendar): string {
  if (step < MINUTE) return calendar.wall(ms).toISOString().slice(11, 19);
  if (step < DAY && calendar.time(ms) !== '00:00') return calendar.time(ms);
  const day = calendar.dayOfMonth(ms);
  return step <= 2 * DAY ? `${calendar.dayOfWeek(ms)} ${day}` : `${day} ${calendar.month(ms)}`;
}

/** The labels of some ticks, each from its place to that of the next one. */
export function axisLabels({ fromMs, toMs }: Axis, ticks: readonly Tick[]): string {
  const every = Math.ceil(ticks.length / MAX_LABELS);
  const labelled = ticks.filter((_tick, index) => index % every === 0);
  const partAt = (ms: number) => (ms - fromMs) / (toMs - fromMs);
  const cells = labelled.map(({ ms, label }, index) => {
    const part = partAt(labelled[index + 1]?.ms ?? toMs) - partAt(ms);
    const line = `${width(part)};padding:0 0 0 4px;border-width:0 0 0 1px;border-style:solid;white-space:nowrap;overflow:hidden`;
    const words = `<span ${tone('soft')}>${part < MIN_LABELLED_PART ? '' : label}</span>`;
    return `<td ${tone('edge', line)}>${words}</td>`;
  });
  const lead = `<td style="${width(partAt(labelled[0]?.ms ?? toMs))};padding:0"></td>`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" width="100%" style="table-layout:fixed;font-size:11px;line-height:14px"><tr>${lead}${cells.join('')}</tr></table>`;
}
