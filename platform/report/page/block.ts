import { excerpt } from '../../text/text';
import type { Pages } from '../../pages';
import type { ReportEntry } from '../entry';
import { durationMs, type DrawnRun } from '../pastRun';
import type { ReportState } from '../state';
import {
  formatChange,
  formatDuration,
  formatNumber,
  missedText,
  nameOf,
  formatPercent,
  reasonText,
  runsText,
  type Calendar,
} from '../words';
import { appearanceOf, durationChart, strip } from './bars';
import { card, escaped, layout, tone, type ToneName } from './html';
import type { Axis, Tick } from './timeAxis';

/** What all jobs of a page have in common. */
export interface PageContext {
  axis: Axis;
  ticks: readonly Tick[];
  calendar: Calendar;
  pages: Pages;
  /** Bars in a row, and columns of durations, at most. */
  places: number;
  columns: number;
  /** Whether a bar names its run when the pointer is on it. */
  hasTips: boolean;
  /** Whether the project is named with each job. */
  hasProjects: boolean;
}

/** How much of a row the runs take; the rest is for their durations. */
export const RUNS_PART = 72;
/** So many failures are listed with their times. */
const MAX_TIMES = 3;
/** A shorter wait is not worth a sentence. */
const MIN_WAIT_SECONDS = 5;
/** A median that has changed by a smaller part is the same. */
const MIN_CHANGE = 0.05;

const STATE_LOOKS = {
  failing: { tone: 'alarm', mark: '✕' },
  late: { tone: 'notice', mark: '◔' },
  unreliable: { tone: 'notice', mark: '◐' },
  slow: { tone: 'notice', mark: '◷' },
  running: { tone: 'work', mark: '▶' },
  ok: { tone: 'calm', mark: '✓' },
  idle: { tone: 'soft', mark: '–' },
} as const satisfies Record<ReportState, { tone: ToneName; mark: string }>;

/** A job or pipeline: what is the matter, its figures in words, its runs and their durations. */
export function block(entry: ReportEntry, context: PageContext): string {
  const { calendar, axis } = context;
  const reason = reasonText(entry, (ms) => calendar.moment(ms), axis.nowMs);
  const { state } = entry.reason;
  const why =
    reason === undefined ? '' : `<div ${tone(STATE_LOOKS[state].tone)}>${escaped(reason)}</div>`;
  const head = headOf(entry, context);
  return card(`${head}${why}${factsOf(entry, context)}${pictures(entry, context)}`);
}

/** The same in one line, without pictures. */
export function line(entry: ReportEntry, context: PageContext): string {
  const { hasProjects, calendar } = context;
  const { figures, reason, lastRun } = entry;
  const isIdle = reason.state === 'idle';
  const project = hasProjects && entry.projectName ? ` (${shortName(entry.projectName)})` : '';
  const state = isIdle ? '' : `, ${markedState(reason.state)}`;
  const words = isIdle ? lastRunWords(lastRun, calendar) : `${runsText(figures)}.`;
  return `<div style="line-height:21px"><span ${tone('ink')}>${linkedName(entry, context)}</span>${project}${state}. ${escaped(words)}</div>`;
}

/** Leads to its page on the platform. */
function linkedName(entry: ReportEntry, { pages }: PageContext): string {
  const name = escaped(nameOf(entry));
  const url = pages.url(entry.noun, entry.projectId, entry.id);
  return url ? `<a ${tone('ink')} href="${escaped(url)}">${name}</a>` : name;
}

function lastRunWords(lastRun: ReportEntry['lastRun'], calendar: Calendar): string {
  if (!lastRun?.startTime) return 'No earlier run was found.';
  const { startTime, succeeded, status } = lastRun;
  const outcome = succeeded ? 'succeeded' : excerpt(status, [], 40).toLowerCase();
  return `Last run: ${calendar.moment(Date.parse(startTime))}, ${outcome}.`;
}

function shortName(name: string): string {
  return escaped(excerpt(name, [], 80));
}

function headOf(entry: ReportEntry, context: PageContext): string {
  const { hasProjects } = context;
  const { state } = entry.reason;
  const kind = entry.noun === 'pipeline' ? 'Pipeline' : '';
  const place = [kind, hasProjects ? (entry.projectName ?? '') : ''].filter((part) => part !== '');
  const of = place.map((part) => shortName(part)).join(' · ');
  const small =
    of === '' ? '' : ` <span ${tone('soft', 'font-weight:normal;font-size:13px')}>${of}</span>`;
  const pill = ` ${markedState(state, 'float:right;padding-left:12px;font-size:13px')}`;
  return `<h3 ${tone('ink', 'margin:0;font-size:16px;line-height:22px;font-weight:600')}>${linkedName(entry, context)}${small}${pill}</h3>`;
}

