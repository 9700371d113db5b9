import type { Pages } from '../../pages';
import { formatCount, formatDuration } from '../../text/amounts';
import { excerpt } from '../../text/text';
import type { ReportApp } from '../apps';
import type { ReportEntry } from '../entry';
import {
  displayName,
  formatChange,
  formatPercent,
  missedText,
  reasonText,
  runsText,
  unreadableText,
  type Calendar,
} from '../words';
import { card, element, escaped } from './html';
import { markedWords, markRow, STATE_LOOKS } from './marks';

/** Values that all entries of a page share. */
export interface PageContext {
  calendar: Calendar;
  pages: Pages;
  nowMs: number;
  /** Whether the project is named with each entry. */
  hasProjects: boolean;
}

/** A median that has changed by a smaller part is the same. */
const MIN_CHANGE = 0.05;

/** Draws a job or pipeline: its state and why, its figures in words, and a row of marks for its runs. */
export function entryCard(entry: ReportEntry, context: PageContext): string {
  const { reason, noun, marks } = entry;
  const look = STATE_LOOKS[reason.state];
  const small = [
    ...(noun === 'pipeline' ? ['Pipeline'] : []),
    ...(context.hasProjects && entry.projectName ? [shortProject(entry.projectName)] : []),
  ].join(' · ');
  const head = [
    linkedName(noun, entry, context),
    ...(small && [` ${element('span', 'soft', 'font-weight:normal;font-size:13px', small)}`]),
    // The class makes it a line of its own on a phone.
    ` <span class="state" style="float:right;padding-left:12px;font-size:13px">${markedWords(look, reason.state)}</span>`,
  ].join('');
  const why = reasonText(reason, context.calendar, context.nowMs);
  return card(
    [
      element(
        'h3',
        'ink',
        'display:flow-root;margin:0;font-size:16px;line-height:22px;font-weight:600',
        head,
      ),
      why === undefined ? '' : element('div', look.tone, '', escaped(why)),
      factSentences(entry, context.calendar)
        .map((sentence) => `${escaped(sentence)}.`)
        .join(' '),
      marks.length === 0 ? '' : markRow(marks),
    ].join(''),
  );
}

/** Draws a job or pipeline without runs in one line. */
export function idleLine(entry: ReportEntry, context: PageContext): string {
  const name = linkedName(entry.noun, entry, context);
  return line(name, entry, context, `. ${escaped(lastRunText(entry, context.calendar))}.`);
}

/** Draws an app in one line: its state, since when, and how often it was restarted. */
export function appLine(app: ReportApp, context: PageContext): string {
  const { state, sinceMs, statusReason, restarts } = app;
  const words = [
    `${state}${sinceMs === undefined ? '' : ` since ${context.calendar.moment(sinceMs)}`}`,
    ...(state === 'down' && statusReason ? [excerpt(statusReason, [], 120)] : []),
    ...(restarts > 0 ? [formatCount(restarts, 'restart')] : []),
  ].join(', ');
  const drawnState = markedWords(STATE_LOOKS[state], words);
  return line(linkedName('app', app, context), app, context, `, ${drawnState}`);
}

function line(
  name: string,
  { projectName }: Pick<ReportEntry, 'projectName'>,
  { hasProjects }: PageContext,
  rest: string,
): string {
  const project = hasProjects && projectName ? ` (${shortProject(projectName)})` : '';
  return `<div style="line-height:21px">${element('span', 'ink', '', name)}${project}${rest}</div>`;
}

/** Links a name to its page on the platform. */
function linkedName(
  noun: ReportEntry['noun'] | 'app',
  { id, name, projectId }: Pick<ReportEntry, 'id' | 'name' | 'projectId'>,
  { pages }: PageContext,
): string {
  const text = escaped(displayName(name));
  const url = pages.url(noun, projectId, id);
  return url ? element('a', 'ink', '', text, `href="${escaped(url)}"`) : text;
}

function shortProject(name: string): string {
  return escaped(excerpt(name, [], 80));
}

function lastRunText({ lastRun }: ReportEntry, calendar: Calendar): string {
  if (!lastRun?.startTime) return 'No earlier run was found';
  const { startTime, succeeded, status } = lastRun;
  const outcome = succeeded ? 'succeeded' : excerpt(status, [], 40).toLowerCase();
  return `Last run: ${calendar.moment(Date.parse(startTime))}, ${outcome}`;
}

/** Returns the figures in words: screen readers read these and skip the marks. */
function factSentences(entry: ReportEntry, calendar: Calendar): string[] {
  const { figures, change, lastSuccess, missedSchedules, scheduleProblem, reason } = entry;
  const { runs, successRate } = figures;
  const counts = [
    runsText(figures),
    successRate === null || successRate === 1 ? '' : formatPercent(successRate),
    formatChange(change.runs, 'run'),
  ];
  const sentences = [
    runs === 0 ? lastRunText(entry, calendar) : counts.filter(Boolean).join(', '),
    // The reason of these two states says the same.
    reason.state !== 'unreliable' && missedText(missedSchedules),
    reason.state !== 'unknown' && scheduleProblem !== null && unreadableText(scheduleProblem),
    durationText(entry),
    reason.state !== 'ok' &&
      lastSuccess &&
      `Last success: ${calendar.moment(Date.parse(lastSuccess))}`,
    entry.isCut && 'There are more runs or due times than a report counts: the oldest are left out',
  ];
  return sentences.filter((sentence): sentence is string => Boolean(sentence));
}

/** As `Took 3 min in the median (20 s more than before), 95% within 4 min`. */
function durationText({ figures, change }: ReportEntry): string | undefined {
  const { medianSeconds, p95Seconds, succeeded } = figures;
  if (medianSeconds === null) return undefined;
  const took = `Took ${formatDuration(medianSeconds)}`;
  if (succeeded === 1) return took;
  const longer = change.medianSeconds ?? 0;
  const isSame = Math.abs(longer) < Math.max(0.1, medianSeconds * MIN_CHANGE);
  const more = `${formatDuration(Math.abs(longer))} ${longer > 0 ? 'more' : 'less'} than before`;
  return `${took} in the median${isSame ? '' : ` (${more})`}, 95% within ${formatDuration(p95Seconds ?? 0)}`;
}
