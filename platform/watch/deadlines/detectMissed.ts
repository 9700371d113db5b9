import { createHash } from 'node:crypto';
import { isWaiting } from '../../runs/read/outcome';
import { NEVER_QUIET } from '../../runs/schedules/quietDates';
import { missedSince, type Missed } from '../../runs/schedules/schedule';
import type { ScheduleReader } from '../../runs/schedules/scheduleReader';
import { byTime, eventsOf, requestMsOf, startMsOf, type RunEvent } from '../runs/runEvents';
import type { NumberedRun, ParentRuns } from '../runs/watchedRuns';
import type { DeadlineEvent, DeadlineRules } from './rules';
import { deadlineStateSince, type DeadlineState } from './state';
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
  /** When the poll began, by n8n's clock; epoch milliseconds. */
  nowMs: number;
  read: ScheduleReader;
  /** Returns the usual duration before a run in milliseconds, if it was read. */
  usualMsOf: (run: NumberedRun) => number | undefined;
}

/** Marks of the rules with limits: see `DeadlineState`. */
type RuleMarks = Pick<DeadlineState, 'deadline' | 'tooLong'>;
type Context = PollContext & { marks: RuleMarks };

export function ruleMarks({ notSucceededInTime, runTooLong }: DeadlineRules): RuleMarks {
  return { deadline: markOf(notSucceededInTime), tooLong: markOf(runTooLong) };
}

type EventFields = Omit<DeadlineEvent, 'parent' | 'detectedAtMs' | 'lastSuccessMs'>;

/** The result of one rule. */
interface Checked {
  changes: Partial<DeadlineState>;
  event?: EventFields;
  /** Each counts as a failure that a success ends. */
  missed?: Missed;
  problem?: string;
}

/**
 * Returns what one job or pipeline missed since the last poll, and whether it recovered. Pure: the result depends only on the poll and
 * the previous state, so a failed or lost poll is repaired by the next one. Run events are applied first, so a run that
 * came late is not reported as missed. The state records up to when everything is settled; each rule moves that past what
 * it reports, so nothing is reported twice, and one event counts all misses since the last poll.
 * @returns also why the schedule cannot be read, when it is first seen
 */
export function detectMissed(polled: PolledParent, context: Context) {
  const followed = followRuns(polled, context);
  let { state } = followed;
  const found = followed.recovery ? [followed.recovery] : [];
  let problem: string | undefined;
  const rules = polled.parent.isPartial ? [] : [checkSchedule, checkDeadline, checkDurations];
  for (const check of rules) {
    const checked = check(polled, state, context);
    const { event, missed } = checked;
    state = { ...state, ...checked.changes };
    if (missed) state = withFailures(state, missed.count, missed.firstMs);
    if (event) found.push(event);
    problem ??= checked.problem;
  }
  const { parent } = polled;
  const lastSuccessMs = state.lastSuccessMs || undefined;
  const events = found.map((event): DeadlineEvent => {
    return { ...event, parent, detectedAtMs: context.nowMs, lastSuccessMs };
  });
  return { events, state, problem };
}

/** Counts failures and notes successes; of what no poll has seen, those of all runs that were read. */
function followRuns(
  { before, runs, newEvents, parent }: PolledParent,
  { nowMs, rules }: PollContext,
): { state: DeadlineState; recovery?: EventFields } {
  let state = before ?? deadlineStateSince(nowMs);
  let recovery: EventFields | undefined;
  const runsWithEvents = new Set(newEvents.map(({ run }) => run));
  const events = before ? newEvents : byTime(runs.flatMap((run) => eventsOf(run, parent)));
  for (const { event, atMs, run } of events) {
    if (event === 'runFailed') state = withFailures(state, 1, atMs);
    if (event !== 'runSucceeded') continue;
    const { failures, failingSinceMs: sinceMs } = state;
    if (rules.recovered && failures > 0 && runsWithEvents.has(run)) {
      const missed = (recovery?.missed ?? 0) + 1;
      recovery = { event: 'recovered', atMs, missed, run, failures, sinceMs };
    }
    const lastSuccessMs = Math.max(state.lastSuccessMs, atMs);
    state = { ...state, failures: 0, failingSinceMs: 0, isAgeReported: false, lastSuccessMs };
  }
  // A waiting run may still be skipped, so it counts only while it waits.
  const begunMs = latestRequestMs(runs.filter((run) => !isWaiting(run)));
  state = { ...state, lastBegunMs: Math.max(state.lastBegunMs, begunMs) };
  return { state, recovery };
}

function checkSchedule(
  { parent: { schedule: written }, runs }: PolledParent,
  state: DeadlineState,
  { nowMs, read, rules }: PollContext,
): Checked {
  const found = rules.scheduleMissed && written && read(written);
  // One that can be read no longer, as after an update, is a new one.
  const unread = found && 'problem' in found ? '!' : '';
  const schedule = found ? unread + markOf([written?.cron, written?.timezone ?? null]) : '';
  const isKnown = schedule === state.schedule;
  if (!rules.scheduleMissed || !found || 'problem' in found || !isKnown) {
    const problem = found && 'problem' in found && !isKnown ? found.problem : undefined;
    return { changes: { schedule, dueAfterMs: nowMs }, problem };
  }
  const lastBegunMs = Math.max(state.lastBegunMs, latestRequestMs(runs));
  const since = { settledMs: state.dueAfterMs, lastBegunMs };
  const untilMs = nowMs - rules.scheduleMissed.graceMs;
  const dates = rules.quiet?.dates ?? NEVER_QUIET;
  const { missed, settledMs } = missedSince(found.schedule, since, untilMs, dates);
  const event = missed && eventOfMissed('scheduleMissed', missed, nowMs);
  return { changes: { dueAfterMs: settledMs }, missed, event };
}

