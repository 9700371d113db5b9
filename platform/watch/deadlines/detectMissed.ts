import { createHash } from 'node:crypto';
import { isWaiting } from '../../runs/read/outcome';
import { NEVER_QUIET, type QuietDates, type QuietTimes } from '../../schedules/quietDates';
import { missedSince, type Missed } from '../../schedules/schedule';
import type { ReadSchedule, ScheduleReader, WrittenSchedule } from '../../schedules/scheduleReader';
import { byTime, eventsOf, requestMsOf, startMsOf, type RunEvent } from '../runs/runEvents';
import type { NumberedRun, ParentRuns } from '../runs/watchedRuns';
import type { DeadlineEvent, DeadlineEventName, DeadlineRules } from './rules';
import { deadlineStateSince, wholeSeconds, type DeadlineState } from './state';
import { missedDeadlines } from './successDeadlines';

/** One job or pipeline, as a poll found it. */
interface PolledParent {
  parent: Pick<ParentRuns, 'id' | 'name' | 'projectId' | 'projectName' | 'schedule' | 'isPartial'>;
  /**
   * All runs that began or ended since the last poll, perhaps others, too; all that were read if `before` is undefined. Of a job that
   * was read in part, the later ones are missing: its runs are applied, and nothing is missed before the next poll.
   */
  runs: readonly NumberedRun[];
  /** Current runs, without those that had begun before the node watched them and that no poll has seen. */
  open: readonly NumberedRun[];
  /** The events of runs since the last poll, in order of time. */
  newEvents: readonly RunEvent[];
  /** Undefined if no poll has seen it: then only `newEvents` are reported. */
  before?: DeadlineState;
}

/** Values that all jobs of a poll share. */
export interface PollContext {
  rules: DeadlineRules;
  /** Events that were chosen, or whose limit was changed, since the last poll: nothing earlier is reported. */
  newRules: Record<DeadlineEventName, boolean>;
  /** When the poll began, by n8n's clock; epoch milliseconds. */
  nowMs: number;
  read: ScheduleReader;
  /** Returns the usual duration before a run in milliseconds, if it was read. */
  usualMsOf(run: NumberedRun): number | undefined;
}

/**
 * Returns what one job or pipeline missed since the last poll, and whether it recovered. Pure: the result depends only on the poll and
 * the previous state, so a failed or lost poll is repaired by the next one. Run events are applied first, so what has happened by now
 * is not reported as missed, however late it came. The state records up to when everything is settled; each rule moves that past what
 * it reports, so nothing is reported twice, and one event counts all misses since the last poll.
 */
export function detectMissed(polled: PolledParent, context: PollContext) {
  const detector = new DeadlineDetector(polled, context);
  detector.applyRunEvents();
  const problem = polled.parent.isPartial ? undefined : detector.detectLateness();
  const { state } = detector;
  const events: DeadlineEvent[] = detector.events.map((event) => ({
    ...event,
    parent: polled.parent,
    detectedAtMs: context.nowMs,
    lastSuccessMs: state.lastSuccessMs || undefined,
  }));
  return { events, state, problem };
}

type EventFields = Omit<DeadlineEvent, 'parent' | 'detectedAtMs' | 'lastSuccessMs'>;

class DeadlineDetector {
  readonly events: EventFields[] = [];
  readonly state: DeadlineState;
  private readonly isNew: boolean;
  private readonly runsWithEvents: ReadonlySet<unknown>;
  private readonly quietDates: QuietDates;
  /** For the rules without a time zone of their own. */
  private readonly quietTimes: QuietTimes | undefined;

  constructor(
    private readonly polled: PolledParent,
    private readonly context: PollContext,
  ) {
    const { before, newEvents } = polled;
    this.isNew = before === undefined;
    this.state = before ? { ...before } : deadlineStateSince(wholeSeconds(context.nowMs));
    this.runsWithEvents = new Set(newEvents.map(({ run }) => run));
    const { quiet } = context.rules;
    this.quietDates = quiet?.dates ?? NEVER_QUIET;
    this.quietTimes = quiet?.dates.in(quiet.zone);
  }

