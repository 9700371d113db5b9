import type { Pages } from '../../connection/pages';
import { formatCount, formatDuration } from '../../common/text/amounts';
import { excerpt } from '../../common/text/text';
import type { ReportApp } from '../apps';
import type { ReportEntry } from '../entry';
import {
  shortenName,
  describeMissedRuns,
  describeReason,
  describeRunCounts,
  describeScheduleProblem,
  type FormatMoment,
} from '../words';
import { drawCard, drawElement, escapeHtml } from './html';
import { drawMarkedWords, drawMarks, STATE_LOOKS } from './marks';

export interface PageContext {
  formatMoment: FormatMoment;
  pages: Pages;
  /** True if the entries are of several projects, so each shows its project. */
  showsProjectNames: boolean;
}

/** A smaller relative change of the median is not shown. */
const MIN_SHOWN_CHANGE = 0.05;

export function drawEntryCard(entry: ReportEntry, context: PageContext): string {
  const { reason, noun, marks } = entry;
  const look = STATE_LOOKS[reason.state];
  // On a phone, the class `state` puts the state on a separate line.
  const state = `<span class="state" style="float:right;padding-left:12px;font-size:13px">${drawMarkedWords(look, reason.state)}</span>`;
  const style = 'display:flow-root;margin:0;font-size:16px;line-height:22px;font-weight:600';
  const why = describeReason(reason, context.formatMoment);
  return drawCard(
    [
      drawElement('h3', 'ink', style, `${drawName(noun, entry, context)} ${state}`),
      why === undefined ? '' : drawElement('div', look.tone, '', escapeHtml(why)),
      describeFacts(entry, context.formatMoment),
      marks.length === 0 ? '' : drawMarks(marks),
    ].join(''),
  );
}

/** Draws a job or pipeline without runs. */
export function drawEntryLine(entry: ReportEntry, context: PageContext): string {
  return drawLine(entry.noun, entry, context, describeFacts(entry, context.formatMoment));
}

export function drawAppLine(app: ReportApp, context: PageContext): string {
  const { state, sinceMs, statusReason, restarts } = app;
  const words = [
    `${state}${sinceMs === undefined ? '' : ` since ${context.formatMoment(sinceMs)}`}`,
    ...(state === 'down' && statusReason ? [excerpt(statusReason, [], 120)] : []),
    ...(restarts > 0 ? [formatCount(restarts, 'restart')] : []),
  ].join(', ');
  return drawLine('app', app, context, drawMarkedWords(STATE_LOOKS[state], words));
}

type LinkedEntity = Pick<ReportEntry, 'id' | 'name' | 'projectId' | 'projectName'>;
type Noun = ReportEntry['noun'] | 'app';

function drawLine(noun: Noun, entry: LinkedEntity, context: PageContext, facts: string): string {
  const name = drawElement('span', 'ink', '', drawName(noun, entry, context));
  return `<div style="line-height:21px">${name} · ${facts}</div>`;
}

/** Links the name to the page of the job, pipeline or app on the platform, and adds the project. */
function drawName(
  noun: Noun,
  { id, name, projectId, projectName }: LinkedEntity,
  { pages, showsProjectNames }: PageContext,
): string {
  const text = escapeHtml(shortenName(name));
  const url = pages.buildUrl(noun, projectId, id);
  const link = url ? drawElement('a', 'ink', '', text, `href="${escapeHtml(url)}"`) : text;
  const details = [
    ...(noun === 'pipeline' ? ['Pipeline'] : []),
    ...(showsProjectNames && projectName ? [excerpt(projectName, [], 80)] : []),
  ].join(' · ');
  if (details === '') return link;
  return `${link} ${drawElement('span', 'soft', 'font-weight:normal;font-size:13px', escapeHtml(details))}`;
}

/** Describes the entry in words, because screen readers skip the marks. */
function describeFacts(entry: ReportEntry, formatMoment: FormatMoment): string {
  const { figures, lastRun, lastSuccess, missedSchedules, scheduleProblem, reason } = entry;
  const sentences = [
    figures.runs === 0 ? describeLastRun(lastRun, formatMoment) : describeRunCounts(figures),
    // The reason of the state `unreliable` already contains the missed runs, and that of `unknown` contains the problem.
    reason.state !== 'unreliable' && describeMissedRuns(missedSchedules),
    reason.state !== 'unknown' &&
      scheduleProblem !== null &&
      describeScheduleProblem(scheduleProblem),
    describeDurations(entry),
    !['ok', 'idle'].includes(reason.state) &&
      lastSuccess &&
      `Last success: ${formatMoment(Date.parse(lastSuccess))}`,
    entry.isCut &&
      'There are more runs or due times than a report can count, so the oldest are left out',
  ];
  return sentences.flatMap((text) => (text ? `${escapeHtml(text)}.` : [])).join(' ');
}

function describeLastRun(lastRun: ReportEntry['lastRun'], formatMoment: FormatMoment): string {
  if (!lastRun?.startTime) return 'No earlier run was found';
  const { startTime, succeeded, status } = lastRun;
  const outcome = succeeded ? 'succeeded' : excerpt(status, [], 40).toLowerCase();
  return `Last run: ${formatMoment(Date.parse(startTime))}, ${outcome}`;
}

/** Returns, for example, `Median 3 min (20 s more than before), 95% within 4 min`. */
function describeDurations({ figures, change }: ReportEntry): string | undefined {
  const { medianSeconds, p95Seconds, succeeded } = figures;
  if (medianSeconds === null) return undefined;
  const median = formatDuration(medianSeconds);
  if (succeeded === 1) return `Took ${median}`;
  const longer = change.medianSeconds ?? 0;
  const isSame = Math.abs(longer) < Math.max(0.1, medianSeconds * MIN_SHOWN_CHANGE);
  const more = `${formatDuration(Math.abs(longer))} ${longer > 0 ? 'more' : 'less'} than before`;
  return `Median ${median}${isSame ? '' : ` (${more})`}, 95% within ${formatDuration(p95Seconds ?? 0)}`;
}
