import { isWaiting } from '../../runs/read/outcome';
import type { ReadSchedule, ScheduleReader } from '../../schedules/scheduleReader';
import { NEVER_QUIET, type QuietDates, type QuietTimes } from '../../schedules/quietDates';
import { askedMsOf, eventsOf, inOrder, startMsOf, type RunEvent } from '../event';
import type { NumberedRun, ParentRuns } from '../parentRuns';
import { missedDeadlines, missedRuns, type Missed, scheduleMark } from './due';
import type { AbsenceEvent, AbsenceEventName, AbsenceRules } from './rules';
import { absenceStateSince, wholeSeconds, type AbsenceState } from './state';

/** What one poll has found of a job or pipeline. */
export interface PolledParent {
  parent: Omit<ParentRuns, 'runs' | 'hasMore'>;
  /** The newest runs, and all that began or ended since the last poll. */
  runs: readonly NumberedRun[];
  /** Those that have not ended and are watched: runs from before the activation may come into sight later. */
  open: readonly NumberedRun[];
  /** What happened to runs since the last poll. */
  newEvents: readonly RunEvent[];
  /** What the last poll left; undefined if this is seen for the first time: only `newEvents` are reported. */
  before?: AbsenceState;
}

/** What holds for the whole poll. */
export interface PollContext {
  rules: AbsenceRules;
  /** Events that were chosen, or whose measure was changed, since the last poll: they begin now. */
  newRules: Record<AbsenceEventName, boolean>;
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
  readonly events: Array<Omit<AbsenceEvent, 'detectedAtMs'>> = [];
  readonly state: AbsenceState;
  private readonly isNew: boolean;
  /** Runs that something happened to since the last poll. */
  private readonly newRuns: ReadonlySet<unknown>;
  private readonly quietDates: QuietDates;
  /** Of the rules without a time zone. */
  private readonly quietTimes: QuietTimes | undefined;

  constructor(
    private readonly polled: PolledParent,
    private readonly context: PollContext,
  ) {
    const now = wholeSeconds(context.nowMs);
    this.isNew = polled.before === undefined;
    this.newRuns = new Set(polled.newEvents.map(({ run }) => run));
    this.state = polled.before ? { ...polled.before } : absenceStateSince(now);
    const { quiet } = context.rules;
    this.quietDates = quiet?.dates ?? NEVER_QUIET;
    this.quietTimes = quiet?.dates.in(quiet.zone);
  }

  applyRunEvents(): void {
    const { runs, newEvents, parent } = this.polled;
    const events = this.isNew ? inOrder(runs.flatMap((run) => eventsOf(run, parent))) : newEvents;
    let recovery: EventFields | undefined;
    let recoveries = 0;
    for (const { event, atMs, run } of events) {
      if (event === 'runFailed') this.addFailures(1, atMs);
      if (event !== 'runSucceeded') continue;
      const { failures, failingSinceMs: sinceMs } = this.state;
      if (failures > 0 && this.newRuns.has(run)) {
        recoveries += 1;
        recovery = { event: 'recovered', atMs, missed: recoveries, run, failures, sinceMs };
      }
      Object.assign(this.state, { failures: 0, failingSinceMs: 0, isAgeReported: false });
      // Up to the next whole second: what succeeded within a deadline's second was in time.
      this.state.lastSuccessMs = Math.max(this.state.lastSuccessMs, -wholeSeconds(-atMs));
    }
    const { rules, newRules } = this.context;
    if (recovery && rules.recovered && !newRules.recovered) this.emit(recovery);
  }

