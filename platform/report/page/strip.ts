import type { DrawnRun } from '../pastRun';
import type { Axis } from './axis';
import { width } from './html';
import { barCell, BAR_HEIGHT, appearanceOf, type Appearance } from './outcomes';
import { lightOf, tone } from './style';
import type { Tick } from './ticks';

/** What is drawn in one place: a run, or several that are too close together. Places count from 0. */
interface Bar {
  from: number;
  to: number;
  runs: DrawnRun[];
  look: Appearance;
}

/**
 * The runs of one job as bars, each at its time, as a row of cells.
 * @param tipOf says what a bar stands for; if it is undefined, neighbors of one kind become one bar, to save room
 */
export function strip(
  runs: readonly DrawnRun[],
  axis: Axis,
  ticks: readonly Tick[],
  places: number,
  tipOf?: (runs: readonly DrawnRun[]) => string,
): string {
  const lines = tipOf ? ticks.map(({ ms }) => placeOf(ms, axis, places)) : [];
  const cells: string[] = [];
  let at = 0;
  const bars = barsOf(runs, axis, places);
  for (const { from, to, runs: drawn, look } of tipOf ? bars : joined(bars)) {
    cells.push(...gaps(at, from, lines));
    cells.push(barCell(look, look.height, to - from, look.mark, tipOf?.(drawn)));
    at = to;
  }
  cells.push(...gaps(at, places, lines));
  const ground = `;border-bottom:1px solid ${lightOf('edge')}`;
  return pictureRow(cells.join(''), BAR_HEIGHT, ground, 'edge');
}

/** Cells whose contents stand on the ground. Read aloud they say nothing: the words beside them do. */
export function pictureRow(cells: string, height: number, style = '', name = ''): string {
  const classes = name === '' ? '' : ` class="${name}"`;
  return `<table aria-hidden="true"${classes} cellpadding="0" cellspacing="1" width="100%" style="table-layout:fixed;font-size:0;line-height:0${style}"><tr style="height:${height}px;vertical-align:bottom">${cells}</tr></table>`;
}

/** Empty, with a line at each tick. */
function gaps(from: number, to: number, lines: readonly number[]): string[] {
  const inside = lines.filter((line) => line > from && line < to);
  const starts = from < to ? [from, ...new Set(inside)] : [];
  return starts.map((start, index) => {
    const line = `class="edge" style="border-left:1px solid ${lightOf('edge')}"`;
    return emptyCell((starts[index + 1] ?? to) - start, lines.includes(start) ? ` ${line}` : '');
  });
}

export function emptyCell(span: number, attributes = ''): string {
  return `<td${span > 1 ? ` colspan="${span}"` : ''}${attributes}></td>`;
}

function joined(bars: readonly Bar[]): Bar[] {
  const wide: Bar[] = [];
  for (const bar of bars) {
    const last = wide.at(-1);
    if (last?.look === bar.look && last.to === bar.from) last.to = bar.to;
    else wide.push({ ...bar });
  }
  return wide;
}

/** Oldest first. One that would cover another shares its bar. */
export function barsOf(runs: readonly DrawnRun[], axis: Axis, places: number): Bar[] {
  const bars: Bar[] = [];
  for (const run of [...runs].sort((a, b) => a.beginMs - b.beginMs)) {
    const from = Math.min(Math.max(0, placeOf(run.beginMs, axis, places)), places - 1);
    const endMs = Math.min(run.endMs ?? axis.nowMs, axis.toMs);
    const to = Math.min(places, Math.max(from + 1, Math.round(exactPlace(endMs, axis, places))));
    const last = bars.at(-1);
    const look = appearanceOf(run.outcome);
    if (!last || from >= last.to) bars.push({ from, to, runs: [run], look });
    else {
      last.to = Math.max(last.to, to);
      last.runs.push(run);
      if (look.weight > last.look.weight) last.look = look;
    }
  }
  return bars;
}

function placeOf(ms: number, axis: Axis, places: number): number {
  return Math.floor(exactPlace(ms, axis, places));
}

function exactPlace(ms: number, { fromMs, toMs }: Axis, places: number): number {
  return ((ms - fromMs) / (toMs - fromMs)) * places;
}

/** More labels would be broken on a phone. */
const MOST_LABELS = 4;
/** So would one in less than this part of the width. */
const LEAST_LABELLED = 0.14;

/** The labels of some ticks, each from its place to that of the next one. */
export function axisLabels({ fromMs, toMs }: Axis, ticks: readonly Tick[]): string {
  const every = Math.ceil(ticks.length / MOST_LABELS);
  const labelled = ticks.filter((_tick, index) => index % every === 0);
  const partAt = (ms: number) => (ms - fromMs) / (toMs - fromMs);
  const cells = labelled.map(({ ms, label }, index) => {
    const part = partAt(labelled[index + 1]?.ms ?? toMs) - partAt(ms);
    const line = `${width(part)};padding:0 0 0 4px;border-width:0 0 0 1px;border-style:solid;white-space:nowrap;overflow:hidden`;
    const words = `<span ${tone('soft')}>${part < LEAST_LABELLED ? '' : label}</span>`;
    return `<td ${tone('edge', line)}>${words}</td>`;
  });
  const lead = `<td style="${width(partAt(labelled[0]?.ms ?? toMs))};padding:0"></td>`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" width="100%" style="table-layout:fixed;font-size:11px;line-height:14px"><tr>${lead}${cells.join('')}</tr></table>`;
}
