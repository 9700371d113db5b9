import { excerpt } from '../../text/text';
import type { ReportApp } from '../apps';
import { formatCount, nameOf } from '../words';
import type { PageContext } from './block';
import { escaped, tone } from './html';

const LOOKS = {
  down: { tone: 'alarm', mark: '✕' },
  changing: { tone: 'work', mark: '▶' },
  stopped: { tone: 'soft', mark: '–' },
  up: { tone: 'calm', mark: '✓' },
} as const;

/** An app in one line: its name, how it is and since when, and how often it was started again. */
export function appLine(app: ReportApp, { pages, calendar, hasProjects }: PageContext): string {
  const { id, projectId, projectName, state, sinceMs, statusReason, restarts } = app;
  const url = pages.url('app', projectId, id);
  const name = escaped(nameOf(app));
  const linked = url ? `<a ${tone('ink')} href="${escaped(url)}">${name}</a>` : name;
  const project = hasProjects && projectName ? ` (${escaped(excerpt(projectName, [], 80))})` : '';
  const { tone: color, mark } = LOOKS[state];
  const words = [
    `${state}${sinceMs === undefined ? '' : ` since ${calendar.moment(sinceMs)}`}`,
    ...(state === 'down' && statusReason ? [excerpt(statusReason, [], 120)] : []),
    ...(restarts > 0 ? [formatCount(restarts, 'restart')] : []),
  ].join(', ');
  return `<div style="line-height:21px"><span ${tone('ink')}>${linked}</span>${project}, <span ${tone(color)}><span aria-hidden="true">${mark}</span> ${escaped(words)}</span></div>`;
}
