import type { ReportApp } from '../apps';
import { MAX_MARKS, type RunMark } from '../entry';
import type { ReportState } from '../state';
import { drawElement, escapeHtml, type ToneName } from './html';

/** The symbol means the same as the color, for readers who cannot tell the colors apart. */
export interface Look {
  tone: ToneName;
  symbol: string;
}

/** The legend lists the marks in this order. */
export const RUN_LOOKS = {
  succeeded: { tone: 'calm', symbol: '✓' },
  failed: { tone: 'alarm', symbol: '✕' },
  missed: { tone: 'alarm', symbol: '○' },
  stopped: { tone: 'notice', symbol: '■' },
  running: { tone: 'work', symbol: '▶' },
  waiting: { tone: 'work', symbol: '▷' },
  skipped: { tone: 'soft', symbol: '–' },
} as const satisfies Record<RunMark, Look>;

export const STATE_LOOKS = {
  failing: { tone: 'alarm', symbol: '✕' },
  late: { tone: 'notice', symbol: '◔' },
  unreliable: { tone: 'notice', symbol: '◐' },
  slow: { tone: 'notice', symbol: '◷' },
  running: { tone: 'work', symbol: '▶' },
  unknown: { tone: 'notice', symbol: '?' },
  ok: { tone: 'calm', symbol: '✓' },
  idle: { tone: 'soft', symbol: '–' },
  down: { tone: 'alarm', symbol: '✕' },
  changing: { tone: 'work', symbol: '▶' },
  stopped: { tone: 'soft', symbol: '–' },
  up: { tone: 'calm', symbol: '✓' },
} as const satisfies Record<ReportState | ReportApp['state'], Look>;

export function drawMarks(marks: readonly RunMark[]): string {
  const groups: RunMark[][] = [];
  for (const mark of marks.slice(-MAX_MARKS)) {
    if (groups.at(-1)?.[0] === mark) groups.at(-1)?.push(mark);
    else groups.push([mark]);
  }
  const spans = groups.map((group) => {
    const { tone, symbol } = RUN_LOOKS[group[0] ?? 'skipped'];
    return drawElement('span', tone, '', symbol.repeat(group.length));
  });
  const older = marks.length > MAX_MARKS ? '…' : '';
  return `<div aria-hidden="true" style="margin-top:6px;font-size:14px;line-height:18px;letter-spacing:1px;word-break:break-all">${older}${spans.join('')}</div>`;
}

/** Draws words after a symbol. Screen readers read only the words. */
export function drawMarkedWords({ tone, symbol }: Look, words: string, style = ''): string {
  const content = `<span aria-hidden="true">${symbol}</span> ${escapeHtml(words)}`;
  return drawElement('span', tone, style, content);
}
