import type { DrawnRun } from '../pastRun';
import { tone, type ToneName } from './html';

/** How a run looks: its color, and a mark that says the same without colors. */
export interface Look {
  tone: ToneName;
  mark: string;
  words: string;
}

/** In the order of the legend. */
export const RUN_LOOKS = {
  succeeded: { tone: 'calm', mark: '✓', words: 'succeeded' },
  failed: { tone: 'alarm', mark: '✕', words: 'failed' },
  missed: { tone: 'alarm', mark: '○', words: 'missed' },
  stopped: { tone: 'notice', mark: '■', words: 'stopped' },
  running: { tone: 'work', mark: '▶', words: 'running' },
  skipped: { tone: 'soft', mark: '–', words: 'skipped' },
} as const satisfies Record<string, Look>;

export function lookOf(outcome: DrawnRun['outcome']): Look {
  return RUN_LOOKS[outcome ?? 'running'];
}

/** One line of a wide page. */
export const MAX_MARKS = 50;

/** Draws the latest runs, and those that were missed, as a row of marks, the newest last. */
export function drawMarks(runs: readonly DrawnRun[]): string {
  const latest = [...runs].sort((a, b) => a.beginMs - b.beginMs).slice(-MAX_MARKS);
  const groups: Array<{ look: Look; marks: string }> = [];
  for (const look of latest.map(({ outcome }) => lookOf(outcome))) {
    const last = groups.at(-1);
    if (last?.look === look) last.marks += look.mark;
    else groups.push({ look, marks: look.mark });
  }
  const spans = groups.map(({ look, marks }) => `<span ${tone(look.tone)}>${marks}</span>`);
  const older = runs.length > latest.length ? '…' : '';
  return `<div aria-hidden="true" style="margin-top:6px;font-size:14px;line-height:18px;letter-spacing:1px;word-break:break-all">${older}${spans.join('')}</div>`;
}
