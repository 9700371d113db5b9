import type { ReportApp } from '../apps';
import { MAX_MARKS, type RunMark } from '../entry';
import type { ReportState } from '../state';
import { element, escapeHtml, type ToneName } from './html';

/** The mark says the same as the color. */
export interface Look {
  tone: ToneName;
  mark: string;
}

/** In the order of the legend. */
export const RUN_LOOKS = {
  succeeded: { tone: 'calm', mark: '✓' },
  failed: { tone: 'alarm', mark: '✕' },
  missed: { tone: 'alarm', mark: '○' },
  stopped: { tone: 'notice', mark: '■' },
  running: { tone: 'work', mark: '▶' },
  waiting: { tone: 'work', mark: '▷' },
  skipped: { tone: 'soft', mark: '–' },
} as const satisfies Record<RunMark, Look>;

export const STATE_LOOKS = {
  failing: { tone: 'alarm', mark: '✕' },
  late: { tone: 'notice', mark: '◔' },
  unreliable: { tone: 'notice', mark: '◐' },
  slow: { tone: 'notice', mark: '◷' },
  running: { tone: 'work', mark: '▶' },
  unknown: { tone: 'notice', mark: '?' },
  ok: { tone: 'calm', mark: '✓' },
  idle: { tone: 'soft', mark: '–' },
  down: { tone: 'alarm', mark: '✕' },
  changing: { tone: 'work', mark: '▶' },
  stopped: { tone: 'soft', mark: '–' },
  up: { tone: 'calm', mark: '✓' },
} as const satisfies Record<ReportState | ReportApp['state'], Look>;

export function markRow(marks: readonly RunMark[]): string {
  const groups: RunMark[][] = [];
  for (const mark of marks.slice(-MAX_MARKS)) {
    if (groups.at(-1)?.[0] === mark) groups.at(-1)?.push(mark);
    else groups.push([mark]);
  }
  const spans = groups.map((same) => {
    const { tone, mark } = RUN_LOOKS[same[0] ?? 'skipped'];
    return element('span', tone, '', mark.repeat(same.length));
  });
  const older = marks.length > MAX_MARKS ? '…' : '';
  return `<div aria-hidden="true" style="margin-top:6px;font-size:14px;line-height:18px;letter-spacing:1px;word-break:break-all">${older}${spans.join('')}</div>`;
}

/** Screen readers read only the words. */
export function markedWords({ tone, mark }: Look, words: string, style = ''): string {
  return element(
    'span',
    tone,
    style,
    `<span aria-hidden="true">${mark}</span> ${escapeHtml(words)}`,
  );
}
