import { SIDES, type Medians, type Sample, type SideName } from '../task';
import { duration } from './numbers';
import { line, MARGIN, picture, text } from './svg';
import { samplesIn } from './tables';

/** One block of bars. */
export interface Block {
  title: string;
  medians: Medians;
}

const LABELS_END = 328;
const BARS_START = LABELS_END + 12;
const BARS_WIDTH = 320;
const TITLE_HEIGHT = 34;
const ROW_HEIGHT = 24;
const BAR_HEIGHT = 14;
const BLOCK_GAP = 18;

/** Bars of time, each block on a scale of its own; shorter is better. */
export function chart(blocks: readonly Block[]): string {
  const parts: string[] = [];
  let top = MARGIN;
  for (const [index, block] of blocks.entries()) {
    if (index > 0) {
      parts.push(line(top));
      top += BLOCK_GAP;
    }
    parts.push(text(MARGIN, top + 14, block.title, 'title'));
    top += TITLE_HEIGHT;
    for (const [side, sample] of samplesIn(block.medians)) {
      parts.push(row(side, sample, longest(block.medians), top));
      top += ROW_HEIGHT;
    }
    top += BLOCK_GAP;
  }
  const height = top - BLOCK_GAP + MARGIN;
  return picture('Time that each side takes for each task', height, parts);
}

function row(side: SideName, sample: Sample, most: number, top: number): string {
  const isOurs = side === 'ours';
  const bar = side === 'bare' ? 'bare' : isOurs ? 'ours' : 'other';
  const width = Math.max(2, (sample.seconds / most) * BARS_WIDTH);
  const middle = top + BAR_HEIGHT / 2 + 4.5;
  return [
    text(LABELS_END, middle, SIDES[side], isOurs ? 'ours-text' : 'label', 'end'),
    `<rect class="${bar}" x="${BARS_START}" y="${top}" width="${width.toFixed(1)}" height="${BAR_HEIGHT}" rx="3"/>`,
    text(BARS_START + width + 8, middle, measures(sample), isOurs ? 'ours-text' : 'value'),
  ].join('\n');
}

function longest(medians: Medians): number {
  return Math.max(...samplesIn(medians).map(([, { seconds }]) => seconds));
}

/** The time and, where there were any, how often the platform was asked; of uploads, only those. */
function measures({ seconds, requests, uploads }: Sample): string {
  const [count, noun] = uploads > 0 ? [uploads, 'upload'] : [requests, 'request'];
  if (count === 0) return duration(seconds);
  return `${duration(seconds)}, ${Math.round(count).toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
