import type { AbsenceRules } from '../../../../platform/runEvents/absence/rules';
import { afterLoudTime, wallDate, wallTimes } from './wallTimes';
import {
  DAY_MS,
  MINUTE_MS,
  askedBy,
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

/** What a poll that n8n did not lose has seen of a job. */
interface Sight {
  ms: number;
  isThere: boolean;
  /** As text; empty for none. */
  schedule: string;
}

/** Something told that has to be made good by a success. */
interface Trouble {
  toldMs: number;
  atMs: number;
}

function inOrderOf(msOf: (run: WorldRun) => number, runs: readonly WorldRun[]): WorldRun[] {
  return [...runs].sort((a, b) => msOf(a) - msOf(b) || a.number - b.number);
}

/** Those of an ordered list that are after a moment, up to another. */
function between<T>(
  list: readonly T[],
  msOf: (each: T) => number,
  afterMs: number,
  untilMs: number,
): T[] {
  const firstAfter = (ms: number) => {
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (msOf(list[middle] as T) > ms) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return list.slice(firstAfter(afterMs), firstAfter(untilMs));
}

const itself = (ms: number) => ms;
const endOf = ({ endMs }: WorldRun) => endMs;
const startOf = ({ beganMs, endMs }: WorldRun) => beganMs ?? endMs;

const isSuccess = ({ outcome }: WorldRun) => outcome === 'SUCCEEDED';
const iso = (ms: number) => new Date(ms).toISOString();

/**
 * Says what has to be told, from the whole life of the world and the list of polls that were not lost. It keeps no state
 * from poll to poll but what was told: each question is answered from the beginning.
 */
export class Oracle {
  private readonly sights: Map<string, Sight[]>;
  private readonly told = new Map<string, Set<number>>();
  /** The latest due time that was told, of each job. */
  private readonly lastDue = new Map<string, number>();
  /** Due times that were quiet, as polls saw them. */
  private quietDue: Array<{ job: string; seenMs: number; dueMs: number }> = [];
  private readonly troubles: Map<string, Trouble[]>;
  /** By the ID of the job, in the order of their ends. */
  private readonly ended: Map<string, WorldRun[]>;
  /** In the order of their starts. */
  private readonly started: Map<string, WorldRun[]>;

  constructor(
    private readonly world: World,
    private readonly rules: AbsenceRules,
  ) {
    this.sights = new Map(world.jobs.map(({ id }) => [id, []]));
    this.troubles = new Map(world.jobs.map(({ id }) => [id, []]));
    this.ended = new Map(world.jobs.map(({ id, runs }) => [id, inOrderOf(endOf, runs)]));
    this.started = new Map(world.jobs.map(({ id, runs }) => [id, inOrderOf(startOf, runs)]));
  }

  /** Everything after that moment was seen by polls whose memory was lost. */
  forgetAfter(ms: number): void {
    this.quietDue = this.quietDue.filter((each) => each.seenMs <= ms);
    for (const [id, sights] of this.sights)
      this.sights.set(
        id,
        sights.filter((sight) => sight.ms <= ms),
      );
  }

  expect(job: WorldJob, ms: number): Expected[] {
    const sights = this.sights.get(job.id) ?? [];
    const previous = sights.at(-1);
    const there = isThere(job, ms);
    const schedule = JSON.stringify(scheduleAt(job, ms) ?? null);
    sights.push({ ms, isThere: there, schedule });
    // Nothing from before the activation.
    if (!there || !previous) return [];
    const lastAway = sights.findLastIndex((sight) => !sight.isThere);
    const since = sights[lastAway + 1]?.ms ?? ms;
    const wasThereMs = (before: number) =>
      sights.slice(0, before).findLast((sight) => sight.isThere)?.ms ?? -Infinity;
    const seenMs = previous.isThere ? previous.ms : wasThereMs(sights.length - 1);
    const seenBeforeSinceMs = lastAway < 0 ? since : wasThereMs(lastAway);
    // What was away and is back begins anew: of what was before, the runs that are read tell.
    const readFrom = previous.isThere
      ? 0
      : Math.min(askedBy(job, ms) - READ_AT_FIRST, askedBy(job, seenMs));
    const recovered = this.recovered(job, since, seenMs, ms, readFrom);
    const late = [
      ...this.scheduleMissed(job, sights, lastAway, ms),
      ...this.deadline(job, since, ms),
      ...this.tooLong(job, since, seenBeforeSinceMs, ms),
    ];
    return [...this.ofRuns(job, seenMs, ms), ...recovered, ...late];
  }

  /** What happened to runs since they were seen. One that was stopped while it waited is told a start, too. */
  private ofRuns(job: WorldJob, seenMs: number, ms: number): Expected[] {
    const names = { SUCCEEDED: 'runSucceeded', FAILED: 'runFailed', KILLED: 'runStopped' };
    const asExpected = (event: string) => (run: WorldRun) => ({
      ...{ event, job: job.id, missed: 1, run: run.number },
    });
    const started = between(this.started.get(job.id) ?? [], startOf, seenMs, ms);
    const ended = between(this.ended.get(job.id) ?? [], endOf, seenMs, ms);
    const isEvent = ({ outcome }: WorldRun) => outcome !== 'SKIPPED';
    return [
      ...started.filter(isEvent).map(asExpected('runStarted')),
      ...ended.flatMap((run) =>
        run.outcome === 'SKIPPED' ? [] : [asExpected(names[run.outcome])(run)],
      ),
    ];
  }

  private note(job: WorldJob, toldMs: number, dues: readonly number[]): void {
    this.troubles.get(job.id)?.push(...dues.map((atMs) => ({ toldMs, atMs })));
  }

  private lastSuccess(job: WorldJob, ms: number): number {
    const ended = this.ended.get(job.id) ?? [];
    let index = ended.length - between(ended, endOf, ms, Infinity).length - 1;
    while (index >= 0 && !isSuccess(ended[index] as WorldRun)) index -= 1;
    return ended[index]?.endMs ?? 0;
  }

  private isTold(what: string, job: WorldJob, each: number): boolean {
    return this.toldOf(what, job).has(each);
  }

  private toldOf(what: string, { id }: WorldJob): Set<number> {
    const key = `${what} ${id}`;
    const known = this.told.get(key) ?? new Set<number>();
    this.told.set(key, known);
    return known;
  }

  private scheduleMissed(job: WorldJob, sights: Sight[], lastAway: number, ms: number): Expected[] {
    const rule = this.rules.scheduleMissed;
    const now = sights.at(-1);
    if (!rule || !now || now.schedule === 'null') return [];
    const changed = sights.findLastIndex((sight) => sight.schedule !== now.schedule);
    const first = sights[Math.max(changed, lastAway) + 1]?.ms ?? ms;
    const { cron, timezone } = JSON.parse(now.schedule) as { cron: string; timezone: string };
    const due = wallTimes(cron, timezone, this.world.startMs - DAY_MS, this.world.endMs);
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
    const settled = this.lastDue.get(job.id) ?? 0;
    const settledQuiet = this.quietDue.filter((each) => each.job === job.id).at(-1)?.dueMs ?? 0;
    const since = Math.max(first, settled, settledQuiet);
    const absent = between(due, itself, since, ms - rule.graceMs).filter(
      (each) => latest < each - MINUTE_MS,
    );
    const missed = absent.filter((each) => !this.isQuiet(timezone, each));
    this.lastDue.set(job.id, missed.at(-1) ?? settled);
    const last = absent.at(-1);
    if (last !== undefined) this.quietDue.push({ job: job.id, seenMs: ms, dueMs: last });
    return this.late('scheduleMissed', 'due', job, ms, missed);
  }

  private isQuiet(timezone: string, ms: number): boolean {
    return this.world.quiet.has(wallDate(timezone, ms));
  }

  private deadline(job: WorldJob, since: number, ms: number): Expected[] {
    const rule = this.rules.notSucceededInTime;
    if (!rule) return [];
    const lastSuccess = this.lastSuccess(job, ms);
    if (rule.kind === 'age') {
      const { timezone, quiet, startMs } = this.world;
      const endOfAge = (from: number) =>
        from < startMs ? from + rule.ms : afterLoudTime(timezone, quiet, from, rule.ms);
      const wasLate = endOfAge(lastSuccess) <= since;
      const due = endOfAge(wasLate ? since : lastSuccess);
      const isLate = ms > due && !this.isTold('age', job, due);
      return this.late('notSucceededInTime', 'age', job, ms, isLate ? [due] : []);
    }
    const range = [this.world.startMs - 20 * DAY_MS, this.world.endMs] as const;
    const deadlines = wallTimes(rule.cron, rule.timezone, ...range);
    const inForce = deadlines.filter((each) => !this.isQuiet(rule.timezone, each));
    const starts = rule.countsFrom ? wallTimes(rule.countsFrom, rule.timezone, ...range) : inForce;
    const late = between(inForce, itself, since, ms).filter((each) => {
      if (this.isTold('deadline', job, each)) return false;
      const start = between(starts, itself, each - 90 * DAY_MS, each - 1).at(-1) ?? 0;
      return lastSuccess <= start;
    });
    return this.late('notSucceededInTime', 'deadline', job, ms, late);
  }

  private late(
    event: string,
    what: string,
    job: WorldJob,
    ms: number,
    dues: readonly number[],
  ): Expected[] {
    const last = dues.at(-1);
    if (last === undefined) return [];
    for (const each of dues) this.toldOf(what, job).add(each);
    this.note(job, ms, dues);
    return [{ event, job: job.id, missed: dues.length, due: iso(last) }];
  }

  private tooLong(job: WorldJob, since: number, seenBeforeMs: number, ms: number): Expected[] {
    const rule = this.rules.runTooLong;
    if (!rule || this.isQuiet(this.world.timezone, ms)) return [];
    const dueOf = (number: number, beganMs: number): number => {
      if (rule.kind === 'minutes') return beganMs + rule.ms;
      const before = job.runs
        .slice(Math.max(0, number - 150), number)
        .filter((run) => run.number < number && run.endMs <= ms && run.outcome === 'SUCCEEDED')
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
        const isAtWork = beganMs !== undefined && beganMs <= ms && endMs > ms;
        return isAtWork ? [{ run, beganMs, due: dueOf(number, beganMs) }] : [];
      })
      .filter(({ due }) => due < ms);
    const fresh = late.filter(({ run }) => !this.isTold('long', job, run.number));
    const wasLong = fresh.filter(({ beganMs, due }) => beganMs <= seenBeforeMs && due < since);
    const told = fresh.filter((each) => !wasLong.includes(each)).sort((a, b) => a.due - b.due);
    const last = told.at(-1);
    if (!last) return [];
    for (const { run } of told) this.toldOf('long', job).add(run.number);
    return [
      {
        event: 'runTooLong',
        job: job.id,
        missed: told.length,
        due: iso(last.due),
        run: last.run.number,
      },
    ];
  }

  private recovered(
    job: WorldJob,
    since: number,
    previousMs: number,
    ms: number,
    readFrom: number,
  ): Expected[] {
    if (!this.rules.recovered) return [];
    const fresh = between(this.ended.get(job.id) ?? [], endOf, previousMs, ms).filter(isSuccess);
    const recoveries = fresh.flatMap((run) => {
      const after = this.lastSuccess(job, run.endMs - 1);
      const failed = between(this.ended.get(job.id) ?? [], endOf, after, run.endMs)
        .filter(({ outcome }) => outcome === 'FAILED')
        .filter(({ number, endMs }) => number > readFrom || endMs > previousMs)
        .map(endOf);
      const told = (this.troubles.get(job.id) ?? [])
        .filter(({ toldMs }) => toldMs >= Math.max(after, since) && toldMs < run.endMs)
        .map(({ atMs }) => atMs);
      const all = [...failed, ...told];
      return all.length > 0 ? [{ run, failures: all.length, sinceMs: Math.min(...all) }] : [];
    });
    const last = recoveries.at(-1);
    if (!last) return [];
    return [
      {
        event: 'recovered',
        job: job.id,
        missed: recoveries.length,
        run: last.run.number,
        failures: last.failures,
        since: iso(last.sinceMs),
      },
    ];
  }
}
