import type { ScheduleReader } from '../../../../platform/runs/schedules/scheduleReader';
import type { NumberedRun } from '../../../../platform/watch/runs/watchedRuns';
import { randomNumbers } from '../../../support/random';

const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** Three months, and some days before anybody watches. */
const BEFORE_DAYS = 4;
const DAYS = 92;

const CRONS = [
  ...['0 6 * * *', '30 2 * * *', '15,45 2 * * *', '0 * * * *', '*/30 * * * *'],
  ...['0 6 * * 1-5', '0 4,16 * * *', '20 1 * * 1', '0 0 1 * *'],
];
const ZONES = [
  ...['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'UTC', 'Africa/Casablanca'],
];

interface Schedule {
  cron: string;
  timezone: string;
}

/** Schedule of a job from a moment on; undefined while it is paused. */
interface Edit {
  fromMs: number;
  schedule: Schedule | undefined;
}

export interface WorldRun {
  number: number;
  askedMs: number;
  /** When it had its turn; undefined for one that was skipped or stopped while it waited. */
  beganMs: number | undefined;
  /** Infinity for one that hangs for ever. */
  endMs: number;
  outcome: 'SUCCEEDED' | 'FAILED' | 'KILLED' | 'SKIPPED';
}

export interface WorldJob {
  id: string;
  createdMs: number;
  edits: Edit[];
  runs: WorldRun[];
  /** When it is not there. */
  away: Array<[fromMs: number, untilMs: number]>;
}

/** Three months of made-up jobs: schedules and their edits, outages of the platform, runs late, early, long and failed. */
export class World {
  readonly random: () => number;
  readonly startMs: number;
  readonly watchedFromMs: number;
  readonly endMs: number;
  readonly jobs: WorldJob[];
  /** Dates, as 2026-12-25; empty in some lives. */
  readonly quiet = new Set<string>();
  /** They hold for ages and durations by its clock. */
  readonly timezone: string;
  private readonly due = new Map<string, readonly number[]>();

  constructor(
    seed: number,
    private readonly read: ScheduleReader,
  ) {
    this.random = randomNumbers(seed);
    // One half of the lives goes through each change of the clock.
    const month = this.pick([1, 2, 8, 9]);
    this.startMs = Date.UTC(2026, month, 1 + Math.floor(this.random() * 20));
    this.watchedFromMs = this.startMs + BEFORE_DAYS * DAY_MS + this.seconds(DAY_MS);
    this.endMs = this.startMs + DAYS * DAY_MS;
    const outages = this.windows(3, 2 * DAY_MS);
    this.jobs = Array.from({ length: 1 + Math.floor(this.random() * 3) }, (_, index) =>
      this.job(`6f1d2c3b-0000-4000-8000-00000000000${index}`, outages),
    );
    this.timezone = this.pick(ZONES);
    for (const [from, until] of this.windows(this.pick([0, 3, 20]), this.pick([1, 3, 14]) * DAY_MS))
      for (let ms = from; ms <= until; ms += DAY_MS)
        this.quiet.add(new Date(ms).toISOString().slice(0, 10));
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)] as T;
  }

  isLikely(share: number): boolean {
    return this.random() < share;
  }

  /** A whole number of seconds below, in milliseconds. */
  seconds(belowMs: number): number {
    return Math.floor((this.random() * belowMs) / SECOND_MS) * SECOND_MS;
  }

  /** Some windows in time, up to so long. */
  windows(most: number, longestMs: number): Array<[number, number]> {
    return Array.from({ length: Math.floor(this.random() * (most + 1)) }, () => {
      const from = this.startMs + this.seconds(this.endMs - this.startMs);
      return [from, from + this.seconds(longestMs)];
    });
  }

  /** All times at which a schedule is due in this world. That they are right: `test/platform/runs/schedules`. */
  findDueTimes(schedule: Schedule): readonly number[] {
    const key = JSON.stringify(schedule);
    const known = this.due.get(key);
    if (known) return known;
    const found = this.read(schedule);
    if ('problem' in found) throw new Error(found.problem);
    const { times } = found.schedule.findDueTimes(this.startMs - 20 * DAY_MS, this.endMs);
    this.due.set(key, times);
    return times;
  }

  private schedule(): Schedule {
    return { cron: this.pick(CRONS), timezone: this.pick(ZONES) };
  }

  private job(id: string, outages: Array<[number, number]>): WorldJob {
    const isLater = this.isLikely(0.25);
    const laterMs = () => this.watchedFromMs + DAY_MS + this.seconds(60 * DAY_MS);
    const createdMs = isLater ? laterMs() : this.startMs;
    const first = this.isLikely(0.9) ? this.schedule() : undefined;
    const moments = Array.from({ length: Math.floor(this.random() * 6) }, () =>
      this.seconds(this.endMs - createdMs),
    ).sort((a, b) => a - b);
    let last = first;
    const edits: Edit[] = [{ fromMs: createdMs, schedule: first }];
    for (const moment of moments) {
      const { schedule } = edits.at(-1) ?? {};
      // Paused, resumed as it was, or another one.
      const next =
        schedule && this.isLikely(0.5) ? undefined : this.isLikely(0.5) ? last : this.schedule();
      last = next ?? last;
      edits.push({ fromMs: createdMs + moment, schedule: next });
    }
    // Long after the watching has begun, however long n8n was down then.
    // An entity that is away before a poll has seen it may have runs older than the events already seen: they are not reported.
    const seenMs = Math.max(this.watchedFromMs, createdMs) + 25 * DAY_MS;
    const away = (this.isLikely(0.2) ? this.windows(2, 5 * DAY_MS) : []).filter(
      ([fromMs]) => fromMs > seenMs,
    );
    if (this.isLikely(0.1)) away.push([this.endMs - this.seconds(30 * DAY_MS), Infinity]);
    return { id, createdMs, edits, runs: this.runs(createdMs, edits, outages), away };
  }

  private runs(createdMs: number, edits: Edit[], outages: Array<[number, number]>): WorldRun[] {
    const queued = this.pick([0, 0.05, 0.5]);
    const skipped = this.pick([0, 0.05, 0.3]);
    let zombies = this.pick([0, 0, 1, 2]);
    const reliability = this.pick([0.5, 0.9, 0.99, 1]);
    const health = this.pick([0.5, 0.9, 1]);
    const usual = this.pick([30 * SECOND_MS, 5 * MINUTE_MS, HOUR_MS]);
    const begins: number[] = [];
    for (const [index, { fromMs, schedule }] of edits.entries()) {
      const untilMs = edits[index + 1]?.fromMs ?? this.endMs;
      if (!schedule) continue;
      const due = this.findDueTimes(schedule);
      for (const ms of due.filter((each) => each > fromMs && each <= untilMs)) {
        if (outages.some(([from, until]) => ms >= from && ms <= until)) continue;
        if (!this.isLikely(reliability)) continue;
        const [longestMs, earlyMs] = this.isLikely(0.05) ? [HOUR_MS, 0] : [1.5 * MINUTE_MS, 30_000];
        begins.push(ms + this.seconds(longestMs) - earlyMs);
      }
    }
    for (let manual = Math.floor(this.random() * 20); manual > 0; manual--)
      begins.push(createdMs + this.seconds(this.endMs - createdMs));
    const ends = new Set<number>();
    return [...new Set(begins)]
      .filter((ms) => ms > createdMs)
      .sort((a, b) => a - b)
      .map((askedMs, index) => {
        const beganMs = askedMs + (this.isLikely(queued) ? this.seconds(3 * HOUR_MS) : 0);
        const [number, isSkipped] = [index + 1, this.isLikely(skipped)];
        if (isSkipped || (beganMs > askedMs && this.isLikely(0.05))) {
          const outcome = isSkipped ? 'SKIPPED' : 'KILLED';
          return { number, askedMs, beganMs: undefined, endMs: beganMs + SECOND_MS, outcome };
        }
        if (zombies > 0 && this.isLikely(0.02)) {
          zombies -= 1;
          return { number, askedMs, beganMs, endMs: Infinity, outcome: 'KILLED' };
        }
        const isLong = this.isLikely(0.03);
        const seconds = 1 + Math.floor((usual * (0.5 + this.random())) / SECOND_MS);
        let endMs = beganMs + seconds * SECOND_MS;
        if (isLong) endMs += this.seconds(30 * HOUR_MS);
        while (ends.has(endMs)) endMs += SECOND_MS;
        ends.add(endMs);
        const isWell = this.isLikely(health);
        const outcome = isWell ? 'SUCCEEDED' : this.isLikely(0.8) ? 'FAILED' : 'KILLED';
        return { number, askedMs, beganMs, endMs, outcome };
      });
  }
}

