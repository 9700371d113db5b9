import type { Pages } from '../../connection/pages';
import { formatCount, formatNumber } from '../../common/text/amounts';
import { MAX_MARKS } from '../entry';
import type { Report } from '../report';
import { NEEDS_ATTENTION, type ReportState } from '../state';
import {
  describeAttention,
  displayName,
  formatPercent,
  buildMomentFormat,
  type FormatMoment,
} from '../words';
import { appLine, entryCard, entryLine, type PageContext } from './entryCard';
import { card, element, escapeHtml, heading, htmlFile, layout, note, pageTitle } from './html';
import { RUN_LOOKS } from './marks';

/** The page shows at most so many jobs, pipelines and apps, and says how many more there are. */
export const MAX_ENTRIES_OF_PAGE = 300;

const SECTIONS: ReadonlyArray<{ title: string; states: readonly ReportState[] }> = [
  { title: 'Needs attention', states: NEEDS_ATTENTION },
  { title: 'Running', states: ['running'] },
  { title: 'Schedule cannot be read', states: ['unknown'] },
  { title: 'All is well', states: ['ok'] },
];

/** The HTML file has no scripts and loads nothing. */
export function reportPage(report: Report, pages: Pages): string {
  const { entries, period, apps = [], totals, projectName } = report;
  const formatMoment = buildMomentFormat(period.timezone, period.nowMs);
  const context: PageContext = { formatMoment, pages, showsProjectNames: totals.projects > 1 };
  const shown = entries.slice(0, MAX_ENTRIES_OF_PAGE);
  const shownApps = apps.slice(0, MAX_ENTRIES_OF_PAGE - shown.length);
  const leftOut = entries.length + apps.length - shown.length - shownApps.length;
  const inStates = (states: readonly ReportState[]) =>
    shown.filter(({ reason }) => states.includes(reason.state));
  const sections = SECTIONS.map(({ title, states }) => {
    const count = states.reduce((sum, state) => sum + totals.states[state], 0);
    return section(
      title,
      count,
      inStates(states).map((entry) => entryCard(entry, context)),
    );
  });
  const idle = inStates(['idle']).map((entry) => entryLine(entry, context));
  const appLines = shownApps.map((app) => appLine(app, context));
  const subject = projectName === null ? formatCount(totals.projects, 'project') : projectName;
  const title = `Report: ${displayName(subject)}`;
  return htmlFile(
    title,
    [
      pageTitle(title),
      head(report, formatMoment),
      ...sections,
      section('Did not run', totals.states.idle, inOneCard(idle)),
      section('Apps', apps.length, inOneCard(appLines)),
      footer(leftOut),
    ].join(''),
  );
}

/** @param count number of entries, including those that are left out */
function section(title: string, count: number, cards: readonly string[]): string {
  if (cards.length === 0) return '';
  return `${heading(`${title} (${formatNumber(count)})`)}${cards.join('')}`;
}

function inOneCard(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [card(lines.join(''))];
}

function head(report: Report, formatMoment: FormatMoment): string {
  const { period, totals } = report;
  const { runs, successRate, failed, missedSchedules, change } = totals;
  const span = `${formatMoment(period.fromMs)} to ${formatMoment(period.toMs)} (${period.timezone})`;
  const succeeded = successRate === null ? '–' : formatPercent(successRate);
  const tiles = [
    tile('Runs', formatNumber(runs), changeText(change.runs)),
    tile('Succeeded', succeeded, 'of those that ended'),
    tile('Failed', formatNumber(failed), changeText(change.failed)),
    tile('Missed', formatNumber(missedSchedules), 'scheduled runs'),
  ];
  const attention = escapeHtml(describeAttention(report));
  return [
    element('p', 'soft', 'margin:2px 0 12px;font-size:14px;line-height:20px', escapeHtml(span)),
    card(layout(`<tr>${tiles.join('')}</tr>`, 'table-layout:fixed')),
    element('p', 'ink', 'margin:14px 0 0;font-size:15px;line-height:23px', attention),
    legend(),
  ].join('');
}

function tile(label: string, value: string, small: string): string {
  const smallStyle = 'font-size:12px;line-height:16px';
  const large = 'font-size:20px;line-height:28px;font-weight:600;white-space:nowrap';
  return `<td class="tile" style="width:25%;padding:0 8px 0 0;vertical-align:top">${element('div', 'soft', smallStyle, label)}${element('div', 'ink', large, value)}${element('div', 'soft', smallStyle, small)}</td>`;
}

function changeText(change: number): string {
  if (change === 0) return 'as before';
  return `${formatNumber(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than before`;
}

function legend(): string {
  const marks = Object.entries(RUN_LOOKS).map(
    ([kind, { tone, symbol }]) =>
      `<span style="white-space:nowrap;padding-right:14px">${element('span', tone, '', symbol, 'aria-hidden="true"')} ${kind}</span>`,
  );
  return note(marks.join(' '));
}

function footer(leftOut: number): string {
  const sentences = [
    `Each mark is a run, or a scheduled run that was missed. The newest is last. Only the latest ${MAX_MARKS} are shown.`,
    'Durations are those of successful runs. "Before" is the previous period of the same length.',
    leftOut > 0 &&
      `${formatNumber(leftOut)} more are not on this page. The report’s items include all.`,
  ];
  return note(sentences.filter(Boolean).join(' '));
}
