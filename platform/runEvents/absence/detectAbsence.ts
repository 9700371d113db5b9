import { outcomeOf } from '../../runs/read/outcome';
import type { ReadSchedule, ScheduleReader, WrittenSchedule } from '../../schedules/scheduleReader';
import { eventsOf, inOrder, startMsOf, type EventParent, type RunEvent } from '../event';
import type { NumberedRun } from '../parentRuns';
import { missedDeadlines, missedRuns, type Missed } from './due';
import type { AbsenceEvent } from './absenceEvent';
import type { AbsenceRules } from './rules';
import { scheduleMark, UNREADABLE } from './scheduleMark';
import { absenceStateSince, wholeSeconds, type AbsenceState } from './state';

/** What one poll has found of a job or pipeline. */
export interface PolledParent {
  parent: EventParent;
  /** The newest runs, and all that began or ended since the last poll. */
  runs: readonly NumberedRun[];
  /** What happened to runs since the last poll. */
  newEvents: readonly RunEvent[];
  /** Its schedule where it is on; undefined where it is not, or is not asked for. */
  schedule?: WrittenSchedule;
  /** What the last poll left; undefined where this is seen for the first time: what was before is never reported. */
  before?: AbsenceState;
}

/** What holds for the whole poll. */
export interface PollContext {
  rules: AbsenceRules;
  /** Events that were chosen, or whose measure was changed, since the last poll: they begin now. */
  newRules: { scheduleMissed: boolean; notSucceededInTime: boolean; runTooLong: boolean };
  /** The platform's time when it was asked, epoch milliseconds. */
  nowMs: number;
  read: ScheduleReader;
  /** How long the runs before one took, as far as it was found out. */
  usualOf(run: NumberedRun): number | undefined;
}

interface DetectedAbsence {
  events: AbsenceEvent[];
  state: AbsenceState;
  /** Why a schedule that appeared cannot be read. */
  problem?: string;
}

/**
 * What did not happen, and what went well again, since the last poll of one job or pipeline: runs that its schedule missed, a
 * success that a deadline missed, runs that take too long, a recovery. It is a function of its arguments: it asks nobody and reads
 * no clock, so a poll that failed, or was days late, or whose result was lost, comes to the same from an older state. Two things
 * make that so. First, the events of runs are applied before anything is looked for, so that what has happened by now is not
 * reported as absent, however late it came. Second, the state holds up to when everything is settled (`dueAfterMs`,
 * `deadlineAfterMs`) and what was reported of things that go on (`isAgeReported`, `longRuns`). Each rule advances it past what it
 * reports: nothing is reported twice, and of several misses since the last poll one event counts all. What was before a job, a rule or a schedule was first seen is settled at once and never reported.
 */
export function detectAbsence(polled: PolledParent, context: PollContext): DetectedAbsence {
  const { rules, nowMs } = context;
  const detector = new AbsenceDetector(polled, context);
  detector.applyRunEvents();
  const problem = rules.scheduleMissed && detector.detectMissedRuns(rules.scheduleMissed.graceMs);
  if (rules.notSucceededInTime) detector.detectMissedDeadline();
  if (rules.runTooLong) detector.detectLongRuns();
  const { state, events } = detector;
  const lastSuccessMs = state.lastSuccessMs || undefined;
  return {
    events: events.map((each) => ({ ...each, detectedAtMs: nowMs, lastSuccessMs })),
    state,
    ...(problem && { problem }),
  };
}

type EventFields = Omit<AbsenceEvent, 'parent' | 'detectedAtMs'>;

class AbsenceDetector {
  readonly events: Array<EventFields & { parent: EventParent }> = [];
  readonly state: AbsenceState;
  private readonly isNew: boolean;

  constructor(
    private readonly polled: PolledParent,
    private readonly context: PollContext,
  ) {
    const now = wholeSeconds(context.nowMs);
    this.isNew = polled.before === undefined;
    this.state = polled.before ? { ...polled.before } : absenceStateSince(now);
  }