export function scheduleAt({ edits }: WorldJob, ms: number): Schedule | undefined {
  return edits.findLast(({ fromMs }) => fromMs <= ms)?.schedule;
}

export function isThere({ createdMs, away }: WorldJob, ms: number): boolean {
  return ms >= createdMs && !away.some(([from, until]) => ms >= from && ms <= until);
}

/** How many of an ordered list are before a moment or at it. */
export function countUntil<T>(list: readonly T[], msOf: (each: T) => number, ms: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (msOf(list[middle] as T) <= ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many runs were asked for by then. */
export const askedBy = ({ runs }: WorldJob, ms: number): number =>
  countUntil(runs, ({ askedMs }) => askedMs, ms);

/** As platforms have it, one that waits has a start time, too. */
export function startTold({ askedMs, beganMs }: WorldRun, ms: number): number {
  return beganMs !== undefined && beganMs <= ms ? beganMs : askedMs;
}

const ended = new WeakMap<WorldRun, NumberedRun>();

/** A run as the platform tells it at a moment. */
export function toldRun({ id }: WorldJob, run: WorldRun, ms: number): NumberedRun {
  const hasEnded = run.endMs <= ms;
  const known = hasEnded ? ended.get(run) : undefined;
  if (known) return known;
  const isAtWork = run.beganMs !== undefined && run.beganMs <= ms;
  const startMs = startTold(run, ms);
  const told = {
    id: `${id} ${run.number}`,
    number: run.number,
    status: hasEnded ? run.outcome : isAtWork ? 'RUNNING' : 'QUEUED',
    succeeded: hasEnded ? run.outcome === 'SUCCEEDED' : null,
    startTime: new Date(startMs).toISOString(),
    endTime: hasEnded ? new Date(run.endMs).toISOString() : null,
    durationSeconds: hasEnded ? (run.endMs - startMs) / 1000 : null,
  };
  if (hasEnded) ended.set(run, told);
  return told;
}