function checkDeadline(
  _polled: PolledParent,
  state: DeadlineState,
  { nowMs, read, rules, marks: { deadline } }: Context,
): Checked {
  const rule = rules.notSucceededInTime;
  // Nothing before a rule was chosen, or changed, is reported.
  const { deadlineAfterMs, isAgeReported } =
    deadline === state.deadline ? state : { deadlineAfterMs: nowMs, isAgeReported: false };
  const changes = { deadline, deadlineAfterMs, isAgeReported };
  const { lastSuccessMs } = state;
  if (rule?.kind === 'timeOfDay') {
    const since = { settledMs: deadlineAfterMs, lastSuccessMs };
    const dates = rules.quiet?.dates ?? NEVER_QUIET;
    const { missed, settledMs } = missedDeadlines(rule, read, since, nowMs, dates);
    const event = missed && eventOfMissed('notSucceededInTime', missed, nowMs);
    return { changes: { ...changes, deadlineAfterMs: settledMs }, missed, event };
  }
  if (!rule || isAgeReported) return { changes };
  // Nothing grows older on a quiet date.
  const quiet = quietTimesIn(rules);
  const endOfAge = (ms: number) => quiet?.after(ms, rule.ms) ?? ms + rule.ms;
  const fromSuccess = endOfAge(lastSuccessMs);
  // A success that was too old before the rule was chosen has its time from then on.
  const dueMs = fromSuccess > deadlineAfterMs ? fromSuccess : endOfAge(deadlineAfterMs);
  if (nowMs <= dueMs) return { changes };
  const missed = { count: 1, firstMs: dueMs, lastMs: dueMs };
  const event = eventOfMissed('notSucceededInTime', missed, nowMs);
  return { changes: { ...changes, isAgeReported: true }, missed, event };
}

function checkDurations(
  { open, newEvents, before }: PolledParent,
  state: DeadlineState,
  { nowMs, rules, usualMsOf, marks: { tooLong } }: Context,
): Checked {
  const rule = rules.runTooLong;
  if (!rule) return { changes: { tooLong, longRuns: [] } };
  const isSameRule = tooLong === state.tooLong;
  const known = isSameRule ? state.longRuns : [];
  const late = open
    .filter(({ number }) => !known.includes(number))
    .flatMap((run) => {
      const usualMs = usualMsOf(run);
      const limitMs = rule.kind === 'minutes' ? rule.ms : usualMs && rule.times * usualMs;
      const startMs = startMsOf(run);
      if (limitMs === undefined || startMs === undefined) return [];
      return nowMs - startMs > limitMs ? [{ run, usualMs, dueAtMs: startMs + limitMs }] : [];
    });
  const runsWithEvents = new Set(newEvents.map(({ run }) => run));
  const isEvent = ({ run }: { run: NumberedRun }) =>
    before ? isSameRule : runsWithEvents.has(run);
  // On a quiet date, events wait for the next poll that is not on one.
  const isQuiet = quietTimesIn(rules)?.includes(nowMs) ?? false;
  const settled = isQuiet ? late.filter((each) => !isEvent(each)) : late;
  const longRuns = [
    ...known.filter((number) => open.some((run) => run.number === number)),
    ...settled.map(({ run }) => run.number),
  ];
  const reported = settled.filter(isEvent).sort((a, b) => a.dueAtMs - b.dueAtMs);
  const last = reported.at(-1);
  const changes = { tooLong, longRuns };
  if (!last) return { changes };
  const event = { event: 'runTooLong', atMs: nowMs, missed: reported.length, ...last } as const;
  return { changes, event };
}

/** Returns the quiet times for rules without a time zone of their own. */
function quietTimesIn({ quiet }: DeadlineRules) {
  return quiet?.dates.in(quiet.zone);
}

function eventOfMissed(
  event: 'scheduleMissed' | 'notSucceededInTime',
  { count, lastMs }: Missed,
  nowMs: number,
): EventFields {
  return { event, atMs: nowMs, dueAtMs: lastMs, missed: count };
}

/** @param firstMs when the first of them was */
function withFailures(state: DeadlineState, count: number, firstMs: number): DeadlineState {
  const sinceMs = state.failures === 0 ? Infinity : state.failingSinceMs;
  const failingSinceMs = Math.min(sinceMs, firstMs);
  return { ...state, failures: state.failures + count, failingSinceMs };
}

/** Returns when the latest of some runs was requested or began; 0 for none. */
function latestRequestMs(runs: readonly NumberedRun[]): number {
  return Math.max(0, ...runs.map((run) => requestMsOf(run) ?? 0));
}

const MARK_CHARACTERS = 6;

/** Returns a few characters that differ between schedules, or between limits; empty for none. */
function markOf(value: unknown): string {
  if (value === undefined) return '';
  const hash = createHash('sha256').update(JSON.stringify(value));
  return hash.digest('base64url').slice(0, MARK_CHARACTERS);
}
