import { LOST_STATUS, MAX_LOST_POLLS, outcomeOf } from '../runs/read/outcome';
import { detectAbsence, type PollContext } from './absence/detectAbsence';
import { type AbsenceEvent, ruleKeys } from './absence/rules';
import { eventsOf, inOrder, startMsOf, type RunEvent } from './event';
import type { Run } from '../runs/read/run';
import type { NumberedRun, ParentRuns } from './parentRuns';
import type { AbsenceWatch, ParentState, WatchState } from './watchState';

/** What one poll has read of everything that is watched. */
export interface RunsSnapshot {
  /** See `watchKey`. */
  watched: string;
  /** Each back to the last run that is known. */
  parents: readonly ParentRuns[];
  /** Open runs that are older than those in `parents`. */
  olderOpenRuns: ReadonlyMap<string, readonly NumberedRun[]>;
  /** What there was no time for. */
  postponed: readonly string[];
  /** What was chosen and is not there. */
  missing: readonly string[];
  /** When it was asked for, by this machine's clock, epoch milliseconds. */
  askedMs: number;
}

export interface PollResult {
  /** What happened since the state was made, in order of time. */
  events: RunEvent[];
  /** What did not happen, or went well again. */
  absenceEvents: AbsenceEvent[];
  state: WatchState;
  /** What to tell whoever looks after n8n, as of schedules that cannot be read. */
  problems: string[];
}

/** Where absence is watched: what holds for the poll. */
export type AbsenceContext = Omit<PollContext, 'newRules'>;

/** What happened, and what did not, since a state was made. It reads no clock and asks nobody. */
export function detectEvents(
  snapshot: RunsSnapshot,
  before: WatchState | undefined,
  context?: AbsenceContext,
): PollResult {
  const { watched, parents, olderOpenRuns, missing } = snapshot;
  const pollContext = context && { ...context, newRules: newRulesSince(context, before?.absence) };
  const events: RunEvent[] = [];
  const absenceEvents: AbsenceEvent[] = [];
  const problems: string[] = [];
  const states = carriedOverParents(snapshot, before);
  for (const parent of parents) {
    const known = before?.parents.get(parent.id);
    const runs = [...parent.runs, ...(olderOpenRuns.get(parent.id) ?? [])];
    const newEvents = isNewlyWatched(watched, before, parent)
      ? []
      : eventsSince(parent, runs, known, before);
    events.push(...newEvents);
    const state = parentStateOf(runs, known);
    states.set(parent.id, state);
    if (!pollContext) continue;
    const polled = {
      parent,
      runs,
      open: runs.filter(({ id }) => state.open.has(id)),
      newEvents: inOrder([...newEvents]),
      before: known?.absence,
    };
    const detected = detectAbsence(polled, pollContext);
    states.set(parent.id, { ...state, absence: detected.state });
    absenceEvents.push(...detected.events);
    if (detected.problem) problems.push(`${parent.name}: ${detected.problem}`);
  }
  const seen = parents.flatMap((parent) => parent.runs.flatMap((run) => eventsOf(run, parent)));
  const latestMs = Math.max(before?.latestMs ?? 0, ...latestOf(seen), ...latestOf(events));
  return {
    events: inOrder(events),
    absenceEvents: absenceEvents.sort((a, b) => a.atMs - b.atMs),
    problems,
    state: {
      watched,
      latestMs,
      parents: states,
      missing,
      ...(context && { absence: { rules: ruleKeys(context.rules) } }),
    },
  };
}

/** What was not watched before begins here; what was goes on. */
export function isNewlyWatched(
  watched: string,
  before: WatchState | undefined,
  { id }: Pick<ParentRuns, 'id'>,
): boolean {
  return before?.watched !== watched && !before?.parents.has(id);
}

/** What is postponed, or away only for a moment, goes on from where it was; what is away is not late. */
function carriedOverParents(
  { postponed, missing }: RunsSnapshot,
  before: WatchState | undefined,
): Map<string, ParentState> {
  const kept = postponed.flatMap((id) => {
    const known = before?.parents.get(id);
    return known ? [[id, known] as const] : [];
  });
  const away = missing.flatMap((id) => {
    const known = before?.parents.get(id);
    return known ? [[id, { lastNumber: known.lastNumber, open: known.open }] as const] : [];
  });
  return new Map<string, ParentState>([...kept, ...away]);
}

function newRulesSince({ rules }: AbsenceContext, before: AbsenceWatch | undefined) {
  const keys = ruleKeys(rules);
  const isNew = (name: keyof typeof keys) => keys[name] !== before?.rules[name];
  return {
    scheduleMissed: isNew('scheduleMissed'),
    notSucceededInTime: isNew('notSucceededInTime'),
    runTooLong: isNew('runTooLong'),
    recovered: isNew('recovered'),
  };
}

function eventsSince(
  parent: ParentRuns,
  runs: NumberedRun[],
  known: ParentState | undefined,
  before: WatchState | undefined,
): RunEvent[] {
  return runs.flatMap((run) => {
    const open = known?.open.get(run.id);
    if (open) {
      const all = isGivenUp(run, known)
        ? eventsOf({ ...run, succeeded: false }, parent, 'failed')
        : eventsOf(run, parent);
      return all.filter(({ event }) => !isAlreadyReported(event, open.isStarted));
    }
    if (run.number <= (known?.lastNumber ?? 0)) return [];
    const events = eventsOf(run, parent);
    // What appears for the first time after the others were watched for a while is not older than what was seen there.
    return known ? events : events.filter(({ atMs }) => atMs >= (before?.latestMs ?? 0));
  });
}

function isAlreadyReported(event: RunEvent['event'], isStarted: boolean): boolean {
  return event === 'runStarted' && isStarted;
}

/** How many polls in a row have found that the platform has lost sight of an open run, this one included. */
function lostPollsOf({ id, status, endTime }: Run, known: ParentState | undefined): number {
  const isLost = status === LOST_STATUS && outcomeOf({ status, endTime }) === undefined;
  return isLost ? (known?.open.get(id)?.lostPolls ?? 0) + 1 : 0;
}

function isGivenUp(run: Run, known: ParentState | undefined): boolean {
  return lostPollsOf(run, known) >= MAX_LOST_POLLS;
}

function parentStateOf(runs: NumberedRun[], known: ParentState | undefined): ParentState {
  const open = runs.filter(
    (run) =>
      outcomeOf(run) === undefined &&
      !isGivenUp(run, known) &&
      (run.number > (known?.lastNumber ?? 0) || known?.open.has(run.id)),
  );
  return {
    lastNumber: runs.reduce((last, { number }) => Math.max(last, number), known?.lastNumber ?? 0),
    open: new Map(
      open.map((run) => [
        run.id,
        { isStarted: startMsOf(run) !== undefined, lostPolls: lostPollsOf(run, known) },
      ]),
    ),
  };
}

function latestOf(events: RunEvent[]): number[] {
  return events.length === 0
    ? []
    : [events.reduce((latest, { atMs }) => Math.max(latest, atMs), 0)];
}
