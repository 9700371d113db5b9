import type { DrawnRun } from '../pastRun';
import { lightOf, type ToneName } from './style';

/** How a run is drawn: told apart by height and filling, and by a mark where nothing is drawn. */
export interface Look {
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

const LOOKS = {
  failed: { tone: 'f', height: 24, isHollow: false, mark: '✕', words: 'failed', weight: 5 },
  stopped: { tone: 'k', height: 24, isHollow: true, mark: '■', words: 'stopped', weight: 4 },
  running: { tone: 'r', height: 14, isHollow: true, mark: '▶', words: 'under way', weight: 3 },
  succeeded: { tone: 's', height: 14, isHollow: false, mark: '✓', words: 'succeeded', weight: 2 },
  skipped: { tone: 'n', height: 3, isHollow: false, mark: '–', words: 'skipped', weight: 1 },
} as const satisfies Record<string, Look>;

export function lookOf(outcome: DrawnRun['outcome']): Look {
  return LOOKS[outcome ?? 'running'];
}

/** In the order of the legend. */
export const ALL_LOOKS: readonly Look[] = [
  LOOKS.succeeded,
  LOOKS.failed,
  LOOKS.stopped,
  LOOKS.running,
  LOOKS.skipped,
];

/** A run as a bar that stands on the ground; where nothing is drawn, its mark is left. */
export function bar(look: Look, height: number, tip = '', more = ''): string {
  return column(look, height, tip, more, look.mark);
}

/** The same without a mark. */
export function column(
  { tone, isHollow }: Look,
  height: number,
  tip = '',
  more = '',
  mark = '',
): string {
  const colour = lightOf(tone);
  const drawn = isHollow
    ? `border:1px solid ${colour};height:${Math.max(0, height - 2)}px`
    : `border-bottom:${height}px solid ${colour}`;
  const title = tip === '' ? '' : ` title="${tip}"`;
  return `<div class="${tone}" style="${drawn};margin-right:1px;${more}"${title}>${mark}</div>`;
}
