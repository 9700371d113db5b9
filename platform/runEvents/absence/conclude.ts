import { outcomeOf } from '../../runs/read/outcome';
import type { ReadSchedule, ScheduleReader, WrittenSchedule } from '../../schedules/scheduleReader';
import { eventsOf, inOrder, startMsOf, type EventParent, type RunEvent } from '../event';
import type { NumberedRun } from '../reading';
import { missedDeadlines, missedRuns, type Missed } from './due';
import type { Occasion } from './occasion';
import type { AbsenceRules } from './rules';
import { scheduleMark, UNREADABLE } from './scheduleMark';
import { absenceStateSince, wholeSeconds, type AbsenceState } from './state';

/** What one poll has found of a job or pipeline. */
export interface Found {
  parent: EventParent;
  /** The newest runs, and all that began or ended since the last poll. */
  runs: readonly NumberedRun[];
  /** What happened to runs since the last poll. */
  news: readonly RunEvent[];
  /** Its schedule where it is on; undefined where it is not, or is not asked for. */
  schedule?: WrittenSchedule;
  /** What the last poll left; undefined where this is seen for the first time: what was before is never told. */
  before?: AbsenceState;
}

/** What holds for the whole poll. */
export interface Conditions {
  rules: AbsenceRules;
  /** Events that were chosen, or whose measure was changed, since the last poll: they begin now. */
  begins: { scheduleMissed: boolean; notSucceededInTime: boolean; runTooLong: boolean };
  /** The platform's time when it was asked, epoch milliseconds. */
  nowMs: number;
  read: ScheduleReader;
  /** How long the runs before one took, as far as it was found out. */
  usualOf(run: NumberedRun): number | undefined;
}

interface Conclusion {
  occasions: Occasion[];
  state: AbsenceState;
  /** Why a schedule that appeared cannot be read. */
  problem?: string;
}

/**
 * What did not happen, and what went well again, since the last poll. It is concluded from the runs as they are now: what
 * has happened by now is not told as absent, however late, and an older state leads to the same.
 */
export function conclude(found: Found, conditions: Conditions): Conclusion {
  const { rules, nowMs } = conditions;
  const job = new Job(found, conditions);
  job.followRuns();
  const problem = rules.scheduleMissed && job.lookForMissedRuns(rules.scheduleMissed.graceMs);
  if (rules.notSucceededInTime) job.lookAtDeadline();
  if (rules.runTooLong) job.lookForLongRuns();
  const { state, occasions } = job;
  const lastSuccessMs = state.lastSuccessMs || undefined;
  return {
    occasions: occasions.map((each) => ({ ...each, detectedAtMs: nowMs, lastSuccessMs })),
    state,
    ...(problem && { problem }),
  };
}

type Told = Omit<Occasion, 'parent' | 'detectedAtMs'>;

class Job {
  readonly occasions: Array<Told & { parent: EventParent }> = [];
  readonly state: AbsenceState;
  private readonly isNew: boolean;

  constructor(
    private readonly found: Found,
    private readonly conditions: Conditions,
  ) {
    const now = wholeSeconds(conditions.nowMs);
    this.isNew = found.before === undefined;
    this.state = found.before ? { ...found.before } : absenceStateSince(now);
  }

  followRuns(): void {
    const { runs, news, parent } = this.found;
    const events = this.isNew ? inOrder(runs.flatMap((run) => eventsOf(run, parent))) : news;
    let recovery: Told | undefined;
    let recoveries = 0;
    for (const { event, atMs, run } of events) {
      if (event === 'runStarted')
        this.state.lastBegunMs = Math.max(this.state.lastBegunMs, wholeSeconds(atMs));
      if (event === 'runFailed') this.addTroubles(1, atMs);
      if (event !== 'runSucceeded') continue;
      const { troubles: failures, troubledSinceMs: sinceMs } = this.state;
      if (failures > 0) {
        recoveries += 1;
        recovery = { event: 'recovered', atMs, missed: recoveries, run, failures, sinceMs };
      }
      Object.assign(this.state, { troubles: 0, troubledSinceMs: 0, isAgeTold: false });
      // Up to the next whole second: what succeeded within a deadline's second was in time.
      this.state.lastSuccessMs = Math.max(this.state.lastSuccessMs, -wholeSeconds(-atMs));
    }
    if (recovery && this.conditions.rules.recovered && !this.isNew) this.tell(recovery);
  }

