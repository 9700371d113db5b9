import { NEVER_QUIET, type QuietTimes } from '../../../../platform/runs/schedules/quietDates';
import { findZone } from '../../../../platform/runs/schedules/scheduleReader';
import type { DeadlineRules } from '../../../../platform/watch/deadlines/rules';
import {
  MINUTE_MS,
  askedBy,
  countUntil,
  isThere,
  scheduleAt,
  startTold,
  type World,
  type WorldJob,
  type WorldRun,
} from './world';

/** One event as it should be told. */
export interface Expected {
  event: string;
  job: string;
  missed: number;
  due?: string;
  run?: number;
  failures?: number;
  since?: string;
}

/** How many of the newest runs are read of a job that is new. */
const READ_AT_FIRST = 125;

/** Runs and events of a job that polls have seen. */
interface Sight {
  isAway: boolean;
  /** The last poll at which it was there. */
  lastMs: number;
  /** The first one since it is there, and the last one before it was away. */
  sinceMs: number;
  beforeMs: number;
  /** As text. */
  schedule: string;
  scheduleSinceMs: number;
}

function inOrderOf(msOf: (run: WorldRun) => number, runs: readonly WorldRun[]): WorldRun[] {
  return [...runs].sort((a, b) => msOf(a) - msOf(b) || a.number - b.number);
}

type MsOf<T> = (each: T) => number;

/** Those of an ordered list that are after a moment, up to another. */
function between<T>(list: readonly T[], msOf: MsOf<T>, afterMs: number, untilMs: number): T[] {
  return list.slice(countUntil(list, msOf, afterMs), countUntil(list, msOf, untilMs));
}

const itself = (ms: number) => ms;
const endOf = ({ endMs }: WorldRun) => endMs;
const startOf = ({ beganMs, endMs }: WorldRun) => beganMs ?? endMs;

const isSuccess = ({ outcome }: WorldRun) => outcome === 'SUCCEEDED';
const iso = (ms: number) => new Date(ms).toISOString();

/**
 * Says what has to be told of a job, from its whole life and the list of polls. It keeps no state from poll to poll but what
 * was seen and told: each question is answered from the beginning. When a schedule is due, and what is quiet, it takes from
 * the client: other tests compare that with another library and with calendars.
 */
export class Oracle {
  private sight: Sight | undefined;
  private readonly toldAges = new Set<number>();
  private readonly toldDeadlines = new Set<number>();
  private readonly toldLong = new Set<number>();
  /** The latest time that was due and missed, or quiet. */
  private settledMs = 0;
  /** Reported events that a success has to make good. */
  private readonly troubles: Array<{ toldMs: number; atMs: number }> = [];
  /** In the order of their ends. */
  private ended: WorldRun[];
  /** In the order of their starts. */
  private started: WorldRun[];
  /** Open at the activation, and older than the runs that are read then: the trigger never learns of them. */
  private unseen: ReadonlySet<WorldRun> = new Set();

  constructor(
    private readonly world: World,
    private readonly job: WorldJob,
    private readonly rules: DeadlineRules,
    private readonly readAtActivation: number,
  ) {
    this.ended = inOrderOf(endOf, job.runs);
    this.started = inOrderOf(startOf, job.runs);
  }

  expect(ms: number): Expected[] {
    const { job, sight } = this;
    const schedule = JSON.stringify(scheduleAt(job, ms) ?? null);
    const isAway = !isThere(job, ms);
    if (!sight) {
      if (!isAway) this.leaveOut(askedBy(job, ms) - this.readAtActivation, ms);
      // Nothing from before the activation.
      const [lastMs, at] = [isAway ? -Infinity : ms, ms];
      this.sight = { isAway, lastMs, sinceMs: at, beforeMs: at, schedule, scheduleSinceMs: at };
      return [];
    }
    const { isAway: wasAway, lastMs: seenMs } = sight;
    if (isAway) {
      sight.isAway = true;
      return [];
    }
    if (wasAway) Object.assign(sight, { sinceMs: ms, beforeMs: seenMs });
    if (wasAway || sight.schedule !== schedule) sight.scheduleSinceMs = ms;
    Object.assign(sight, { isAway, schedule, lastMs: ms });
    // A job that was away begins again: only the runs that are read show its past.
    const readFrom = wasAway ? Math.min(askedBy(job, ms) - READ_AT_FIRST, askedBy(job, seenMs)) : 0;
    return [
      ...this.ofRuns(seenMs, ms),
      ...this.recovered(sight.sinceMs, seenMs, ms, readFrom),
      ...this.scheduleMissed(sight.scheduleSinceMs, ms),
      ...this.deadline(sight.sinceMs, ms),
      ...this.tooLong(sight, ms),
    ];
  }

