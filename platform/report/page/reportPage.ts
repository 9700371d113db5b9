import { MAX_ENTRIES_OF_PAGE } from '../../http/limits';
import { excerpt } from '../../text/text';
import type { Pages } from '../../pages';
import type { ReportApp } from '../apps';
import type { ReportEntry } from '../entry';
import type { Report } from '../getReport';
import { needsAttention, type ReportState } from '../state';
import { formatCount, formatNumber } from '../../text/amounts';
import { formatChange, formatPercent, missedText, summaryText, type Calendar } from '../words';
import { appLine, block, idleLine, type PageContext } from './block';
import { card, document, escaped, heading, layout, tone } from './html';
import { MAX_MARKS, RUN_LOOKS } from './looks';

/** Draws a report as one HTML file without scripts that loads nothing. */
export function reportPage(report: Report, calendar: Calendar, pages: Pages): string {
  const { entries, period, apps = [], totals } = report;
  const context: PageContext = {
    calendar,
    pages,
    nowMs: period.nowMs,
    hasProjects: totals.projects > 1,
  };
  const shown = new Set<ReportEntry | ReportApp>(
    [...entries, ...apps].slice(0, MAX_ENTRIES_OF_PAGE),
  );
  const section = <T extends ReportEntry | ReportApp>(
    title: string,
    all: readonly T[],
    draw: (one: T, context: PageContext) => string,
    around = (html: string) => html,
  ) => {
    const drawn = all.filter((one) => shown.has(one)).map((one) => draw(one, context));
    if (drawn.length === 0) return '';
    return `${heading(`${title} (${formatNumber(all.length)})`)}${around(drawn.join(''))}`;
  };
  const inState = (state: ReportState) => entries.filter(({ reason }) => reason.state === state);
  const attention = entries.filter(({ reason }) => needsAttention(reason.state));
  const title = titleOf(report);
  const isDrawn = entries.some(({ drawn }) => drawn.length > 0);
  const body = [
    headerOf(report, title, calendar),
    isDrawn ? legend() : '',
    section('Needs attention', attention, block),
    section('Schedule cannot be read', inState('unknown'), block),
    section('Running', inState('running'), block),
    section('All is well', inState('ok'), block),
    section('Did not run', inState('idle'), idleLine, card),
    section('Apps', apps, appLine, card),
    footer(report, isDrawn, entries.length + apps.length - shown.size),
  ];
  return document(title, body.join(''));
}

function titleOf({ projectName, totals }: Report): string {
  const of = projectName ?? (totals.projects === 1 ? '' : formatCount(totals.projects, 'project'));
  return of === '' ? 'Report' : `Report: ${excerpt(of, [], 120)}`;
}

function headerOf(report: Report, title: string, calendar: Calendar): string {
  const { period, totals } = report;
  const span = `${calendar.moment(period.fromMs)} to ${calendar.moment(period.toMs)} (${period.timezone})`;
  const name = `<h1 ${tone('ink', 'margin:0;font-size:24px;line-height:30px;font-weight:650')}>${escaped(title)}</h1>`;
  const when = `<p ${tone('soft', 'margin:2px 0 12px;font-size:14px;line-height:20px')}>${escaped(span)}</p>`;
  const missed = missedText(totals.missedSchedules).map((text) => `${text}.`);
  const words = `<p ${tone('ink', 'margin:0;font-size:15px;line-height:23px')}>${escaped([summaryText(report), ...missed].join(' '))}</p>`;
  return `${name}${when}${tiles(report)}${words}`;
}

/** The four figures that are looked for first. */
function tiles({ totals }: Report): string {
  const { runs, successRate, failed, missedSchedules, change } = totals;
  const tile = (label: string, value: string, small: string) =>
    `<td class="tile" style="width:25%;padding:0 8px 0 0;vertical-align:top"><div ${tone('soft', 'font-size:12px;line-height:16px')}>${label}</div><div ${tone('ink', 'font-size:20px;line-height:28px;font-weight:600;white-space:nowrap')}>${value}</div><div ${tone('soft', 'font-size:12px;line-height:16px')}>${small}</div></td>`;
  const rate = successRate === null ? '–' : formatPercent(successRate);
  const cells = [
    tile('Runs', formatNumber(runs), formatChange(change.runs, 'run') || 'as before'),
    tile('Succeeded', rate, 'of those that ended'),
    tile(
      'Failed',
      formatNumber(failed),
      formatChange(change.failed, 'failed', 'failed') || 'as before',
    ),
    tile('Missed', formatNumber(missedSchedules), 'scheduled runs'),
  ];
  return `<div style="margin:0 0 14px">${card(layout(`<tr>${cells.join('')}</tr>`, 'table-layout:fixed'))}</div>`;
}

/** Explains the marks. */
function legend(): string {
  const entries = Object.values(RUN_LOOKS).map(
    (look) =>
      `<span style="white-space:nowrap;padding-right:14px"><span ${tone(look.tone)} aria-hidden="true">${look.mark}</span> ${look.words}</span>`,
  );
  return `<p ${tone('soft', 'margin:14px 0 0;font-size:13px;line-height:20px')}>${entries.join(' ')}</p>`;
}

function footer({ gone }: Report, isDrawn: boolean, leftOut: number): string {
  const sentences = [
    isDrawn
      ? `Each mark is a run, or a scheduled run that was missed, the newest last; of more than ${MAX_MARKS}, the latest.`
      : '',
    'What is usual, medians and percentages of durations are those of successful runs. "Before" is the previous period of the same length.',
    leftOut > 0
      ? `${formatNumber(leftOut)} more are not on this page. The report’s items include all.`
      : '',
    gone > 0 ? `${formatNumber(gone)} deleted on the platform while the report was created.` : '',
  ];
  const text = sentences.filter((sentence) => sentence !== '').join(' ');
  return `<p ${tone('soft', 'margin:18px 0 0;font-size:12px;line-height:18px')}>${text}</p>`;
}
