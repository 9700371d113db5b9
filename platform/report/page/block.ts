import { excerpt } from '../../text/text';
import type { Pages } from '../../pages';
import type { ReportApp } from '../apps';
import type { ReportEntry } from '../entry';
import type { ReportState } from '../state';
import { formatCount, formatDuration, formatNumber } from '../../text/amounts';
import {
  formatChange,
  missedText,
  nameOf,
  formatPercent,
  reasonText,
  runsText,
  unreadableText,
  type Calendar,
} from '../words';
import { card, escaped, tone } from './html';
import { drawMarks, type Look } from './looks';

/** What all jobs of a page have in common. */
export interface PageContext {
  calendar: Calendar;
  pages: Pages;
  /** Epoch milliseconds. */
  nowMs: number;
  /** Whether the project is named with each job. */
  hasProjects: boolean;
}

/** So many failures are listed with their times. */
const MAX_TIMES = 3;
/** A shorter wait is not worth a sentence. */
const MIN_WAIT_SECONDS = 5;
/** A median that has changed by a smaller part is the same. */
const MIN_CHANGE = 0.05;

type StateLook = Omit<Look, 'words'>;

/** How the states of jobs, pipelines and apps look. */
const LOOKS = {
  failing: { tone: 'alarm', mark: '✕' },
  late: { tone: 'notice', mark: '◔' },
  unreliable: { tone: 'notice', mark: '◐' },
  slow: { tone: 'notice', mark: '◷' },
  running: { tone: 'work', mark: '▶' },
  ok: { tone: 'calm', mark: '✓' },
  unknown: { tone: 'notice', mark: '?' },
  idle: { tone: 'soft', mark: '–' },
  down: { tone: 'alarm', mark: '✕' },
  changing: { tone: 'work', mark: '▶' },
  stopped: { tone: 'soft', mark: '–' },
  up: { tone: 'calm', mark: '✓' },
} as const satisfies Record<ReportState | ReportApp['state'], StateLook>;

/** Draws a job or pipeline: what is wrong with it, its figures in words, and a row of marks for its runs. */
export function block(entry: ReportEntry, context: PageContext): string {
  const { calendar, nowMs } = context;
  const reason = reasonText(entry, (ms) => calendar.moment(ms), nowMs);
  const { state } = entry.reason;
  const why =
    reason === undefined ? '' : `<div ${tone(LOOKS[state].tone)}>${escaped(reason)}</div>`;
  const marks = entry.drawn.length === 0 ? '' : drawMarks(entry.drawn);
  return card(`${headOf(entry, context)}${why}${factsOf(entry, context)}${marks}`);
}

/** Draws a job or pipeline without runs in one line. */
export function idleLine(entry: ReportEntry, context: PageContext): string {
  const words = lastRunWords(entry.lastRun, context.calendar);
  return oneLine(linkedName(entry, context), entry, context, `. ${escaped(words)}`);
}

/** An app in one line: its name, how it is and since when, and how often it was started again. */
export function appLine(app: ReportApp, context: PageContext): string {
  const { state, sinceMs, statusReason, restarts } = app;
  const words = [
    `${state}${sinceMs === undefined ? '' : ` since ${context.calendar.moment(sinceMs)}`}`,
    ...(state === 'down' && statusReason ? [excerpt(statusReason, [], 120)] : []),
    ...(restarts > 0 ? [formatCount(restarts, 'restart')] : []),
  ].join(', ');
  const name = linkedName({ ...app, noun: 'app' }, context);
  return oneLine(name, app, context, `, ${marked(LOOKS[state], words)}`);
}

function oneLine(
  name: string,
  { projectName }: Pick<ReportEntry, 'projectName'>,
  { hasProjects }: PageContext,
  rest: string,
): string {
  const project = hasProjects && projectName ? ` (${shortName(projectName)})` : '';
  return `<div style="line-height:21px"><span ${tone('ink')}>${name}</span>${project}${rest}</div>`;
}

interface Linked extends Pick<ReportEntry, 'id' | 'name' | 'projectId'> {
  noun: ReportEntry['noun'] | 'app';
}

/** Leads to its page on the platform. */
function linkedName(one: Linked, { pages }: PageContext): string {
  const name = escaped(nameOf(one));
  const url = pages.url(one.noun, one.projectId, one.id);
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
  const pill = ` ${marked(LOOKS[state], state, 'float:right;padding-left:12px;font-size:13px')}`;
  return `<h3 ${tone('ink', 'margin:0;font-size:16px;line-height:22px;font-weight:600')}>${linkedName(entry, context)}${small}${pill}</h3>`;
}

function marked({ tone: name, mark }: StateLook, words: string, style = ''): string {
  return `<span ${tone(name, style)}><span aria-hidden="true">${mark}</span> ${escaped(words)}</span>`;
}

/** The figures in words: screen readers read these and skip the marks. */
function factsOf(entry: ReportEntry, { calendar }: PageContext): string {
  const { figures, change, lastRun, lastSuccess, missedSchedules, scheduleProblem } = entry;
  const { isCut, reason } = entry;
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
    scheduleProblem !== null && reason.state !== 'unknown' ? unreadableText(scheduleProblem) : '',
    durations(entry),
    waited >= MIN_WAIT_SECONDS ? `Waited up to ${formatDuration(waited)} for its turn` : '',
    !isWell && lastSuccess ? `Last success: ${calendar.moment(Date.parse(lastSuccess))}` : '',
    isCut
      ? 'There are more runs or due times than a report can count: the oldest are not included'
      : '',
  ];
  return sentences
    .filter((sentence) => sentence !== '')
    .map((sentence) => `${escaped(sentence)}.`)
    .join(' ');
}

/** As `Took 3 min in the median (20 s more than before), 95% within 4 min, usually 2 min to 4 min`. */
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
  return `Took ${formatDuration(medianSeconds)} in the median${than}, 95% within ${formatDuration(p95Seconds ?? 0)}${band}`;
}

/** When runs failed; a single one that is the reason for the state is named there. */
function failures({ drawn, figures, reason }: ReportEntry, calendar: Calendar): string {
  const failed = drawn.filter(({ outcome }) => outcome === 'failed');
  if (failed.length === 0 || (reason.state === 'failing' && failed.length === 1)) return '';
  const times = failed.slice(0, MAX_TIMES).map(({ beginMs }) => calendar.moment(beginMs));
  const left = figures.failed - times.length;
  return `Failed: ${times.join('; ')}${left > 0 ? ` and ${formatNumber(left)} more` : ''}`;
}

function range(from: number, to: number): string {
  const [low, high] = [formatDuration(from), formatDuration(to)];
  return low === high ? low : `${low} to ${high}`;
}
