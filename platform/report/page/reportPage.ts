import { MAX_MAIL_PAGE_BYTES, MAX_PAGE_BYTES } from '../../http/limits';
import { excerpt } from '../../text/text';
import type { Pages } from '../../pages';
import type { ReportEntry } from '../entry';
import type { Report } from '../getReport';
import { needsAttention, type ReportState } from '../state';
import { formatCount, formatNumber } from '../../text/amounts';
import { formatChange, formatPercent, missedText, summaryText, type Calendar } from '../words';
import { ALL_APPEARANCES, bar, FINEST_PLACES } from './bars';
import { appLine, block, line, RUNS_PART, type PageContext } from './block';
import { card, document, escaped, heading, layout, tone } from './html';
import { axisLabels, ticksOf, type Axis } from './timeAxis';

/** No page of more jobs fits into a mail, however coarse it is. */
const MAX_JOBS_IN_MAIL = 60;
/** Of how many places the row of bars of each job is made, the finest first. */
const PLACES = [FINEST_PLACES, 72, 48, 24, 12];
const PLACES_OF_LARGE_PAGE = 32;
/** What is kept free for entries without pictures, and for the end of the page. */
const KEPT_FOR_LINES = 90_000;
const KEPT_FOR_END = 4_000;

/** A report to look at: one HTML file without script that loads nothing, of at most `MAX_PAGE_BYTES`. */
export function reportPage(report: Report, calendar: Calendar, pages: Pages): string {
  const tried = report.entries.length > MAX_JOBS_IN_MAIL ? [] : PLACES;
  for (const places of tried) {
    const html = pageOf(report, calendar, pages, places);
    if (Buffer.byteLength(html) <= MAX_MAIL_PAGE_BYTES) return html;
  }
  return pageOf(report, calendar, pages, PLACES_OF_LARGE_PAGE);
}

function pageOf(report: Report, calendar: Calendar, pages: Pages, places: number): string {
  const { entries, period } = report;
  const { fromMs, toMs, nowMs } = period;
  const axis: Axis = { fromMs, toMs, nowMs };
  const setting: PageContext = {
    places,
    axis,
    ticks: ticksOf(axis, calendar),
    calendar,
    pages,
    hasProjects: report.totals.projects > 1,
  };
  const title = titleOf(report);
  const isDrawn = entries.some(({ drawn }) => drawn.length > 0);
  const head = `${headerOf(report, title, calendar)}${isDrawn ? legend() : ''}`;
  const body = new Body(setting, Buffer.byteLength(document(title, head)));
  const inState = (wanted: ReportState) => entries.filter(({ reason }) => reason.state === wanted);
  const attention = entries.filter(({ reason }) => needsAttention(reason.state));
  const lineOf = (entry: ReportEntry) => line(entry, setting);
  const blockOf = (entry: ReportEntry) => block(entry, setting);
  body.section('Needs attention', attention, lineOf, blockOf);
  body.section('Schedule cannot be read', inState('unknown'), lineOf, blockOf);
  body.section('Under way', inState('running'), lineOf, blockOf);
  body.section('All is well', inState('ok'), lineOf, blockOf);
  body.section('Did not run', inState('idle'), lineOf);
  body.section('Apps', report.apps ?? [], (app) => appLine(app, setting));
  return document(title, `${head}${body.html}${footer(report, body)}`);
}

/** What stands below the head, as long as there is room. */
class Body {
  html = '';
  withoutPictures = 0;
  leftOut = 0;
  private bytes: number;

  constructor(
    private readonly setting: PageContext,
    headBytes: number,
  ) {
    this.bytes = headBytes + KEPT_FOR_END;
  }

  /** @param blockOf draws an entry, as long as there is room for pictures */
  section<One>(
    title: string,
    all: readonly One[],
    lineOf: (one: One) => string,
    blockOf?: (one: One) => string,
  ): void {
    if (all.length === 0) return;
    const above = `${heading(`${title} (${formatNumber(all.length)})`)}${blockOf ? this.axis() : ''}`;
    if (!this.fits(above, MAX_PAGE_BYTES)) {
      this.leftOut += all.length;
      return;
    }
    const blocks: string[] = [];
    for (const one of blockOf ? all : []) {
      const drawn = blockOf?.(one) ?? '';
      if (!this.fits(drawn, MAX_PAGE_BYTES - KEPT_FOR_LINES)) break;
      blocks.push(drawn);
    }
    const others = all.slice(blocks.length);
    const lines = others.map(lineOf).filter((html) => this.fits(html, MAX_PAGE_BYTES));
    if (blockOf) this.withoutPictures += lines.length;
    this.leftOut += others.length - lines.length;
    this.html += `${above}${blocks.join('')}${lines.length > 0 ? card(lines.join('')) : ''}`;
  }

  /** Takes the room for something, if it is there. */
  private fits(html: string, most: number): boolean {
    const bytes = Buffer.byteLength(html);
    if (this.bytes + bytes > most) return false;
    this.bytes += bytes;
    return true;
  }

  private axis(): string {
    const { axis, ticks } = this.setting;
    const labels = `<td style="width:${RUNS_PART}%;padding:0 14px 0 0">${axisLabels(axis, ticks)}</td>`;
    const durations = `<td ${tone('soft', 'padding:0;font-size:11px;line-height:14px;white-space:nowrap')}>Durations</td>`;
    const cell = `<tr><td class="pad" style="padding:0 21px 6px">${layout(`<tr>${labels}${durations}</tr>`, 'table-layout:fixed')}</td></tr>`;
    return layout(cell);
  }
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

/** What the bars mean, drawn as they are. */
function legend(): string {
  const entries = ALL_APPEARANCES.map((look) => {
    const drawn = `<td style="padding:0;width:8px;vertical-align:bottom;font-size:0;line-height:0" aria-hidden="true">${bar(look, look.height)}</td>`;
    const words = `<td ${tone('soft', 'padding:0 14px 0 2px;font-size:12px;line-height:16px;vertical-align:bottom')}>${look.words}</td>`;
    return `<table role="presentation" cellpadding="0" cellspacing="0" style="display:inline-table;border-collapse:collapse"><tr style="height:26px">${drawn}${words}</tr></table>`;
  });
  return `<div style="margin:14px 0 0">${entries.join('')}</div>`;
}

function footer({ gone }: Report, { withoutPictures, leftOut }: Body): string {
  const sentences = [
    'Each bar is a run at its time, or one that was due and did not come. Runs that are close together share a bar, which shows the worst result.',
    'The columns on the right are the latest runs, the newest last: the higher, the longer they took. The band behind them is what is usual.',
    'What is usual, medians and percentages of durations are those of successful runs. "Before" is the previous period of the same length.',
    withoutPictures > 0
      ? `${formatNumber(withoutPictures)} ${withoutPictures === 1 ? 'is' : 'are'} listed without charts to keep the page small.`
      : '',
    leftOut > 0
      ? `${formatNumber(leftOut)} more are not on this page. The report’s items include all.`
      : '',
    gone > 0 ? `${formatNumber(gone)} deleted on the platform while the report was created.` : '',
  ];
  const text = sentences.filter((sentence) => sentence !== '').join(' ');
  return `<p ${tone('soft', 'margin:18px 0 0;font-size:12px;line-height:18px')}>${text}</p>`;
}
