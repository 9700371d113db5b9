import type { DrawnRun } from '../pastRun';
import { lightOf, type ToneName } from './style';

/** How a run is drawn: told apart by height and filling, and by a mark where nothing is drawn. */
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

export const BAR_HEIGHT = 24;

const APPEARANCES = {
  failed: { tone: 'f', height: 24, isHollow: false, mark: '✕', words: 'failed', weight: 5 },
  missed: { tone: 'm', height: 8, isHollow: true, mark: '○', words: 'missed', weight: 4.5 },
  stopped: { tone: 'k', height: 24, isHollow: true, mark: '■', words: 'stopped', weight: 4 },
  running: { tone: 'r', height: 14, isHollow: true, mark: '▶', words: 'under way', weight: 3 },
  succeeded: { tone: 's', height: 14, isHollow: false, mark: '✓', words: 'succeeded', weight: 2 },
  skipped: { tone: 'n', height: 3, isHollow: false, mark: '–', words: 'skipped', weight: 1 },
} as const satisfies Record<string, Appearance>;

export function appearanceOf(outcome: DrawnRun['outcome']): Appearance {
  return APPEARANCES[outcome ?? 'running'];
}

/** In the order of the legend. */
export const ALL_APPEARANCES: readonly Appearance[] = [
  APPEARANCES.succeeded,
  APPEARANCES.failed,
  APPEARANCES.missed,
  APPEARANCES.stopped,
  APPEARANCES.running,
  APPEARANCES.skipped,
];

/** A run as a bar that stands on the ground; where nothing is drawn, its mark is left. */
export function bar(look: Appearance, height: number): string {
  const { tone, isHollow, mark } = look;
  const drawn = isHollow ? outline(look, height) : ground(look, height);
  return `<div class="${tone}" style="${drawn};margin-right:1px">${mark}</div>`;
}

/** The same as a cell of a row of bars, which is as wide as so many places. */
export function barCell(
  look: Appearance,
  height: number,
  span: number,
  mark = '',
  tip = '',
): string {
  const attributes = `${span > 1 ? ` colspan="${span}"` : ''}${tip === '' ? '' : ` title="${tip}"`}`;
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
