import { describeOutcome, isWaiting, OUTCOME_NAMES } from '../runs/read/outcome';
import { zoneOf } from '../schedules/scheduleReader';
import type { TimeZone } from '../schedules/timeZone';
import { formatCount, formatDuration, formatNumber, listSome } from '../text/amounts';
import { excerpt } from '../text/text';
import type { ReportApp } from './apps';
import type { ReportEntry } from './entry';
import type { RunCounts } from './figures';
import type { Report } from './report';
import { durationMs } from './pastRuns';
import { needsAttention, type Reason } from './state';

const NAME_CHARACTERS = 120;
/** A text names this many. */
const MAX_NAMED = 10;

const DAY = { timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' } as const;
const DAY_OF_THIS_YEAR = new Intl.DateTimeFormat('en-US', DAY);
const DAY_OF_A_YEAR = new Intl.DateTimeFormat('en-US', { ...DAY, year: 'numeric' });

/** Writes times by the clock of a time zone. */
export class Calendar {
  private readonly zone: Pick<TimeZone, 'offsetAt'>;

  /** @param timezone IANA name; UTC if it is unknown */
  constructor(
    timezone: string,
    private readonly nowMs: number,
  ) {
    this.zone = zoneOf(timezone) ?? { offsetAt: () => 0 };
  }

  /** As `Mon, Nov 16, 03:00`; with the year if it is not the current one. */
  moment(ms: number): string {
    const wall = this.wall(ms);
    const isThisYear = wall.getUTCFullYear() === this.wall(this.nowMs).getUTCFullYear();
    const day = (isThisYear ? DAY_OF_THIS_YEAR : DAY_OF_A_YEAR).format(wall);
    return `${day}, ${this.clock(ms).slice(0, 5)}`;
  }

  /** As `03:00:17`. */
  clock(ms: number): string {
    return this.wall(ms).toISOString().slice(11, 19);
  }

  /** Returns what the clock shows, as if it were UTC. */
  private wall(ms: number): Date {
    return new Date(ms + this.zone.offsetAt(ms));
  }
}

export function displayName(name: string): string {
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

/** Returns why an entry needs attention, or that it runs; undefined if there is nothing to say. */
export function reasonText(reason: Reason, calendar: Calendar, nowMs: number): string | undefined {
  switch (reason.state) {
    case 'failing': {
      const { run } = reason;
      const took = durationMs(run);
      const after = took === undefined ? '' : ` after ${formatDuration(took / 1000)}`;
      const at = calendar.moment(run.endMs ?? run.beginMs);
      return `The last run ${describeOutcome('failed', run.status)}${after} (${at})`;
    }
    case 'late':
      return `The run due on ${calendar.moment(reason.dueMs)} has not started`;
    case 'unreliable': {
      const { failed, ended, missed } = reason;
      const failures = `${formatNumber(failed)} of ${formatCount(ended, 'run')} failed`;
      return [failed > 0 && failures, missedText(missed)].filter(Boolean).join(', ');
    }
    case 'slow': {
      const { run, tookMs, usualMs } = reason;
      const verb = run.outcome === undefined ? 'has taken' : 'took';
      const long = `${formatDuration(tookMs / 1000)}, usually ${formatDuration(usualMs / 1000)}`;
      return `The last run ${verb} ${long} (began ${calendar.moment(run.beginMs)})`;
    }
    case 'running': {
      const { run } = reason;
      const since = formatDuration(Math.max(0, nowMs - run.beginMs) / 1000);
      const verb = isWaiting(run) ? 'Waiting' : 'Running';
      return `${verb} for ${since} (since ${calendar.moment(run.beginMs)})`;
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

/** As `3 scheduled runs were missed`; undefined for none. */
export function missedText(missed: number | null): string | undefined {
  if (!missed) return undefined;
  return `${formatCount(missed, 'scheduled run')} ${missed === 1 ? 'was' : 'were'} missed`;
}

/** As `1,204 runs: 1,180 succeeded, 20 failed, 4 stopped`. Outcomes that did not occur are left out. */
export function runsText(counts: RunCounts): string {
  const occurring = [...OUTCOME_NAMES, 'running' as const]
    .filter((name) => counts[name] > 0)
    .map((name) => `${formatNumber(counts[name])} ${name}`);
  const runs = formatCount(counts.runs, 'run');
  return occurring.length === 0 ? runs : `${runs}: ${occurring.join(', ')}`;
}

/** Returns the report in a few sentences, as `3 of 41 jobs need attention: Sales import (failing), …`. */
export function summaryText({ entries, totals, apps }: Report): string {
  const { jobs, pipelines, needAttention, runs } = totals;
  const all = jobs + pipelines;
  const subjects =
    jobs > 0 && pipelines > 0
      ? `${formatNumber(all)} jobs and pipelines`
      : formatCount(all, pipelines > 0 ? 'pipeline' : 'job');
  const named = entries
    .filter(({ reason }) => needsAttention(reason))
    .map(({ name, reason }) => `${displayName(name)} (${reason.state})`);
  const attention =
    needAttention > 0
      ? `${formatNumber(needAttention)} of ${subjects} ${needAttention === 1 ? 'needs' : 'need'} attention: ${listSome(named, MAX_NAMED)}.`
      : all === 1
        ? `The only ${jobs > 0 ? 'job' : 'pipeline'} does not need attention.`
        : `None of ${subjects} needs attention.`;
  const ran = runs === 0 ? 'No run in the period.' : `${runsText(totals)}.`;
  const texts = [
    all === 0 ? 'There are no jobs to report on.' : `${attention} ${ran}`,
    unreadableSchedulesText(entries),
    apps && appsText(apps),
  ];
  return texts.filter(Boolean).join(' ');
}

/** Names what has a schedule that cannot be read; undefined if there is none. */
export function unreadableSchedulesText(entries: readonly ReportEntry[]): string | undefined {
  const names = entries.flatMap(({ name, scheduleProblem }) =>
    scheduleProblem === null ? [] : [displayName(name)],
  );
  if (names.length === 0) return undefined;
  const count = formatCount(names.length, 'schedule');
  return `${count} cannot be read, so missed runs are not known: ${listSome(names, MAX_NAMED)}.`;
}

/** As `1 of 5 apps is down: Grid API.` */
function appsText(apps: readonly ReportApp[]): string {
  const count = formatCount(apps.length, 'app');
  const down = apps.filter(({ state }) => state === 'down').map(({ name }) => displayName(name));
  if (down.length === 0) return `None of ${count} is down.`;
  const verb = down.length === 1 ? 'is' : 'are';
  return `${formatNumber(down.length)} of ${count} ${verb} down: ${listSome(down, MAX_NAMED)}.`;
}

/** Returns the summary, and a line for each entry that needs attention. */
export function reportText(report: Report): string {
  const { entries, period } = report;
  const calendar = new Calendar(period.timezone, period.nowMs);
  const lines = entries
    .filter(({ reason }) => needsAttention(reason))
    .slice(0, MAX_NAMED)
    .map(({ name, reason }) => {
      const why = reasonText(reason, calendar, period.nowMs) ?? '';
      return `${displayName(name)}: ${why}.`;
    });
  return [summaryText(report), ...lines].join('\n');
}