  /** Counts failures and notes successes; of what no poll has seen, those of all runs that were read. */
  applyRunEvents(): void {
    const { runs, newEvents, parent } = this.polled;
    const events = this.isNew ? byTime(runs.flatMap((run) => eventsOf(run, parent))) : newEvents;
    let recovery: EventFields | undefined;
    for (const { event, atMs, run } of events) {
      if (event === 'runFailed') this.addFailures(1, atMs);
      if (event !== 'runSucceeded') continue;
      const { failures, failingSinceMs: sinceMs } = this.state;
      if (failures > 0 && this.runsWithEvents.has(run)) {
        const missed = (recovery?.missed ?? 0) + 1;
        recovery = { event: 'recovered', atMs, missed, run, failures, sinceMs };
      }
      Object.assign(this.state, { failures: 0, failingSinceMs: 0, isAgeReported: false });
      // Rounded up: a success within the second of a deadline was in time.
      this.state.lastSuccessMs = Math.max(this.state.lastSuccessMs, -wholeSeconds(-atMs));
    }
    // A waiting run may still be skipped, so it counts only while it waits.
    const begunMs = latestRequestMs(runs.filter((run) => !isWaiting(run)));
    this.state.lastBegunMs = Math.max(this.state.lastBegunMs, begunMs);
    const { rules, newRules } = this.context;
    if (recovery && rules.recovered && !newRules.recovered) this.events.push(recovery);
  }

  /** @returns why the schedule cannot be read, when it is first seen */
  detectLateness(): string | undefined {
    const problem = this.detectMissedRuns();
    this.detectMissedDeadline();
    this.detectLongRuns();
    return problem;
  }

  private detectMissedRuns(): string | undefined {
    const { parent, runs } = this.polled;
    const { nowMs, newRules, read, rules } = this.context;
    if (!rules.scheduleMissed) return undefined;
    const schedule = parent.schedule && read(parent.schedule);
    const mark = scheduleMark(parent.schedule, schedule);
    const isSame = this.state.schedule === mark && !this.isNew && !newRules.scheduleMissed;
    this.state.schedule = mark;
    if (!isSame) {
      this.state.dueAfterMs = wholeSeconds(nowMs);
      return schedule && 'problem' in schedule ? schedule.problem : undefined;
    }
    if (!schedule || 'problem' in schedule) return undefined;
    const lastBegunMs = Math.max(this.state.lastBegunMs, latestRequestMs(runs));
    const since = { settledMs: this.state.dueAfterMs, lastBegunMs };
    const untilMs = nowMs - rules.scheduleMissed.graceMs;
    const due = missedSince(schedule.schedule, since, untilMs, this.quietDates);
    this.state.dueAfterMs = due.settledMs;
    this.addMissed('scheduleMissed', due.missed);
    return undefined;
  }

  private detectMissedDeadline(): void {
    const { nowMs, newRules, rules, read } = this.context;
    const rule = rules.notSucceededInTime;
    if (!rule) return;
    if (newRules.notSucceededInTime) {
      this.state.deadlineAfterMs = wholeSeconds(nowMs);
      this.state.isAgeReported = false;
    }
    if (rule.kind === 'age') return this.detectOldSuccess(rule.ms);
    const { deadlineAfterMs: settledMs, lastSuccessMs } = this.state;
    const since = { settledMs, lastSuccessMs };
    const due = missedDeadlines(rule, read, since, nowMs, this.quietDates);
    this.state.deadlineAfterMs = due.settledMs;
    this.addMissed('notSucceededInTime', due.missed);
  }