function markedState(state: ReportState, style = ''): string {
  const { tone: name, mark } = STATE_LOOKS[state];
  return `<span ${tone(name, style)}><span aria-hidden="true">${mark}</span> ${state}</span>`;
}

/** The figures in words: what is read aloud, and all that is left if nothing is drawn. */
function factsOf(entry: ReportEntry, { calendar }: PageContext): string {
  const { figures, change, lastRun, lastSuccess, missedSchedules, isCut, reason } = entry;
  const { longestQueueSeconds, successRate } = figures;
  const isWell = reason.state === 'ok';
  const rate = successRate === null || successRate === 1 ? '' : formatPercent(successRate);
  const waited = longestQueueSeconds ?? 0;
  const runs = [runsText(figures), rate, formatChange(change.runs, 'run')].filter(
    (part) => part !== '',
  );
  const sentences = [
    figures.runs === 0 ? lastRunWords(lastRun, calendar).slice(0, -1) : runs.join(', '),
    failures(entry, calendar),
    ...(reason.state === 'unreliable' ? [] : missedText(missedSchedules)),
    durations(entry),
    waited >= MIN_WAIT_SECONDS ? `Waited up to ${formatDuration(waited)} for its turn` : '',
    !isWell && lastSuccess ? `Last success: ${calendar.moment(Date.parse(lastSuccess))}` : '',
    isCut ? 'There are more runs than a report can count: the oldest are not included' : '',
  ];
  return sentences
    .filter((sentence) => sentence !== '')
    .map((sentence) => `${escaped(sentence)}.`)
    .join(' ');
}

/** In the middle, for nearly all, and what is usual, as `Median 3 min (20 s more), 95 % within 4 min`. */
function durations({ figures, change, usual }: ReportEntry): string {
  const { medianSeconds, p95Seconds, succeeded } = figures;
  if (medianSeconds === null) return '';
  if (succeeded === 1) return `Took ${formatDuration(medianSeconds)}`;
  const longer = change.medianSeconds ?? 0;
  const isSame = Math.abs(longer) < Math.max(0.1, medianSeconds * MIN_CHANGE);
  const than = isSame
    ? ''
    : ` (${formatDuration(Math.abs(longer))} ${longer > 0 ? 'more' : 'less'} than before)`;
  const band = usual ? `, usually ${range(usual.fromSeconds, usual.toSeconds)}` : '';
  return `Took ${formatDuration(medianSeconds)} in the median${than}, 95 % within ${formatDuration(p95Seconds ?? 0)}${band}`;
}

/** When runs failed; a single one that is the reason for the state is named there. */
function failures({ drawn, figures, reason }: ReportEntry, calendar: Calendar): string {
  const failed = drawn.filter(({ outcome }) => outcome === 'failed');
  if (failed.length === 0 || (reason.state === 'failing' && failed.length === 1)) return '';
  const times = failed.slice(0, MAX_TIMES).map(({ beginMs }) => calendar.moment(beginMs));
  const left = figures.failed - times.length;
  return `Failed: ${times.join('; ')}${left > 0 ? ` and ${formatNumber(left)} times more` : ''}`;
}

function range(from: number, to: number): string {
  const [low, high] = [formatDuration(from), formatDuration(to)];
  return low === high ? low : `${low} to ${high}`;
}

/** The runs in time at the left, how long they took at the right. */
function pictures({ drawn, usual }: ReportEntry, context: PageContext): string {
  const { axis, ticks, calendar, places, columns, hasTips } = context;
  if (drawn.length === 0) return '';
  const tipOf = (runs: readonly DrawnRun[]) => escaped(tooltip(runs, calendar));
  const runs = strip(drawn, axis, ticks, places, hasTips ? tipOf : undefined);
  const chart = durationChart(drawn, usual, columns, axis.nowMs);
  const cells = `<td style="width:${RUNS_PART}%;padding:0 14px 0 0">${runs}</td><td style="padding:0">${chart}</td>`;
  return layout(
    `<tr style="vertical-align:bottom">${cells}</tr>`,
    'margin-top:8px;table-layout:fixed',
  );
}

function tooltip(runs: readonly DrawnRun[], calendar: Calendar): string {
  const [first] = runs;
  if (!first) return '';
  const moment = calendar.moment(first.beginMs);
  if (runs.length > 1) return `${moment}: ${runs.length} runs`;
  const took = first.outcome === 'missed' ? undefined : durationMs(first);
  const words = appearanceOf(first.outcome).words;
  return `${moment}: ${words}${took === undefined ? '' : `, ${formatDuration(took / 1000)}`}`;
}