  applyRunEvents(): void {
    const { runs, newEvents, parent } = this.polled;
    const events = this.isNew ? inOrder(runs.flatMap((run) => eventsOf(run, parent))) : newEvents;
    let recovery: EventFields | undefined;
    let recoveries = 0;
    for (const { event, atMs, run } of events) {
      if (event === 'runStarted')
        this.state.lastBegunMs = Math.max(this.state.lastBegunMs, wholeSeconds(atMs));
      if (event === 'runFailed') this.addFailures(1, atMs);
      if (event !== 'runSucceeded') continue;
      const { failures, failingSinceMs: sinceMs } = this.state;
      if (failures > 0) {
        recoveries += 1;
        recovery = { event: 'recovered', atMs, missed: recoveries, run, failures, sinceMs };
      }
      Object.assign(this.state, { failures: 0, failingSinceMs: 0, isAgeReported: false });
      // Up to the next whole second: what succeeded within a deadline's second was in time.
      this.state.lastSuccessMs = Math.max(this.state.lastSuccessMs, -wholeSeconds(-atMs));
    }
    if (recovery && this.context.rules.recovered && !this.isNew) this.emit(recovery);
  }

  /** @returns why the schedule cannot be read, once */
  detectMissedRuns(graceMs: number): string | undefined {
    const { schedule: written } = this.polled;
    const { nowMs, newRules, read } = this.context;
    const schedule: ReadSchedule | undefined = written && read(written);
    const mark = scheduleMark(written, schedule);
    const isSame = this.state.schedule === mark && !this.isNew && !newRules.scheduleMissed;
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
    this.addFailures(missed.count, missed.firstMs);
    this.emit({ event: 'scheduleMissed', ...this.dueFields(missed) });
    return undefined;
  }

  detectMissedDeadline(): void {
    const { nowMs, newRules, rules, read } = this.context;
    const rule = rules.notSucceededInTime;
    if (newRules.notSucceededInTime) {
      this.state.deadlineAfterMs = wholeSeconds(nowMs);
      this.state.isAgeReported = false;
    }
    if (rule?.kind === 'age') return this.detectOldSuccess(rule.ms);
    const missed = rule && missedDeadlines(rule, read, this.state, nowMs);
    if (!missed) return;
    this.state.deadlineAfterMs = missed.lastMs;
    this.addFailures(missed.count, missed.firstMs);
    this.emit({ event: 'notSucceededInTime', ...this.dueFields(missed) });
  }

  private detectOldSuccess(mostMs: number): void {
    const { deadlineAfterMs, lastSuccessMs, isAgeReported } = this.state;
    const fromSuccess = lastSuccessMs + mostMs;
    // What was too old before it was watched has its time from then on.
    const lastMs = fromSuccess > deadlineAfterMs ? fromSuccess : deadlineAfterMs + mostMs;
    if (isAgeReported || this.context.nowMs <= lastMs) return;
    this.state.isAgeReported = true;
    this.addFailures(1, lastMs);
    this.emit({ event: 'notSucceededInTime', ...this.dueFields({ count: 1, lastMs }) });
  }

  detectLongRuns(): void {
    const { rules, nowMs, newRules, usualOf } = this.context;
    const rule = rules.runTooLong;
    const open = this.polled.runs.filter(({ status }) => outcomeOf(status) === undefined);
    const known = newRules.runTooLong ? [] : this.state.longRuns;
    const late = open.flatMap((run) => {
      const usual = usualOf(run);
      const limitMs = rule?.kind === 'minutes' ? rule.ms : usual && rule && usual * rule.times;
      const startMs = startMsOf(run);
      if (known.includes(run.number) || limitMs === undefined || startMs === undefined) return [];
      return nowMs - startMs > limitMs ? [{ run, usualMs: usual, dueAtMs: startMs + limitMs }] : [];
    });
    this.state.longRuns = [
      ...known.filter((number) => open.some((run) => run.number === number)),
      ...late.map(({ run }) => run.number),
    ];
    const last = late.sort((a, b) => a.dueAtMs - b.dueAtMs).at(-1);
    if (!last || this.isNew || newRules.runTooLong) return;
    this.emit({ event: 'runTooLong', atMs: nowMs, missed: late.length, ...last });
  }

  private dueFields({
    count,
    lastMs,
  }: Pick<Missed, 'count' | 'lastMs'>): Pick<EventFields, 'atMs' | 'dueAtMs' | 'missed'> {
    return { atMs: this.context.nowMs, dueAtMs: lastMs, missed: count };
  }

  private emit(fields: EventFields): void {
    this.events.push({ parent: this.polled.parent, ...fields });
  }

  /** @param atMs when the first of them was */
  private addFailures(count: number, atMs: number): void {
    const known = this.state.failures === 0 ? Infinity : this.state.failingSinceMs;
    this.state.failingSinceMs = Math.min(known, wholeSeconds(atMs));
    this.state.failures += count;
  }
}