  private leaveOut(lastNumber: number, ms: number): void {
    const isUnseen = ({ number, endMs }: WorldRun) => number <= lastNumber && endMs > ms;
    this.unseen = new Set(this.job.runs.filter(isUnseen));
    this.ended = this.ended.filter((run) => !this.unseen.has(run));
    this.started = this.started.filter((run) => !this.unseen.has(run));
  }

  /** Events of runs since they were seen. A run that was stopped while it waited has a start event, too. */
  private ofRuns(seenMs: number, ms: number): Expected[] {
    const names = { SUCCEEDED: 'runSucceeded', FAILED: 'runFailed', KILLED: 'runStopped' };
    const { id: job } = this.job;
    const told = (runs: WorldRun[], eventOf: (outcome: keyof typeof names) => string) =>
      runs.flatMap(({ number: run, outcome }) =>
        outcome === 'SKIPPED' ? [] : { event: eventOf(outcome), job, missed: 1, run },
      );
    return [
      ...told(between(this.started, startOf, seenMs, ms), () => 'runStarted'),
      ...told(between(this.ended, endOf, seenMs, ms), (outcome) => names[outcome]),
    ];
  }

  private lastSuccess(ms: number): number {
    return between(this.ended, endOf, 0, ms).findLast(isSuccess)?.endMs ?? 0;
  }

  private quietIn(timezone: string): QuietTimes {
    const zone = findZone(timezone);
    if (!zone) throw new Error(`${timezone} is no time zone`);
    return (this.rules.quiet?.dates ?? NEVER_QUIET).in(zone);
  }

  private scheduleMissed(scheduleSinceMs: number, ms: number): Expected[] {
    const { job, world } = this;
    const rule = this.rules.scheduleMissed;
    const schedule = scheduleAt(job, ms);
    if (!rule || !schedule) return [];
    const asked = askedBy(job, ms);
    // One that waits may still come; one that was skipped never came.
    const latest = Math.max(
      0,
      ...job.runs
        .slice(Math.max(0, asked - 60), asked)
        .filter(({ outcome, endMs }) => outcome !== 'SKIPPED' || endMs > ms)
        .map((run) => startTold(run, ms)),
    );
    // If a run that waited is skipped in the end, what was due before something that was told is settled.
    const since = Math.max(scheduleSinceMs, this.settledMs);
    const absent = between(world.findDueTimes(schedule), itself, since, ms - rule.graceMs).filter(
      (each) => latest < each - MINUTE_MS,
    );
    this.settledMs = absent.at(-1) ?? this.settledMs;
    const quiet = this.quietIn(schedule.timezone);
    const missed = absent.filter((each) => !quiet.includes(each));
    return this.late('scheduleMissed', ms, missed);
  }

  private deadline(since: number, ms: number): Expected[] {
    const rule = this.rules.notSucceededInTime;
    if (!rule) return [];
    const lastSuccess = this.lastSuccess(ms);
    if (rule.kind === 'age') {
      const quiet = this.quietIn(this.world.timezone);
      const wasLate = quiet.addDuration(lastSuccess, rule.ms) <= since;
      const due = quiet.addDuration(wasLate ? since : lastSuccess, rule.ms);
      const isLate = ms > due && !this.toldAges.has(due);
      return this.late('notSucceededInTime', ms, isLate ? [due] : [], this.toldAges);
    }
    const { cron, timezone, countsFrom } = rule;
    const quiet = this.quietIn(timezone);
    const inForce = this.world
      .findDueTimes({ cron, timezone })
      .filter((each) => !quiet.includes(each));
    const starts = countsFrom ? this.world.findDueTimes({ cron: countsFrom, timezone }) : inForce;
    const late = between(inForce, itself, since, ms).filter((each) => {
      if (this.toldDeadlines.has(each)) return false;
      return lastSuccess <= (starts.findLast((start) => start < each) ?? 0);
    });
    return this.late('notSucceededInTime', ms, late, this.toldDeadlines);
  }