  /** @returns why the schedule cannot be read, once */
  detectMissedRuns(graceMs: number): string | undefined {
    const { runs, parent } = this.polled;
    const { nowMs, newRules, read } = this.context;
    const written = parent.schedule;
    const schedule: ReadSchedule | undefined = written && read(written);
    const mark = scheduleMark(written, schedule);
    const isSame = this.state.schedule === mark && !this.isNew && !newRules.scheduleMissed;
    this.state.schedule = mark;
    // One that waits may yet be skipped: it counts only as long as it waits.
    const begunMs = latest(runs.filter((run) => !isWaiting(run)));
    this.state.lastBegunMs = Math.max(this.state.lastBegunMs, begunMs);
    if (!isSame) {
      this.state.dueAfterMs = wholeSeconds(nowMs);
      return schedule && 'problem' in schedule ? schedule.problem : undefined;
    }
    if (!schedule || 'problem' in schedule) return undefined;
    const lastBegunMs = Math.max(this.state.lastBegunMs, latest(runs));
    const since = { ...this.state, lastBegunMs };
    const due = missedRuns(schedule.schedule, since, nowMs - graceMs, this.quietDates);
    this.state.dueAfterMs = due.settledMs;
    this.emitMissed('scheduleMissed', due.missed);
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
    if (!rule) return;
    const due = missedDeadlines(rule, read, this.state, nowMs, this.quietDates);
    this.state.deadlineAfterMs = due.settledMs;
    this.emitMissed('notSucceededInTime', due.missed);
  }

  private detectOldSuccess(mostMs: number): void {
    const { deadlineAfterMs, lastSuccessMs, isAgeReported } = this.state;
    // Nothing grows older on a quiet date.
    const endOfAge = (ms: number) => this.quietTimes?.after(ms, mostMs) ?? ms + mostMs;
    const fromSuccess = endOfAge(lastSuccessMs);
    // What was too old before it was watched has its time from then on.
    const lastMs = fromSuccess > deadlineAfterMs ? fromSuccess : endOfAge(deadlineAfterMs);
    if (isAgeReported || this.context.nowMs <= lastMs) return;
    this.state.isAgeReported = true;
    this.emitMissed('notSucceededInTime', { count: 1, firstMs: lastMs, lastMs });
  }

  detectLongRuns(): void {
    const { rules, nowMs, newRules, usualOf } = this.context;
    const rule = rules.runTooLong;
    const { open } = this.polled;
    const known = newRules.runTooLong ? [] : this.state.longRuns;
    const late = open.flatMap((run) => {
      const usual = usualOf(run);
      const limitMs = rule?.kind === 'minutes' ? rule.ms : usual && rule && usual * rule.times;
      const startMs = startMsOf(run);
      if (known.includes(run.number) || limitMs === undefined || startMs === undefined) return [];
      return nowMs - startMs > limitMs ? [{ run, usualMs: usual, dueAtMs: startMs + limitMs }] : [];
    });
    const isEvent = ({ run }: { run: NumberedRun }) =>
      !newRules.runTooLong && (!this.isNew || this.newRuns.has(run));
    // On a quiet date they wait for the next poll that is not.
    const isQuiet = this.quietTimes?.includes(nowMs) ?? false;
    const settled = isQuiet ? late.filter((each) => !isEvent(each)) : late;
    this.state.longRuns = [
      ...known.filter((number) => open.some((run) => run.number === number)),
      ...settled.map(({ run }) => run.number),
    ];
    const reported = settled.filter(isEvent).sort((a, b) => a.dueAtMs - b.dueAtMs);
    const last = reported.at(-1);
    if (last) this.emit({ event: 'runTooLong', atMs: nowMs, missed: reported.length, ...last });
  }

  private emitMissed(event: AbsenceEventName, missed: Missed | undefined): void {
    if (!missed) return;
    this.addFailures(missed.count, missed.firstMs);
    const { count, lastMs } = missed;
    this.emit({ event, atMs: this.context.nowMs, dueAtMs: lastMs, missed: count });
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

/** When the latest of some runs was asked for or began, in whole seconds; 0 for none. */
function latest(runs: readonly NumberedRun[]): number {
  return wholeSeconds(Math.max(0, ...runs.map((run) => askedMsOf(run) ?? 0)));
}
