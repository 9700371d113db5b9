import { describeOutcome, isWaiting, OUTCOME_NAMES } from '../runs/read/outcome';
import { findZone } from '../runs/schedules/scheduleReader';
import { formatCount, formatDuration, formatNumber, listFirst } from '../common/text/amounts';
import { excerpt } from '../common/text/text';
import type { ReportEntry } from './entry';
import type { RunCounts } from './figures';
import type { Report } from './report';
import { computeDurationMs } from '../runs/read/pastRuns';
import { needsAttention, type Reason } from './state';

const MAX_NAME_CHARACTERS = 120;
const MAX_LISTED_NAMES = 10;

const MOMENT_FORMAT: Intl.DateTimeFormatOptions = {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};
const WITHOUT_YEAR = new Intl.DateTimeFormat('en-US', MOMENT_FORMAT);
const WITH_YEAR = new Intl.DateTimeFormat('en-US', { ...MOMENT_FORMAT, year: 'numeric' });

/** Formats epoch milliseconds as `Mon, Nov 16, 03:00`. */
export type FormatMoment = (ms: number) => string;

/** The format includes the year only if it is not the current year. */
export function buildMomentFormat(timezone: string, nowMs: number): FormatMoment {
  const zone = findZone(timezone);
  // Intl does not know all time zones of the platform, so the local time is formatted as if it were UTC.
  const toWallTime = (ms: number) => new Date(ms + (zone?.getOffsetMs(ms) ?? 0));
  const readYear = (ms: number) => toWallTime(ms).getUTCFullYear();
  return (ms) =>
    (readYear(ms) === readYear(nowMs) ? WITHOUT_YEAR : WITH_YEAR).format(toWallTime(ms));
}

export function shortenName(name: string): string {
  return excerpt(name, [], MAX_NAME_CHARACTERS);
}

/** Returns, for example, `98.5%`. A rate below 1 is never shown as 100%. */
export function formatPercent(rate: number): string {
  const tenths = Math.min(Math.round(rate * 1000), rate < 1 ? 999 : 1000);
  return `${tenths / 10}%`;
}

/** Returns undefined for an entry that is "ok" or "idle". */
export function describeReason(reason: Reason, formatMoment: FormatMoment): string | undefined {
  switch (reason.state) {
    case 'failing': {
      const { run, details } = reason;
      const took = computeDurationMs(run);
      const after = took === undefined ? '' : ` after ${formatDuration(took / 1000)}`;
      const at = formatMoment(run.endMs ?? run.beginMs);
      const why = details === undefined ? '' : `: ${excerpt(details)}`;
      return `The last run ${describeOutcome('failed', run.status)}${after}${why} (${at})`;
    }
    case 'late':
      return `The run due on ${formatMoment(reason.dueMs)} has not started`;
    case 'unreliable': {
      const { failed, ended, missed } = reason;
      const failedText = `${formatNumber(failed)} of ${formatCount(ended, 'run')} failed`;
      return [failed > 0 && failedText, describeMissedRuns(missed)].filter(Boolean).join(', ');
    }
    case 'slow': {
      const { run, tookMs, usualMs } = reason;
      const verb = run.outcome === undefined ? 'has taken' : 'took';
      const durations = `${formatDuration(tookMs / 1000)}, usually ${formatDuration(usualMs / 1000)}`;
      return `The last run ${verb} ${durations} (began ${formatMoment(run.beginMs)})`;
    }
    case 'running': {
      const { run, forMs } = reason;
      const verb = isWaiting(run) ? 'Waiting' : 'Running';
      const since = formatMoment(run.beginMs);
      return `${verb} for ${formatDuration(Math.max(0, forMs) / 1000)} (since ${since})`;
    }
    case 'unknown':
      return describeScheduleProblem(reason.scheduleProblem);
    case 'ok':
    case 'idle':
      return undefined;
  }
}

export function describeScheduleProblem(problem: string): string {
  return `The schedule cannot be read: ${problem}`;
}

/** Returns, for example, `3 scheduled runs were missed`; undefined if none were missed. */
export function describeMissedRuns(missed: number | null): string | undefined {
  if (!missed) return undefined;
  return `${formatCount(missed, 'scheduled run')} ${missed === 1 ? 'was' : 'were'} missed`;
}

/** Returns, for example, `1,204 runs: 1,180 succeeded, 20 failed, 4 stopped`. Outcomes that did not occur are left out. */
export function describeRunCounts(counts: RunCounts): string {
  const occurring = [...OUTCOME_NAMES, 'running' as const]
    .filter((name) => counts[name] > 0)
    .map((name) => `${formatNumber(counts[name])} ${name}`);
  const runs = formatCount(counts.runs, 'run');
  return occurring.length === 0 ? runs : `${runs}: ${occurring.join(', ')}`;
}

export function summarizeReport(report: Report): string {
  const { totals } = report;
  const facts = [describeRunCounts(totals), describeMissedRuns(totals.missedSchedules)];
  return [describeAttention(report), ...facts.flatMap((text) => (text ? `${text}.` : []))].join(
    ' ',
  );
}

/** Returns, for example, `41 jobs, 3 need attention: Sales import (failing), … . 5 apps, 1 down: Grid API.` */
export function describeAttention({ entries, totals, apps }: Report): string {
  const { jobs, pipelines } = totals;
  const subjects = [
    ...(jobs > 0 || pipelines === 0 ? [formatCount(jobs, 'job')] : []),
    ...(pipelines > 0 ? [formatCount(pipelines, 'pipeline')] : []),
  ].join(' and ');
  const named = entries
    .filter(({ reason }) => needsAttention(reason))
    .map(({ name, reason }) => `${shortenName(name)} (${reason.state})`);
  const need = named.length > 1 ? 'need attention' : 'needs attention';
  const down = (apps ?? [])
    .filter(({ state }) => state === 'down')
    .map(({ name }) => shortenName(name));
  return [
    describeNames(subjects, named, need),
    describeUnreadableSchedules(entries),
    apps && describeNames(formatCount(apps.length, 'app'), down, 'down'),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Returns, for example, `5 apps, 1 down: Grid API.` or `5 apps, none down.` */
function describeNames(total: string, names: readonly string[], state: string): string {
  if (names.length === 0) return `${total}, none ${state}.`;
  return `${total}, ${formatNumber(names.length)} ${state}: ${listFirst(names, MAX_LISTED_NAMES)}.`;
}

export function describeUnreadableSchedules(entries: readonly ReportEntry[]): string | undefined {
  const names = entries.flatMap(({ name, scheduleProblem }) =>
    scheduleProblem === null ? [] : [shortenName(name)],
  );
  if (names.length === 0) return undefined;
  const count = formatCount(names.length, 'schedule');
  return `${count} cannot be read, so missed runs are unknown: ${listFirst(names, MAX_LISTED_NAMES)}.`;
}

/** Returns the summary, and a line for each of the first entries that need attention. */
export function describeReport(report: Report): string {
  const { entries, period } = report;
  const formatMoment = buildMomentFormat(period.timezone, period.nowMs);
  const lines = entries
    .filter(({ reason }) => needsAttention(reason))
    .slice(0, MAX_LISTED_NAMES)
    .map(
      ({ name, reason }) => `${shortenName(name)}: ${describeReason(reason, formatMoment) ?? ''}.`,
    );
  return [summarizeReport(report), ...lines].join('\n');
}
