import { SIDES, type Medians, type Sample, type SideName } from '../task';
import { samplesIn, significant } from './tables';

/** One block of bars. */
export interface Block {
  title: string;
  medians: Medians;
}

const WIDTH = 860;
const MARGIN = 24;

const STYLE = `
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2933; }
  .title { font-weight: 600; font-size: 14px; }
  .label, .value { fill: #52606d; }
  .ours { fill: #0b8f82; } .other { fill: #b3bdc9; } .bare { fill: #dfe4ea; }
  .ours-text { fill: #0b7a6f; font-weight: 600; }
  .ground { fill: #ffffff; } .line { stroke: #e4e7eb; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .label, .value { fill: #9aa7b4; }
    .ours { fill: #2dd4bf; } .other { fill: #56616d; } .bare { fill: #343d47; }
    .ours-text { fill: #5eead4; }
    .ground { fill: #0d1117; } .line { stroke: #2a323b; }
  }`;
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

function duration(seconds: number): string {
  return seconds < 1 ? `${significant(seconds * 1000)} ms` : `${significant(seconds)} s`;
}

/** A whole picture, readable on light and on dark pages. */
function picture(words: string, height: number, parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${words}">`,
    `<style>${STYLE}\n</style>`,
    `<rect class="ground" width="${WIDTH}" height="${height}" rx="8"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

function line(y: number): string {
  return `<line class="line" x1="${MARGIN}" x2="${WIDTH - MARGIN}" y1="${y}" y2="${y}"/>`;
}

function text(x: number, y: number, words: string, kind: string, anchor = 'start'): string {
  const escaped = words.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return `<text class="${kind}" x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${escaped}</text>`;
}
