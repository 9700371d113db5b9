import { MAX_ENTRIES_OF_PAGE } from '../limits';
import type { Pages } from '../../pages';
import { formatCount, formatNumber } from '../../text/amounts';
import { excerpt } from '../../text/text';
import type { Report } from '../report';
import { NEEDS_ATTENTION, type ReportState } from '../state';
import { formatChange, formatPercent, missedText, summaryText, type Calendar } from '../words';
import { appLine, entryCard, idleLine, type PageContext } from './entryCard';
import { card, element, escaped, heading, htmlFile, layout, note, pageTitle } from './html';
import { MAX_MARKS, RUN_LOOKS } from './marks';

/** The cards of the page, under their headings; what did not run follows in one line each. */
const SECTIONS: ReadonlyArray<readonly [title: string, states: readonly ReportState[]]> = [
  ['Needs attention', NEEDS_ATTENTION],
  ['Schedule cannot be read', ['unknown']],
  ['Running', ['running']],
  ['All is well', ['ok']],
];

/** Draws a report as one HTML file without scripts that loads nothing. */
export function reportPage(report: Report, calendar: Calendar, pages: Pages): string {
  const { entries, period, apps = [], totals } = report;
  const context: PageContext = {
    calendar,
    pages,
    nowMs: period.nowMs,
    hasProjects: totals.projects > 1,
  };
  const shown = entries.slice(0, MAX_ENTRIES_OF_PAGE);
  const shownApps = apps.slice(0, MAX_ENTRIES_OF_PAGE - shown.length);
  const leftOut = entries.length + apps.length - shown.length - shownApps.length;
  const inStates = (states: readonly ReportState[]) =>
    shown.filter(({ reason }) => states.includes(reason.state));
  const countOf = (states: readonly ReportState[]) =>
    states.reduce((sum, state) => sum + totals.states[state], 0);
  const section = (
    title: string,
    count: number,
    drawn: string[],
    around = (html: string) => html,
  ) =>
    drawn.length === 0
      ? ''
      : `${heading(`${title} (${formatNumber(count)})`)}${around(drawn.join(''))}`;
  const title = titleOf(report);
  const hasMarks = shown.some(({ marks }) => marks.length > 0);
  const cards = SECTIONS.map(([name, states]) => {
    const drawn = inStates(states).map((entry) => entryCard(entry, context));
    return section(name, countOf(states), drawn);
  });
  const idle = inStates(['idle']).map((entry) => idleLine(entry, context));
  const appLines = shownApps.map((app) => appLine(app, context));
  return htmlFile(
    title,
    [
      head(report, title, calendar),
      hasMarks ? legend() : '',
      ...cards,
      section('Did not run', totals.states.idle, idle, card),
      section('Apps', apps.length, appLines, card),
      footer(report, hasMarks, leftOut),
    ].join(''),
  );
}

function titleOf({ projectName, totals }: Report): string {
  const of = projectName ?? (totals.projects === 1 ? '' : formatCount(totals.projects, 'project'));
  return of === '' ? 'Report' : `Report: ${excerpt(of, [], 120)}`;
}

/** Draws the title, the period, the four figures that are looked for first, and the summary. */
function head(report: Report, title: string, calendar: Calendar): string {
  const { period, totals } = report;
  const { runs, successRate, failed, missedSchedules, change } = totals;
  const span = `${calendar.moment(period.fromMs)} to ${calendar.moment(period.toMs)} (${period.timezone})`;
  const tiles = [
    tile('Runs', formatNumber(runs), formatChange(change.runs, 'run') || 'as before'),
    tile(
      'Succeeded',
      successRate === null ? '–' : formatPercent(successRate),
      'of those that ended',
    ),
    tile(
      'Failed',
      formatNumber(failed),
      formatChange(change.failed, 'failed', 'failed') || 'as before',
    ),
    tile('Missed', formatNumber(missedSchedules), 'scheduled runs'),
  ];
  const missed = missedText(missedSchedules);
  const words = `${summaryText(report)}${missed === undefined ? '' : ` ${missed}.`}`;
  return [
    pageTitle(title),
    element('p', 'soft', 'margin:2px 0 12px;font-size:14px;line-height:20px', escaped(span)),
    card(layout(`<tr>${tiles.join('')}</tr>`, 'table-layout:fixed')),
    element('p', 'ink', 'margin:14px 0 0;font-size:15px;line-height:23px', escaped(words)),
  ].join('');
}

function tile(label: string, value: string, small: string): string {
  const smallStyle = 'font-size:12px;line-height:16px';
  const large = 'font-size:20px;line-height:28px;font-weight:600;white-space:nowrap';
  return `<td class="tile" style="width:25%;padding:0 8px 0 0;vertical-align:top">${element('div', 'soft', smallStyle, label)}${element('div', 'ink', large, value)}${element('div', 'soft', smallStyle, small)}</td>`;
}

/** Explains the marks. */
function legend(): string {
  const marks = Object.entries(RUN_LOOKS).map(
    ([kind, { tone, mark }]) =>
      `<span style="white-space:nowrap;padding-right:14px">${element('span', tone, '', mark, 'aria-hidden="true"')} ${kind}</span>`,
  );
  return note(marks.join(' '));
}

function footer({ deletedMeanwhile }: Report, hasMarks: boolean, leftOut: number): string {
  const sentences = [
    hasMarks &&
      `Each mark is a run, or a scheduled run that was missed, the newest last; of more than ${MAX_MARKS}, the latest.`,
    'Durations are those of successful runs. "Before" is the previous period of the same length.',
    leftOut > 0 &&
      `${formatNumber(leftOut)} more are not on this page. The report’s items include all.`,
    deletedMeanwhile > 0 &&
      `${formatNumber(deletedMeanwhile)} deleted on the platform while the report was created.`,
  ];
  return note(sentences.filter(Boolean).join(' '));
}
