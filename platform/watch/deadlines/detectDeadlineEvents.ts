import { createHash } from 'node:crypto';
import { isWaiting } from '../../runs/read/outcome';
import { NEVER_QUIET } from '../../runs/schedules/quietDates';
import { findMissedSince, type MissedTimes } from '../../runs/schedules/schedule';
import type { ScheduleReader } from '../../runs/schedules/scheduleReader';
import {
  sortByTime,
  listEvents,
  findRequestMs,
  findStartMs,
  type EventParent,
  type RunEvent,
} from '../runs/runEvents';
import type { NumberedRun, ParentWithRuns } from '../runs/watchedRuns';
import type { DeadlineEvent, DeadlineRules } from './rules';
import { buildDeadlineState, type DeadlineState } from './state';
import { findMissedDeadlines } from './successDeadlines';

interface PolledParent {
  parent: EventParent & Pick<ParentWithRuns, 'schedule' | 'isPartial'>;
  /**
   * Contains all runs that began or ended since the last poll. If the job was read only in part, the latest runs are missing, so
   * these runs are applied, but nothing counts as missed in this poll.
   */
  runs: readonly NumberedRun[];
  /** Runs that have not ended and do not count as failed. */
  open: readonly NumberedRun[];
  newEvents: readonly RunEvent[];
  /** Undefined at the first poll of this job or pipeline, which reports only on runs of `newEvents`. */
  before?: DeadlineState;
}

export interface DeadlineContext {
  rules: DeadlineRules;
  /** When the poll began, by n8n's clock; epoch milliseconds. */
  nowMs: number;
  readSchedule: ScheduleReader;
  /** Returns the usual duration of the runs before a run, if it was read. */
  findUsualMs: (run: NumberedRun) => number | undefined;
}

type RuleHashes = Pick<DeadlineState, 'deadlineHash' | 'tooLongHash'>;
type CheckContext = DeadlineContext & { hashes: RuleHashes };

export function buildRuleHashes({ notSucceededInTime, runTooLong }: DeadlineRules): RuleHashes {
  return {
    deadlineHash: buildShortHash(notSucceededInTime),
    tooLongHash: buildShortHash(runTooLong),
  };
}

type EventFields = Omit<DeadlineEvent, 'parent' | 'detectedAtMs' | 'lastSuccessMs'>;

interface CheckResult {
  changes: Partial<DeadlineState>;
  event?: EventFields;
  /** Each missed due time counts as a failure until the next success. */
  missed?: MissedTimes;
  problem?: string;
}

/**
 * Finds the deadline events of one job or pipeline since the last poll. It has no side effects, so the next poll can repeat a failed
 * one. Run events are applied first, so a late run is not reported as missed. The state says what was already checked, so nothing
 * is reported twice. One event counts all misses since the last poll.
 * @returns events, the next state, and the problem of a schedule that cannot be read, which is reported once
 */
export function detectDeadlineEvents(polled: PolledParent, context: CheckContext) {
  const applied = applyRuns(polled, context);
  let { state } = applied;
  const eventFields = applied.recovery ? [applied.recovery] : [];
  let problem: string | undefined;
  const checks = polled.parent.isPartial ? [] : [checkSchedule, checkDeadline, checkDurations];
  for (const check of checks) {
    const checked = check(polled, state, context);
    const { event, missed } = checked;
    state = { ...state, ...checked.changes };
    if (missed) state = addFailures(state, missed.count, missed.firstMs);
    if (event) eventFields.push(event);
    problem ??= checked.problem;
  }
  const { parent } = polled;
  const lastSuccessMs = state.lastSuccessMs || undefined;
  const events = eventFields.map((fields): DeadlineEvent => {
    return { ...fields, parent, detectedAtMs: context.nowMs, lastSuccessMs };
  });
  return { events, state, problem };
}

