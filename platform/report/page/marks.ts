import type { ReportApp } from '../apps';
import { MAX_MARKS, type RunMark } from '../entry';
import type { ReportState } from '../state';
import { element, escapeHtml, type ToneName } from './html';

/** The symbol says the same as the color. */
export interface Look {
  tone: ToneName;
  symbol: string;
}

/** In the order of the legend. */
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

export function markRow(marks: readonly RunMark[]): string {
  const groups: RunMark[][] = [];
  for (const mark of marks.slice(-MAX_MARKS)) {
    if (groups.at(-1)?.[0] === mark) groups.at(-1)?.push(mark);
    else groups.push([mark]);
  }
  const spans = groups.map((same) => {
    const { tone, symbol } = RUN_LOOKS[same[0] ?? 'skipped'];
    return element('span', tone, '', symbol.repeat(same.length));
  });
  const older = marks.length > MAX_MARKS ? '…' : '';
  return `<div aria-hidden="true" style="margin-top:6px;font-size:14px;line-height:18px;letter-spacing:1px;word-break:break-all">${older}${spans.join('')}</div>`;
}

/** Screen readers read only the words. */
export function markedWords({ tone, symbol }: Look, words: string, style = ''): string {
  return element(
    'span',
    tone,
    style,
    `<span aria-hidden="true">${symbol}</span> ${escapeHtml(words)}`,
  );
}
