import type { UsualBand } from '../entry';
import { durationMs, type DrawnRun } from '../pastRun';
import { lightOf, type ToneName } from './html';
import type { Axis } from './timeAxis';

/** How a run is drawn: its height and filling distinguish it, and a mark if nothing is drawn. */
export interface Appearance {
  tone: ToneName;
  /** In pixels. */
  height: number;
  isHollow: boolean;
  mark: string;
  words: string;
  /** Of several that share a bar, the highest is shown. */
  weight: number;
}

const BAR_HEIGHT = 24;
/** Lies behind the durations that are usual, on light and dark ground alike. */
const BAND = 'rgba(110,140,180,0.25)';
/** The band is never thinner than this part of the picture, in percent. */
const MIN_BAND_PERCENT = 8;
/** Two columns alone are not as broad as the picture. */
const MIN_COLUMNS = 12;

/** In the order of the legend. */
const APPEARANCES = {
  succeeded: { tone: 's', height: 14, isHollow: false, mark: '✓', words: 'succeeded', weight: 2 },
  failed: { tone: 'f', height: 24, isHollow: false, mark: '✕', words: 'failed', weight: 5 },
  missed: { tone: 'm', height: 8, isHollow: true, mark: '○', words: 'missed', weight: 4.5 },
  stopped: { tone: 'k', height: 24, isHollow: true, mark: '■', words: 'stopped', weight: 4 },
  running: { tone: 'r', height: 14, isHollow: true, mark: '▶', words: 'under way', weight: 3 },
  skipped: { tone: 'n', height: 3, isHollow: false, mark: '–', words: 'skipped', weight: 1 },
} as const satisfies Record<string, Appearance>;

export const ALL_APPEARANCES: readonly Appearance[] = Object.values(APPEARANCES);

export function appearanceOf(outcome: DrawnRun['outcome']): Appearance {
  return APPEARANCES[outcome ?? 'running'];
}

/** A run as a bar that stands on the ground; if nothing is drawn, its mark is left. */
export function bar(look: Appearance, height: number): string {
  const { tone, isHollow, mark } = look;
  const drawn = isHollow ? outline(look, height) : ground(look, height);
  return `<div class="${tone}" style="${drawn};margin-right:1px">${mark}</div>`;
}

/** The same as a cell of a row of bars, which is as wide as so many places. */
function barCell(look: Appearance, height: number, span = 1, mark = ''): string {
  const attributes = span > 1 ? ` colspan="${span}"` : '';
  return look.isHollow
    ? `<td${attributes}><div class="${look.tone}" style="${outline(look, height)}">${mark}</div></td>`
    : `<td${attributes} class="${look.tone}" style="${ground(look, height)}">${mark}</td>`;
}

function outline({ tone }: Appearance, height: number): string {
  return `border:1px solid ${lightOf(tone)};height:${Math.max(0, height - 2)}px`;
}

function ground({ tone }: Appearance, height: number): string {
  return `border-bottom:${height}px solid ${lightOf(tone)}`;
}

function emptyCell(span: number): string {
  if (span <= 0) return '';
  return span > 1 ? `<td colspan="${span}"></td>` : '<td></td>';
}

/** Cells whose contents stand on the ground. Read aloud they say nothing: the words beside them do. */
function pictureRow(cells: string, height: number, style = '', name = ''): string {
  const classes = name === '' ? '' : ` class="${name}"`;
  return `<table aria-hidden="true"${classes} cellpadding="0" cellspacing="1" width="100%" style="table-layout:fixed;font-size:0;line-height:0${style}"><tr style="height:${height}px;vertical-align:bottom">${cells}</tr></table>`;
}

/** What is drawn in one place: a run, or several that are too close together. Places count from 0. */
interface Bar {
  from: number;
  to: number;
  look: Appearance;
}

/** From so many places on, each run is a bar of its own; with fewer, neighbors of one kind are one, to save room. */
export const FINEST_PLACES = 96;

