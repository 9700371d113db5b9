import type { Run } from '../runs/read/run';
import { isWaiting, outcomeOf, type RunOutcome } from '../runs/read/outcome';
import { timeMs } from '../runs/read/times';

type RunEventName = 'runStarted' | 'runSucceeded' | 'runFailed' | 'runStopped';

/** The job or pipeline of a run, and its project as far as the platform returns it. */
export interface EventParent {
  id: string;
  name: string;
  projectId?: string;
  projectName?: string;
}

/** What happened to a run; the run is given as it was when this was read. */
export interface RunEvent {
  event: RunEventName;
  /** Of the platform's clock, epoch milliseconds. */
  atMs: number;
  run: Run;
  parent: EventParent;
}

const ENDINGS: Record<Exclude<RunOutcome, 'skipped'>, RunEventName> = {
  succeeded: 'runSucceeded',
  failed: 'runFailed',
  stopped: 'runStopped',
};

/** When a run began to work; undefined while it waits. The start time of some platforms is that of the request. */
export function startMsOf(run: Run): number | undefined {
  const { startTime, status, recordedAt } = run;
  if (isWaiting(run)) return undefined;
  const startMs = timeMs(startTime);
  const recordedMs = status === 'RUNNING' ? timeMs(recordedAt) : undefined;
  return recordedMs === undefined ? startMs : Math.max(recordedMs, startMs ?? 0);
}

/** When a run came, for a schedule that it may be due by: one that waits has come, one that was skipped never did. */
export function askedMsOf(run: Run): number | undefined {
  if (outcomeOf(run) === 'skipped') return undefined;
  return timeMs(run.startTime) ?? timeMs(run.recordedAt);
}

/** Returns what has happened to a run so far, in order; nothing happened to one that was skipped. */
export function eventsOf(run: Run, parent: EventParent, outcome = outcomeOf(run)): RunEvent[] {
  const startMs = startMsOf(run);
  const events: RunEvent[] = [];
  if (outcome === 'skipped') return events;
  if (startMs !== undefined) events.push({ event: 'runStarted', atMs: startMs, run, parent });
  if (outcome) {
    const endMs = timeMs(run.endTime) ?? timeMs(run.recordedAt) ?? startMs ?? 0;
    events.push({ event: ENDINGS[outcome], atMs: endMs, run, parent });
  }
  return events;
}

/** By time; what happened at the same moment keeps a fixed order, a start before an end. */
export function inOrder(events: RunEvent[]): RunEvent[] {
  const rank = ({ event }: RunEvent) => (event === 'runStarted' ? 0 : 1);
  return events.sort(
    (a, b) =>
      a.atMs - b.atMs ||
      rank(a) - rank(b) ||
      a.parent.id.localeCompare(b.parent.id) ||
      (a.run.number ?? 0) - (b.run.number ?? 0),
  );
}
