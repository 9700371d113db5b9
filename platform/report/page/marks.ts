import type { ReportApp } from '../apps';
import { MAX_MARKS, type RunMark } from '../entry';
import type { ReportState } from '../state';
import { element, escaped, type ToneName } from './html';

/** A color, and a mark that says the same without colors. */
export interface Look {
  tone: ToneName;
  mark: string;
}

/** The looks of runs, in the order of the legend. */
export const RUN_LOOKS = {
  succeeded: { tone: 'calm', mark: '✓' },
  failed: { tone: 'alarm', mark: '✕' },
  missed: { tone: 'alarm', mark: '○' },
  stopped: { tone: 'notice', mark: '■' },
  running: { tone: 'work', mark: '▶' },
  waiting: { tone: 'work', mark: '▷' },
  skipped: { tone: 'soft', mark: '–' },
} as const satisfies Record<RunMark, Look>;

/** The looks of jobs, pipelines and apps. */
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

/** Draws the latest runs as a row of marks, the newest last. */
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

/** Draws a mark with words behind it, which are all that screen readers read. */
export function markedWords({ tone, mark }: Look, words: string, style = ''): string {
  return element('span', tone, style, `<span aria-hidden="true">${mark}</span> ${escaped(words)}`);
}