/** Counts the failures since the last success, and finds a recovery. At the first poll, all runs that were read count. */
function applyRuns(
  { before, runs, newEvents, parent }: PolledParent,
  { nowMs, rules }: DeadlineContext,
): { state: DeadlineState; recovery?: EventFields } {
  let state = before ?? buildDeadlineState(nowMs);
  let recovery: EventFields | undefined;
  const runsWithEvents = new Set(newEvents.map(({ run }) => run));
  const events = before ? newEvents : sortByTime(runs.flatMap((run) => listEvents(run, parent)));
  for (const { event, atMs, run } of events) {
    if (event === 'runFailed') state = addFailures(state, 1, atMs);
    if (event !== 'runSucceeded') continue;
    const { failures, failingSinceMs: sinceMs } = state;
    if (rules.recovered && failures > 0 && runsWithEvents.has(run)) {
      const missed = (recovery?.missed ?? 0) + 1;
      recovery = { event: 'recovered', atMs, missed, run, failures, sinceMs };
    }
    const lastSuccessMs = Math.max(state.lastSuccessMs, atMs);
    state = { ...state, failures: 0, failingSinceMs: 0, isAgeReported: false, lastSuccessMs };
  }
  // A waiting run may still be skipped, so it is not saved here. `checkSchedule` counts it at each poll.
  const begunMs = findLatestRequestMs(runs.filter((run) => !isWaiting(run)));
  state = { ...state, lastBegunMs: Math.max(state.lastBegunMs, begunMs) };
  return { state, recovery };
}

function checkSchedule(
  { parent: { schedule: written }, runs }: PolledParent,
  state: DeadlineState,
  { nowMs, readSchedule, rules }: DeadlineContext,
): CheckResult {
  const found = rules.scheduleMissed && written && readSchedule(written);
  // With "!", a schedule counts as a new one when it becomes unreadable or readable, for example after an update.
  const unread = found && 'problem' in found ? '!' : '';
  const scheduleHash = found
    ? unread + buildShortHash([written?.cron, written?.timezone ?? null])
    : '';
  const isSameSchedule = scheduleHash === state.scheduleHash;
  if (!rules.scheduleMissed || !found || 'problem' in found || !isSameSchedule) {
    const problem = found && 'problem' in found && !isSameSchedule ? found.problem : undefined;
    return { changes: { scheduleHash, dueAfterMs: nowMs }, problem };
  }
  const lastBegunMs = Math.max(state.lastBegunMs, findLatestRequestMs(runs));
  const since = { checkedUntilMs: state.dueAfterMs, lastBegunMs };
  const untilMs = nowMs - rules.scheduleMissed.graceMs;
  const dates = rules.quiet?.dates ?? NEVER_QUIET;
  const { missed, checkedUntilMs } = findMissedSince(found.schedule, since, untilMs, dates);
  const event = missed && buildMissedEvent('scheduleMissed', missed, nowMs);
  return { changes: { dueAfterMs: checkedUntilMs }, missed, event };
}

function checkDeadline(
  _polled: PolledParent,
  state: DeadlineState,
  { nowMs, readSchedule, rules, hashes: { deadlineHash } }: CheckContext,
): CheckResult {
  const rule = rules.notSucceededInTime;
  // Deadlines from before the rule was chosen or changed are not reported.
  const { deadlineAfterMs, isAgeReported } =
    deadlineHash === state.deadlineHash ? state : { deadlineAfterMs: nowMs, isAgeReported: false };
  const changes = { deadlineHash, deadlineAfterMs, isAgeReported };
  const { lastSuccessMs } = state;
  if (rule?.kind === 'timeOfDay') {
    const since = { checkedUntilMs: deadlineAfterMs, lastSuccessMs };
    const dates = rules.quiet?.dates ?? NEVER_QUIET;
    const { missed, checkedUntilMs } = findMissedDeadlines(rule, readSchedule, since, nowMs, dates);
    const event = missed && buildMissedEvent('notSucceededInTime', missed, nowMs);
    return { changes: { ...changes, deadlineAfterMs: checkedUntilMs }, missed, event };
  }
  if (!rule || isAgeReported) return { changes };
  // Quiet dates do not count for the age.
  const quiet = findQuietTimes(rules);
  const addAge = (ms: number) => quiet?.addDuration(ms, rule.ms) ?? ms + rule.ms;
  const dueAfterSuccessMs = addAge(lastSuccessMs);
  // If the last success was already too old when the rule was chosen, the age counts from the choice.
  const dueMs = dueAfterSuccessMs > deadlineAfterMs ? dueAfterSuccessMs : addAge(deadlineAfterMs);
  if (nowMs <= dueMs) return { changes };
  const missed = { count: 1, firstMs: dueMs, lastMs: dueMs };
  const event = buildMissedEvent('notSucceededInTime', missed, nowMs);
  return { changes: { ...changes, isAgeReported: true }, missed, event };
}

