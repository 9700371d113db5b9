import { createHash } from 'node:crypto';
import { isWaiting } from '../../runs/read/outcome';
import { NEVER_QUIET } from '../../runs/schedules/quietDates';
import { missedSince, type Missed } from '../../runs/schedules/schedule';
import type { ScheduleReader } from '../../runs/schedules/scheduleReader';
import { sortByTime, listEvents, requestMsOf, startMsOf, type RunEvent } from '../runs/runEvents';
import type { NumberedRun, ParentRuns } from '../runs/watchedRuns';
import type { DeadlineEvent, DeadlineRules } from './rules';
import { deadlineStateSince, type DeadlineState } from './state';
import { missedDeadlines } from './successDeadlines';

interface PolledParent {
  parent: Pick<ParentRuns, 'id' | 'name' | 'projectId' | 'projectName' | 'schedule' | 'isPartial'>;
  /**
   * Include all runs that began or ended since the last poll. A job that was read in part lacks the later ones: its runs are
   * applied, and nothing counts as missed before the next poll.
   */
  runs: readonly NumberedRun[];
  /** Current runs, without those of a new job that began before the node watched it. */
  open: readonly NumberedRun[];
  newEvents: readonly RunEvent[];
  /** Undefined at the first poll of this job or pipeline, which reports only `newEvents`. */
  before?: DeadlineState;
}

export interface PollContext {
  rules: DeadlineRules;
  /** When the poll began, by n8n's clock; epoch milliseconds. */
  nowMs: number;
  read: ScheduleReader;
  /** Returns the usual duration before a run, if it was read. */
  usualMsOf: (run: NumberedRun) => number | undefined;
}

type RuleMarks = Pick<DeadlineState, 'deadline' | 'tooLong'>;
type Context = PollContext & { marks: RuleMarks };

export function ruleMarks({ notSucceededInTime, runTooLong }: DeadlineRules): RuleMarks {
  return { deadline: hashMark(notSucceededInTime), tooLong: hashMark(runTooLong) };
}

type EventFields = Omit<DeadlineEvent, 'parent' | 'detectedAtMs' | 'lastSuccessMs'>;

interface Checked {
  changes: Partial<DeadlineState>;
  event?: EventFields;
  /** Each missed one counts as a failure until a success. */
  missed?: Missed;
  problem?: string;
}

/**
 * Finds the deadline events of one job or pipeline since the last poll. Pure, so the next poll repairs a failed or lost one. Run
 * events are applied first, so a run that came late is not reported as missed. The state contains the time up to which each rule
 * has reported, so nothing is reported twice. One event counts all misses since the last poll.
 * @returns also the problem of a schedule that cannot be read, once
 */
export function detectMissed(polled: PolledParent, context: Context) {
  const applied = applyRuns(polled, context);
  let { state } = applied;
  const found = applied.recovery ? [applied.recovery] : [];
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

/** Counts failures and successes. At the first poll, all runs that were read count. */
function applyRuns(
  { before, runs, newEvents, parent }: PolledParent,
  { nowMs, rules }: PollContext,
): { state: DeadlineState; recovery?: EventFields } {
  let state = before ?? deadlineStateSince(nowMs);
  let recovery: EventFields | undefined;
  const runsWithEvents = new Set(newEvents.map(({ run }) => run));
  const events = before ? newEvents : sortByTime(runs.flatMap((run) => listEvents(run, parent)));
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
  // A waiting run is left out here, because it may still be skipped: `checkSchedule` counts it at each poll.
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
  // The "!" makes a schedule that can no longer be read, for example after an update, a new one.
  const unread = found && 'problem' in found ? '!' : '';
  const schedule = found ? unread + hashMark([written?.cron, written?.timezone ?? null]) : '';
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
  const event = missed && buildMissedEvent('scheduleMissed', missed, nowMs);
  return { changes: { dueAfterMs: settledMs }, missed, event };
}

function checkDeadline(
  _polled: PolledParent,
  state: DeadlineState,
  { nowMs, read, rules, marks: { deadline } }: Context,
): Checked {
  const rule = rules.notSucceededInTime;
  // Nothing from before the rule was chosen or changed is reported.
  const { deadlineAfterMs, isAgeReported } =
    deadline === state.deadline ? state : { deadlineAfterMs: nowMs, isAgeReported: false };
  const changes = { deadline, deadlineAfterMs, isAgeReported };
  const { lastSuccessMs } = state;
  if (rule?.kind === 'timeOfDay') {
    const since = { settledMs: deadlineAfterMs, lastSuccessMs };
    const dates = rules.quiet?.dates ?? NEVER_QUIET;
    const { missed, settledMs } = missedDeadlines(rule, read, since, nowMs, dates);
    const event = missed && buildMissedEvent('notSucceededInTime', missed, nowMs);
    return { changes: { ...changes, deadlineAfterMs: settledMs }, missed, event };
  }
  if (!rule || isAgeReported) return { changes };
  // Quiet dates do not count for the age.
  const quiet = quietTimesIn(rules);
  const endOfAge = (ms: number) => quiet?.after(ms, rule.ms) ?? ms + rule.ms;
  const fromSuccess = endOfAge(lastSuccessMs);
  // For a success that was too old when the rule was chosen, the age counts from then.
  const dueMs = fromSuccess > deadlineAfterMs ? fromSuccess : endOfAge(deadlineAfterMs);
  if (nowMs <= dueMs) return { changes };
  const missed = { count: 1, firstMs: dueMs, lastMs: dueMs };
  const event = buildMissedEvent('notSucceededInTime', missed, nowMs);
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
  // On a quiet date, events wait for the first poll after it.
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

/** For rules without a time zone of their own. */
function quietTimesIn({ quiet }: DeadlineRules) {
  return quiet?.dates.in(quiet.zone);
}

function buildMissedEvent(
  event: 'scheduleMissed' | 'notSucceededInTime',
  { count, lastMs }: Missed,
  nowMs: number,
): EventFields {
  return { event, atMs: nowMs, dueAtMs: lastMs, missed: count };
}

function withFailures(state: DeadlineState, count: number, firstMs: number): DeadlineState {
  const sinceMs = state.failures === 0 ? Infinity : state.failingSinceMs;
  const failingSinceMs = Math.min(sinceMs, firstMs);
  return { ...state, failures: state.failures + count, failingSinceMs };
}

/** Returns 0 for no runs. */
function latestRequestMs(runs: readonly NumberedRun[]): number {
  return Math.max(0, ...runs.map((run) => requestMsOf(run) ?? 0));
}

const MARK_CHARACTERS = 6;

/** Returns a short hash; empty for undefined. */
function hashMark(value: unknown): string {
  if (value === undefined) return '';
  const hash = createHash('sha256').update(JSON.stringify(value));
  return hash.digest('base64url').slice(0, MARK_CHARACTERS);
}