/** The runs of one job as bars, each at its time, as a row of cells. */
export function strip(runs: readonly DrawnRun[], axis: Axis, places: number): string {
  const all = barsOf(runs, axis, places);
  const bars = places < FINEST_PLACES ? joined(all) : all;
  const cells = bars.map(({ from, to, look }, index) => {
    const gap = emptyCell(from - (bars[index - 1]?.to ?? 0));
    return `${gap}${barCell(look, look.height, to - from, look.mark)}`;
  });
  cells.push(emptyCell(places - (bars.at(-1)?.to ?? 0)));
  const edge = `;border-bottom:1px solid ${lightOf('edge')}`;
  return pictureRow(cells.join(''), BAR_HEIGHT, edge, 'edge');
}

function joined(bars: readonly Bar[]): Bar[] {
  const wide: Bar[] = [];
  for (const bar of bars) {
    const last = wide.at(-1);
    if (last?.look === bar.look && last.to === bar.from) last.to = bar.to;
    else wide.push(bar);
  }
  return wide;
}

/** Oldest first. One that would cover another shares its bar. */
export function barsOf(runs: readonly DrawnRun[], axis: Axis, places: number): Bar[] {
  const bars: Bar[] = [];
  for (const run of [...runs].sort((a, b) => a.beginMs - b.beginMs)) {
    const place = Math.floor(exactPlace(run.beginMs, axis, places));
    const from = Math.min(Math.max(0, place), places - 1);
    const endMs = Math.min(run.endMs ?? axis.nowMs, axis.toMs);
    const to = Math.min(places, Math.max(from + 1, Math.round(exactPlace(endMs, axis, places))));
    const last = bars.at(-1);
    const look = appearanceOf(run.outcome);
    if (!last || from >= last.to) bars.push({ from, to, look });
    else {
      last.to = Math.max(last.to, to);
      if (look.weight > last.look.weight) last.look = look;
    }
  }
  return bars;
}

function exactPlace(ms: number, { fromMs, toMs }: Axis, places: number): number {
  return ((ms - fromMs) / (toMs - fromMs)) * places;
}

/**
 * How long the latest runs took, one column each, the newest at the right; behind them what is usual.
 * @param runs newest first
 * @returns an empty text if there is nothing to compare
 */
export function durationChart(
  runs: readonly DrawnRun[],
  usual: UsualBand | undefined,
  maxColumns: number,
  nowMs: number,
): string {
  const latest = runs
    .filter(({ outcome }) => outcome !== 'skipped' && outcome !== 'missed')
    .slice(0, maxColumns)
    .map((run) => ({
      look: appearanceOf(run.outcome),
      took: durationMs(run) ?? nowMs - run.beginMs,
    }))
    .reverse();
  if (latest.length < 2) return '';
  const top = Math.max(1, (usual?.toSeconds ?? 0) * 1000 * 1.2, ...latest.map(({ took }) => took));
  const columns = latest.map(({ look, took }) => {
    const height = Math.max(look.isHollow ? 5 : 2, Math.round((took / top) * BAR_HEIGHT));
    return barCell(look, height);
  });
  const lead = emptyCell(Math.min(maxColumns, MIN_COLUMNS) - latest.length);
  return pictureRow(`${lead}${columns.join('')}`, BAR_HEIGHT, usual && bandOf(usual, top));
}

/** A stripe from the ground up; programs that do not draw it have it in words. */
function bandOf({ fromSeconds, toSeconds }: UsualBand, top: number): string {
  const at = (seconds: number) => Math.round(((seconds * 1000) / top) * 100);
  const high = Math.max(at(toSeconds), MIN_BAND_PERCENT);
  const low = Math.min(at(fromSeconds), high - MIN_BAND_PERCENT);
  return `;background:linear-gradient(to top,transparent ${low}%,${BAND} ${low}%,${BAND} ${high}%,transparent ${high}%)`;
}