  private detectOldSuccess(maxAgeMs: number): void {
    const { deadlineAfterMs, lastSuccessMs, isAgeReported } = this.state;
    // Nothing grows older on a quiet date.
    const endOfAge = (ms: number) => this.quietTimes?.after(ms, maxAgeMs) ?? ms + maxAgeMs;
    const fromSuccess = endOfAge(lastSuccessMs);
    // A success that was too old before the rule was chosen has its time from then on.
    const dueMs = fromSuccess > deadlineAfterMs ? fromSuccess : endOfAge(deadlineAfterMs);
    if (isAgeReported || this.context.nowMs <= dueMs) return;
    this.state.isAgeReported = true;
    this.addMissed('notSucceededInTime', { count: 1, firstMs: dueMs, lastMs: dueMs });
  }

  private detectLongRuns(): void {
    const { rules, nowMs, newRules } = this.context;
    const { open } = this.polled;
    if (!rules.runTooLong) return;
    const known = newRules.runTooLong ? [] : this.state.longRuns;
    const late = open
      .filter(({ number }) => !known.includes(number))
      .flatMap((run) => this.lateRun(run));
    const isEvent = ({ run }: { run: NumberedRun }) =>
      !newRules.runTooLong && (!this.isNew || this.runsWithEvents.has(run));
    // On a quiet date, events wait for the next poll that is not on one.
    const isQuiet = this.quietTimes?.includes(nowMs) ?? false;
    const settled = isQuiet ? late.filter((each) => !isEvent(each)) : late;
    this.state.longRuns = [
      ...known.filter((number) => open.some((run) => run.number === number)),
      ...settled.map(({ run }) => run.number),
    ];
    const reported = settled.filter(isEvent).sort((a, b) => a.dueAtMs - b.dueAtMs);
    const last = reported.at(-1);
    if (!last) return;
    this.events.push({ event: 'runTooLong', atMs: nowMs, missed: reported.length, ...last });
  }

  /** @returns nothing if the run has not taken too long yet, or if the usual duration is unknown */
  private lateRun(run: NumberedRun) {
    const { rules, nowMs, usualMsOf } = this.context;
    const rule = rules.runTooLong;
    const usualMs = usualMsOf(run);
    const limitMs = rule?.kind === 'minutes' ? rule.ms : rule && usualMs && rule.times * usualMs;
    const startMs = startMsOf(run);
    if (limitMs === undefined || startMs === undefined || nowMs - startMs <= limitMs) return [];
    return [{ run, usualMs, dueAtMs: startMs + limitMs }];
  }

  private addMissed(event: DeadlineEventName, missed: Missed | undefined): void {
    if (!missed) return;
    this.addFailures(missed.count, missed.firstMs);
    const { count, lastMs } = missed;
    this.events.push({ event, atMs: this.context.nowMs, dueAtMs: lastMs, missed: count });
  }

  /** @param firstMs when the first of them was */
  private addFailures(count: number, firstMs: number): void {
    const sinceMs = this.state.failures === 0 ? Infinity : this.state.failingSinceMs;
    this.state.failingSinceMs = Math.min(sinceMs, wholeSeconds(firstMs));
    this.state.failures += count;
  }
}

/** Returns when the latest of some runs was requested or began, in whole seconds; 0 for none. */
function latestRequestMs(runs: readonly NumberedRun[]): number {
  return wholeSeconds(Math.max(0, ...runs.map((run) => requestMsOf(run) ?? 0)));
}

/** The mark of a schedule that cannot be read begins with this. */
const UNREADABLE = '!';
const MARK_CHARACTERS = 6;

/** Returns a few characters that differ between schedules; empty for none. */
function scheduleMark(
  written: WrittenSchedule | undefined,
  read: ReadSchedule | undefined,
): string {
  if (!written || !read) return '';
  const text = JSON.stringify([written.cron, written.timezone ?? null]);
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, MARK_CHARACTERS);
  return 'problem' in read ? `${UNREADABLE}${hash}` : hash;
}