  /** @param told where it is noted */
  private late(event: string, ms: number, dues: readonly number[], told?: Set<number>): Expected[] {
    const last = dues.at(-1);
    if (last === undefined) return [];
    for (const each of dues) told?.add(each);
    this.troubles.push(...dues.map((atMs) => ({ toldMs: ms, atMs })));
    return [{ event, job: this.job.id, missed: dues.length, due: iso(last) }];
  }

  private tooLong({ sinceMs, beforeMs }: Sight, ms: number): Expected[] {
    const { job } = this;
    const rule = this.rules.runTooLong;
    if (!rule || this.quietIn(this.world.timezone).includes(ms)) return [];
    const dueOf = (number: number, beganMs: number): number => {
      if (rule.kind === 'minutes') return beganMs + rule.ms;
      const before = job.runs
        .slice(Math.max(0, number - 150), number)
        .filter((run) => run.endMs <= ms && run.outcome === 'SUCCEEDED')
        .filter((run) => startTold(run, ms) < beganMs)
        .sort((a, b) => startTold(a, ms) - startTold(b, ms))
        .slice(-20)
        .map((run) => run.endMs - startTold(run, ms))
        .sort((a, b) => b - a);
      if (before.length < 5) return Infinity;
      const half = Math.floor(before.length / 2);
      const upper = before[half] ?? 0;
      const median = before.length % 2 === 1 ? upper : (upper + (before[half - 1] ?? 0)) / 2;
      return beganMs + median * rule.times;
    };
    const asked = askedBy(job, ms);
    const late = job.runs
      .slice(Math.max(0, asked - 2_000), asked)
      .flatMap((run) => {
        const { number, beganMs, endMs } = run;
        // Time in the queue does not count.
        const isOpen = beganMs !== undefined && beganMs <= ms && endMs > ms;
        return isOpen && !this.unseen.has(run)
          ? [{ run, beganMs, due: dueOf(number, beganMs) }]
          : [];
      })
      .filter(({ due }) => due < ms);
    const fresh = late.filter(({ run }) => !this.toldLong.has(run.number));
    const wasLong = fresh.filter(({ beganMs, due }) => beganMs <= beforeMs && due < sinceMs);
    const told = fresh.filter((each) => !wasLong.includes(each)).sort((a, b) => a.due - b.due);
    const last = told.at(-1);
    if (!last) return [];
    for (const { run } of told) this.toldLong.add(run.number);
    const [missed, run, due] = [told.length, last.run.number, iso(last.due)];
    return [{ event: 'runTooLong', job: job.id, missed, due, run }];
  }

  private recovered(sinceMs: number, previousMs: number, ms: number, readFrom: number): Expected[] {
    if (!this.rules.recovered) return [];
    const fresh = between(this.ended, endOf, previousMs, ms).filter(isSuccess);
    const recoveries = fresh.flatMap((run) => {
      const after = this.lastSuccess(run.endMs - 1);
      const failed = between(this.ended, endOf, after, run.endMs)
        .filter(({ outcome }) => outcome === 'FAILED')
        .filter(({ number, endMs }) => number > readFrom || endMs > previousMs)
        .map(endOf);
      const told = this.troubles
        .filter(({ toldMs }) => toldMs >= Math.max(after, sinceMs) && toldMs < run.endMs)
        .map(({ atMs }) => atMs);
      const all = [...failed, ...told];
      return all.length > 0 ? [{ run, failures: all.length, sinceMs: Math.min(...all) }] : [];
    });
    const last = recoveries.at(-1);
    if (!last) return [];
    const [missed, { failures }, since] = [recoveries.length, last, iso(last.sinceMs)];
    const run = last.run.number;
    return [{ event: 'recovered', job: this.job.id, missed, run, failures, since }];
  }
}
