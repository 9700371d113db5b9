import { formatCount, formatDuration, formatNumber, listSome } from '../text/amounts';
import { describeOutcome } from '../runs/read/outcome';
import { excerpt } from '../text/text';
import type { TimeZone } from '../schedules/timeZone';
import type { ReportApp } from './apps';
import type { ReportEntry } from './entry';
import type { RunCounts } from './figures';
import type { Report } from './getReport';
import { durationMs } from './pastRun';
import { needsAttention } from './state';

const NAME_CHARACTERS = 120;
/** So many are named in a text. */
const MAX_NAMED = 10;

const DAY = { timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' } as const;
const DAY_OF_THIS_YEAR = new Intl.DateTimeFormat('en-US', DAY);
const DAY_OF_A_YEAR = new Intl.DateTimeFormat('en-US', { ...DAY, year: 'numeric' });

/** Writes times by the clock of a time zone. */
export class Calendar {
  constructor(
    private readonly zone: Pick<TimeZone, 'offsetAt'>,
    private readonly nowMs: number,
  ) {}

  /** As `Mon, Nov 16, 03:00`; with the year if it is not the current one. */
  moment(ms: number): string {
    const wall = this.wall(ms);
    const isOfNow = wall.getUTCFullYear() === this.wall(this.nowMs).getUTCFullYear();
    const day = (isOfNow ? DAY_OF_THIS_YEAR : DAY_OF_A_YEAR).format(wall);
    return `${day}, ${wall.toISOString().slice(11, 16)}`;
  }

  /** What the clock shows, as if it were UTC. */
  wall(ms: number): Date {
    return new Date(ms + this.zone.offsetAt(ms));
  }
}

export function nameOf({ name }: Pick<ReportEntry, 'name'>): string {
  return excerpt(name, [], NAME_CHARACTERS);
}

/** As `3 more runs than before`; empty for no change. */
export function formatChange(change: number, noun: string, plural = `${noun}s`): string {
  if (change === 0) return '';
  const size = Math.abs(change);
  const what = `${change > 0 ? 'more' : 'fewer'} ${size === 1 ? noun : plural}`;
  return `${formatNumber(size)} ${what} than before`;
}

/** As `98.5%`. A rate below 1 is never shown as 100%. */
export function formatPercent(rate: number): string {
  const tenths = Math.min(Math.round(rate * 1000), rate < 1 ? 999 : 1000);
  return `${tenths / 10}%`;
}

/** A moment of a report's texts. */
type Moment = (ms: number) => string;

/** Why an entry needs attention, or what goes on; undefined if there is nothing to say. */
export function reasonText({ reason }: Pick<ReportEntry, 'reason'>, moment: Moment, nowMs: number) {
  switch (reason.state) {
    case 'failing': {
      const { run } = reason;
      const took = durationMs(run);
      const after = took === undefined ? '' : ` after ${formatDuration(took / 1000)}`;
      return `The last run ${describeOutcome('failed', run.status)}${after} (${moment(run.endMs ?? run.beginMs)})`;
    }
    case 'late':
      return `The run due on ${moment(reason.dueMs)} has not started`;
    case 'unreliable': {
      const { failed, ended, missed } = reason;
      const failures =
        failed > 0 ? [`${formatNumber(failed)} of ${formatCount(ended, 'run')} failed`] : [];
      return [...failures, ...missedText(missed)].join(', ');
    }
    case 'slow': {
      const { run, tookMs, usualMs } = reason;
      const verb = run.outcome === undefined ? 'has taken' : 'took';
      const long = `${formatDuration(tookMs / 1000)}, usually ${formatDuration(usualMs / 1000)}`;
      return `The last run ${verb} ${long} (began ${moment(run.beginMs)})`;
    }
    case 'running': {
      const { run } = reason;
      const since = formatDuration(Math.max(0, nowMs - run.beginMs) / 1000);
      return `Running for ${since} (since ${moment(run.beginMs)})`;
    }
    case 'unknown':
      return unreadableText(reason.problem);
    case 'ok':
    case 'idle':
      return undefined;
  }
}

/** Returns why nothing is known of missed runs. */
export function unreadableText(problem: string): string {
  return `Its schedule cannot be read: ${problem}`;
}

/** As `3 scheduled runs were missed`; nothing for none. */
export function missedText(missed: number | null): string[] {
  if (!missed) return [];
  return [`${formatCount(missed, 'scheduled run')} ${missed === 1 ? 'was' : 'were'} missed`];
}

/** The report in a sentence or two, as `3 of 41 jobs need attention: Sales import (failing), …`. */
export function summaryText(report: Report): string {
  const { apps, entries } = report;
  const texts = [runsSummary(report), unreadableSchedulesText(entries), apps && appsText(apps)];
  return texts.filter(Boolean).join(' ');
}

/** Names what has a schedule that cannot be read; undefined if there is none. */
export function unreadableSchedulesText(entries: readonly ReportEntry[]): string | undefined {
  const unreadable = entries.filter(({ scheduleProblem }) => scheduleProblem !== null);
  if (unreadable.length === 0) return undefined;
  const count = formatCount(unreadable.length, 'schedule');
  return `${count} cannot be read, so missed runs are not known: ${listSome(unreadable.map(nameOf), MAX_NAMED)}.`;
}

/** As `1 of 5 apps is down: Grid API.` */
function appsText(apps: readonly ReportApp[]): string {
  const down = apps.filter(({ state }) => state === 'down');
  const list = listSome(down.map(nameOf), MAX_NAMED);
  if (down.length === 0) return `None of ${formatCount(apps.length, 'app')} is down.`;
  const verb = down.length === 1 ? 'is' : 'are';
  return `${formatNumber(down.length)} of ${formatCount(apps.length, 'app')} ${verb} down: ${list}.`;
}

function runsSummary({ entries, totals }: Report): string {
  const { jobs, pipelines, needAttention, runs } = totals;
  const all = jobs + pipelines;
  const things =
    jobs > 0 && pipelines > 0
      ? `${formatNumber(all)} jobs and pipelines`
      : formatCount(all, pipelines > 0 ? 'pipeline' : 'job');
  const ran = runs === 0 ? 'No run in the period' : runsText(totals);
  if (needAttention === 0) {
    const only = `The only ${jobs > 0 ? 'job' : 'pipeline'} does not need`;
    const none = all === 1 ? only : `None of ${things} needs`;
    return all === 0 ? 'There are no jobs to report on.' : `${none} attention. ${ran}.`;
  }
  const named = entries.filter(({ reason }) => needsAttention(reason.state));
  const texts = named.map((one) => `${nameOf(one)} (${one.reason.state})`);
  const list = listSome(texts, MAX_NAMED);
  const verb = needAttention === 1 ? 'needs' : 'need';
  return `${formatNumber(needAttention)} of ${things} ${verb} attention: ${list}. ${ran}.`;
}

/** As `1,204 runs: 1,180 succeeded, 20 failed, 4 stopped`. What did not occur is left out. */
export function runsText(figures: RunCounts): string {
  const parts = [
    [figures.succeeded, 'succeeded'],
    [figures.failed, 'failed'],
    [figures.stopped, 'stopped'],
    [figures.skipped, 'skipped'],
    [figures.running, 'running'],
  ] as const;
  const occurring = parts
    .filter(([value]) => value > 0)
    .map(([value, what]) => `${formatNumber(value)} ${what}`)
    .join(', ');
  return `${formatCount(figures.runs, 'run')}${occurring === '' ? '' : `: ${occurring}`}`;
}

/** The same with a line for each entry that needs attention, for a reader of text. */
export function reportText(report: Report, moment: Moment): string {
  const { entries, period } = report;
  const named = entries
    .filter(({ reason }) => needsAttention(reason.state))
    .slice(0, MAX_NAMED)
    .map((entry) => `${nameOf(entry)}: ${reasonText(entry, moment, period.nowMs) ?? ''}.`);
  return [summaryText(report), ...named].join('\n');
}
