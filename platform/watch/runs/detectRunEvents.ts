import { UNTRACKED_STATUS, findOutcome } from '../../runs/read/outcome';
import {
  detectDeadlineEvents,
  buildRuleHashes,
  type DeadlineContext,
} from '../deadlines/detectDeadlineEvents';
import type { DeadlineEvent } from '../deadlines/rules';
import { detectSince, type Snapshot } from '../watch';
import { sortByTime, listEvents, findStartMs, type RunEvent } from './runEvents';
import type { OpenRun, ParentState, RunsState } from './runsState';
import type { NumberedRun, ParentWithRuns } from './watchedRuns';

export interface PollResult {
  /** Oldest first. */
  events: RunEvent[];
  /** Oldest first. */
  deadlineEvents: DeadlineEvent[];
  state: RunsState;
  /** Problems of schedules that cannot be read. Each is reported once. */
  problems: string[];
}

/**
 * Finds the events since the previous state. It has no side effects and reads no clock.
 * @param snapshot runs of each job or pipeline back to the last known run, and all runs that were open
 * @param deadlines undefined if no deadline event was chosen
 */
export function detectRunEvents(
  snapshot: Snapshot<ParentWithRuns>,
  before: RunsState | undefined,
  deadlines?: DeadlineContext,
): PollResult {
  const context = deadlines && { ...deadlines, hashes: buildRuleHashes(deadlines.rules) };
  const deadlineEvents: DeadlineEvent[] = [];
  const problems: string[] = [];
  const { events, state } = detectSince<ParentWithRuns, ParentState, RunEvent>(
    snapshot,
    before,
    (parent, previous, sinceMs) => {
      const { openRuns, ...detected } = detectEventsOfParent(parent, previous, sinceMs);
      if (!context) return detected;
      const { runs } = parent;
      const newEvents = sortByTime([...detected.events]);
      const polled = { parent, runs, open: openRuns, newEvents, before: previous?.deadlines };
      const checked = detectDeadlineEvents(polled, context);
      deadlineEvents.push(...checked.events);
      if (checked.problem) problems.push(`${parent.name}: ${checked.problem}`);
      return { ...detected, state: { ...detected.state, deadlines: checked.state } };
    },
  );
  // If the platform lacks a job, its deadlines begin again when it is found again.
  const missing = new Set(snapshot.missing);
  const states = new Map(state.states);
  for (const [id, parentState] of state.states)
    if (parentState.deadlines && (!deadlines || missing.has(id)))
      states.set(id, { ...parentState, deadlines: undefined });
  return {
    events: sortByTime(events),
    deadlineEvents: deadlineEvents.sort((a, b) => a.atMs - b.atMs),
    problems,
    state: { ...state, states },
  };
}

/** A run counts as failed if it is untracked in this many polls in a row. The platform may stop tracking all runs for some minutes. */
const MAX_UNTRACKED_POLLS = 10;

function detectEventsOfParent(
  parent: ParentWithRuns,
  previous: ParentState | undefined,
  sinceMs: number,
): { events: RunEvent[]; openRuns: NumberedRun[]; latestMs: number; state: ParentState } {
  const knownNumber = previous?.lastNumber ?? 0;
  const openBefore = new Map((previous?.open ?? []).map((run) => [run.id, run]));
  const events: RunEvent[] = [];
  const openStates: OpenRun[] = [];
  const openRuns: NumberedRun[] = [];
  let [lastNumber, latestMs] = [knownNumber, 0];
  for (const [index, run] of parent.runs.entries()) {
    const before = openBefore.get(run.id);
    if (!before && run.number <= knownNumber) continue;
    lastNumber = Math.max(lastNumber, run.number);
    const isUntracked = run.status === UNTRACKED_STATUS && findOutcome(run) === undefined;
    const untrackedPolls = isUntracked ? (before?.untrackedPolls ?? 0) + 1 : 0;
    const countsAsFailed = untrackedPolls >= MAX_UNTRACKED_POLLS;
    const seen = countsAsFailed
      ? listEvents({ ...run, succeeded: false }, parent, 'failed')
      : listEvents(run, parent);
    // A run that was read after the list may have ended after events of a new job, which the next poll must still report.
    if (index < parent.listed)
      latestMs = seen.reduce((latest, { atMs }) => Math.max(latest, atMs), latestMs);
    const isReported = ({ event }: RunEvent) => event === 'runStarted' && before?.isStarted;
    events.push(...seen.filter((event) => event.atMs >= sinceMs && !isReported(event)));
    if (countsAsFailed || findOutcome(run) !== undefined) continue;
    openRuns.push(run);
    const isStarted = findStartMs(run) !== undefined;
    openStates.push({ id: run.id, isStarted, untrackedPolls });
  }
  const state: ParentState = { lastNumber, ...(openStates.length > 0 && { open: openStates }) };
  return { events, openRuns, latestMs, state };
}
