import type { Pages } from '../../connection/pages';
import { formatCount, formatNumber } from '../../common/text/amounts';
import { MAX_MARKS } from '../entry';
import type { Report } from '../report';
import { STATES_NEEDING_ATTENTION, type ReportState } from '../state';
import {
  describeAttention,
  shortenName,
  formatPercent,
  buildMomentFormat,
  type FormatMoment,
} from '../words';
import { drawAppLine, drawEntryCard, drawEntryLine, type PageContext } from './entryCard';
import {
  drawCard,
  drawElement,
  escapeHtml,
  drawHeading,
  buildHtmlFile,
  drawTable,
  drawNote,
  drawTitle,
} from './html';
import { RUN_LOOKS } from './marks';

/** The page shows at most this many jobs, pipelines and apps. It also shows the number of those that are left out. */
export const MAX_ENTRIES_OF_PAGE = 300;

const SECTIONS: ReadonlyArray<{ title: string; states: readonly ReportState[] }> = [
  { title: 'Needs attention', states: STATES_NEEDING_ATTENTION },
  { title: 'Running', states: ['running'] },
  { title: 'Schedule cannot be read', states: ['unknown'] },
  { title: 'All is well', states: ['ok'] },
];

/** Returns an HTML file without scripts, which loads nothing. */
export function drawReportPage(report: Report, pages: Pages): string {
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
    const cards = inStates(states).map((entry) => drawEntryCard(entry, context));
    return drawSection(title, count, cards);
  });
  const idle = inStates(['idle']).map((entry) => drawEntryLine(entry, context));
  const appLines = shownApps.map((app) => drawAppLine(app, context));
  const subject = projectName ?? formatCount(totals.projects, 'project');
  const title = `Report: ${shortenName(subject)}`;
  return buildHtmlFile(
    title,
    [
      drawTitle(title),
      drawOverview(report, formatMoment),
      ...sections,
      drawSection('Did not run', totals.states.idle, drawInOneCard(idle)),
      drawSection('Apps', apps.length, drawInOneCard(appLines)),
      drawFooter(leftOut),
    ].join(''),
  );
}

/** @param count number of entries, including those that are left out */
function drawSection(title: string, count: number, cards: readonly string[]): string {
  if (cards.length === 0) return '';
  return `${drawHeading(`${title} (${formatNumber(count)})`)}${cards.join('')}`;
}

function drawInOneCard(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [drawCard(lines.join(''))];
}

function drawOverview(report: Report, formatMoment: FormatMoment): string {
  const { period, totals } = report;
  const { runs, successRate, failed, missedSchedules, change } = totals;
  const span = `${formatMoment(period.fromMs)} to ${formatMoment(period.toMs)} (${period.timezone})`;
  const succeeded = successRate === null ? '–' : formatPercent(successRate);
  const tiles = [
    drawTile('Runs', formatNumber(runs), describeChange(change.runs)),
    drawTile('Succeeded', succeeded, 'of those that ended'),
    drawTile('Failed', formatNumber(failed), describeChange(change.failed)),
    drawTile('Missed', formatNumber(missedSchedules), 'scheduled runs'),
  ];
  const attention = escapeHtml(describeAttention(report));
  return [
    drawElement('p', 'soft', 'margin:2px 0 12px;font-size:14px;line-height:20px', escapeHtml(span)),
    drawCard(drawTable(`<tr>${tiles.join('')}</tr>`, 'table-layout:fixed')),
    drawElement('p', 'ink', 'margin:14px 0 0;font-size:15px;line-height:23px', attention),
    drawLegend(),
  ].join('');
}

function drawTile(label: string, value: string, remark: string): string {
  const smallStyle = 'font-size:12px;line-height:16px';
  const largeStyle = 'font-size:20px;line-height:28px;font-weight:600;white-space:nowrap';
  return `<td class="tile" style="width:25%;padding:0 8px 0 0;vertical-align:top">${drawElement('div', 'soft', smallStyle, label)}${drawElement('div', 'ink', largeStyle, value)}${drawElement('div', 'soft', smallStyle, remark)}</td>`;
}

function describeChange(change: number): string {
  if (change === 0) return 'as before';
  return `${formatNumber(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than before`;
}

function drawLegend(): string {
  const marks = Object.entries(RUN_LOOKS).map(
    ([kind, { tone, symbol }]) =>
      `<span style="white-space:nowrap;padding-right:14px">${drawElement('span', tone, '', symbol, 'aria-hidden="true"')} ${kind}</span>`,
  );
  return drawNote(marks.join(' '));
}

function drawFooter(leftOut: number): string {
  const sentences = [
    `Each mark is a run, or a scheduled run that was missed. The newest is last. Only the latest ${MAX_MARKS} marks are shown.`,
    'Durations are those of successful runs. "Before" is the previous period of the same length.',
    leftOut > 0 &&
      `${formatNumber(leftOut)} more jobs, pipelines or apps are not on this page. To get all of them, set "Return As" of the n8n node to "Items".`,
  ];
  return drawNote(sentences.filter(Boolean).join(' '));
}