function checkDurations(
  { open, newEvents, before }: PolledParent,
  state: DeadlineState,
  { nowMs, rules, findUsualMs, hashes: { tooLongHash } }: CheckContext,
): CheckResult {
  const rule = rules.runTooLong;
  if (!rule) return { changes: { tooLongHash, longRuns: [] } };
  const isSameRule = tooLongHash === state.tooLongHash;
  const handledNumbers = isSameRule ? state.longRuns : [];
  const tooLong = open
    .filter(({ number }) => !handledNumbers.includes(number))
    .flatMap((run) => {
      const usualMs = findUsualMs(run);
      const limitMs = rule.kind === 'minutes' ? rule.ms : usualMs && rule.times * usualMs;
      const startMs = findStartMs(run);
      if (limitMs === undefined || startMs === undefined) return [];
      return nowMs - startMs > limitMs ? [{ run, usualMs, dueAtMs: startMs + limitMs }] : [];
    });
  const runsWithEvents = new Set(newEvents.map(({ run }) => run));
  const shouldReport = ({ run }: { run: NumberedRun }) =>
    before ? isSameRule : runsWithEvents.has(run);
  // On a quiet date, events wait for the first poll after it.
  const isQuiet = findQuietTimes(rules)?.includes(nowMs) ?? false;
  const handled = isQuiet ? tooLong.filter((longRun) => !shouldReport(longRun)) : tooLong;
  const longRuns = [
    ...handledNumbers.filter((number) => open.some((run) => run.number === number)),
    ...handled.map(({ run }) => run.number),
  ];
  const reported = handled.filter(shouldReport).sort((a, b) => a.dueAtMs - b.dueAtMs);
  const last = reported.at(-1);
  const changes = { tooLongHash, longRuns };
  if (!last) return { changes };
  const event = { event: 'runTooLong', atMs: nowMs, missed: reported.length, ...last } as const;
  return { changes, event };
}

/** Returns the quiet times for rules without a time zone of their own. */
function findQuietTimes({ quiet }: DeadlineRules) {
  return quiet?.dates.in(quiet.zone);
}

function buildMissedEvent(
  event: 'scheduleMissed' | 'notSucceededInTime',
  { count, lastMs }: MissedTimes,
  nowMs: number,
): EventFields {
  return { event, atMs: nowMs, dueAtMs: lastMs, missed: count };
}

function addFailures(state: DeadlineState, count: number, firstMs: number): DeadlineState {
  const sinceMs = state.failures === 0 ? Infinity : state.failingSinceMs;
  const failingSinceMs = Math.min(sinceMs, firstMs);
  return { ...state, failures: state.failures + count, failingSinceMs };
}

/** Returns 0 if there are no runs. */
function findLatestRequestMs(runs: readonly NumberedRun[]): number {
  return Math.max(0, ...runs.map((run) => findRequestMs(run) ?? 0));
}

const HASH_CHARACTERS = 6;

/** Returns an empty text for undefined. */
function buildShortHash(value: unknown): string {
  if (value === undefined) return '';
  const hash = createHash('sha256').update(JSON.stringify(value));
  return hash.digest('base64url').slice(0, HASH_CHARACTERS);
}
