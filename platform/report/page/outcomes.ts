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
  APPEARANCES.stopped,
  APPEARANCES.running,
  APPEARANCES.skipped,
];

/** A run as a bar that stands on the ground; where nothing is drawn, its mark is left. */
export function bar(look: Appearance, height: number, tip = '', more = ''): string {
  return column(look, height, tip, more, look.mark);
}

/** The same without a mark. */
export function column(
  { tone, isHollow }: Appearance,
  height: number,
  tip = '',
  more = '',
  mark = '',
): string {
  const color = lightOf(tone);
  const drawn = isHollow
    ? `border:1px solid ${color};height:${Math.max(0, height - 2)}px`
    : `border-bottom:${height}px solid ${color}`;
  const title = tip === '' ? '' : ` title="${tip}"`;
  return `<div class="${tone}" style="${drawn};margin-right:1px;${more}"${title}>${mark}</div>`;
}