  /** @returns why the schedule cannot be read, once */
  lookForMissedRuns(graceMs: number): string | undefined {
    const { schedule: written } = this.found;
    const { nowMs, begins, read } = this.conditions;
    const schedule: ReadSchedule | undefined = written && read(written);
    const mark = scheduleMark(written, schedule);
    const isSame = this.state.schedule === mark && !this.isNew && !begins.scheduleMissed;
    this.state.schedule = mark;
    if (!isSame) {
      this.state.dueAfterMs = wholeSeconds(nowMs);
      return mark === UNREADABLE && schedule && 'problem' in schedule
        ? schedule.problem
        : undefined;
    }
    if (!schedule || 'problem' in schedule) return undefined;
    const missed = missedRuns(schedule.schedule, this.state, nowMs - graceMs);
    if (!missed) return undefined;
    this.state.dueAfterMs = missed.lastMs;
    this.addTroubles(missed.count, missed.firstMs);
    this.tell({ event: 'scheduleMissed', ...this.due(missed) });
    return undefined;
  }

  lookAtDeadline(): void {
    const { nowMs, begins, rules, read } = this.conditions;
    const rule = rules.notSucceededInTime;
    if (begins.notSucceededInTime) {
      this.state.deadlineAfterMs = wholeSeconds(nowMs);
      this.state.isAgeTold = false;
    }
    if (rule?.kind === 'age') return this.lookAtAge(rule.ms);
    const missed = rule && missedDeadlines(rule, read, this.state, nowMs);
    if (!missed) return;
    this.state.deadlineAfterMs = missed.lastMs;
    this.addTroubles(missed.count, missed.firstMs);
    this.tell({ event: 'notSucceededInTime', ...this.due(missed) });
  }

  private lookAtAge(mostMs: number): void {
    const { deadlineAfterMs, lastSuccessMs, isAgeTold } = this.state;
    const fromSuccess = lastSuccessMs + mostMs;
    // What was too old before it was watched has its time from then on.
    const lastMs = fromSuccess > deadlineAfterMs ? fromSuccess : deadlineAfterMs + mostMs;
    if (isAgeTold || this.conditions.nowMs <= lastMs) return;
    this.state.isAgeTold = true;
    this.addTroubles(1, lastMs);
    this.tell({ event: 'notSucceededInTime', ...this.due({ count: 1, lastMs }) });
  }

  lookForLongRuns(): void {
    const { rules, nowMs, begins, usualOf } = this.conditions;
    const rule = rules.runTooLong;
    const open = this.found.runs.filter(({ status }) => outcomeOf(status) === undefined);
    const known = begins.runTooLong ? [] : this.state.longRuns;
    const late = open.flatMap((run) => {
      const usual = usualOf(run);
      const most = rule?.kind === 'minutes' ? rule.ms : usual && rule && usual * rule.times;
      const began = startMsOf(run);
      if (known.includes(run.number) || most === undefined || began === undefined) return [];
      return nowMs - began > most ? [{ run, usualMs: usual, dueAtMs: began + most }] : [];
    });
    this.state.longRuns = [
      ...known.filter((number) => open.some((run) => run.number === number)),
      ...late.map(({ run }) => run.number),
    ];
    const last = late.sort((a, b) => a.dueAtMs - b.dueAtMs).at(-1);
    if (!last || this.isNew || begins.runTooLong) return;
    this.tell({ event: 'runTooLong', atMs: nowMs, missed: late.length, ...last });
  }

  private due({
    count,
    lastMs,
  }: Pick<Missed, 'count' | 'lastMs'>): Pick<Told, 'atMs' | 'dueAtMs' | 'missed'> {
    return { atMs: this.conditions.nowMs, dueAtMs: lastMs, missed: count };
  }

  private tell(told: Told): void {
    this.occasions.push({ parent: this.found.parent, ...told });
  }

  /** @param atMs when the first of them was */
  private addTroubles(count: number, atMs: number): void {
    const known = this.state.troubles === 0 ? Infinity : this.state.troubledSinceMs;
    this.state.troubledSinceMs = Math.min(known, wholeSeconds(atMs));
    this.state.troubles += count;
  }
}
