import type { Run } from '../runs/read/run';
import { outcomeOf, type RunOutcome } from '../runs/read/outcome';
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

/** A run that was skipped never went anywhere: that is no event. */
const ENDINGS: Record<RunOutcome, RunEventName | undefined> = {
  succeeded: 'runSucceeded',
  failed: 'runFailed',
  stopped: 'runStopped',
  skipped: undefined,
};

/** The moment a run started; undefined while it has not. */
export function startMsOf({ startTime, status, recordedAt }: Run): number | undefined {
  return timeMs(startTime) ?? (status === 'RUNNING' ? timeMs(recordedAt) : undefined);
}

/** What has happened to a run so far, in order. */
export function eventsOf(run: Run, parent: EventParent): RunEvent[] {
  const startMs = startMsOf(run);
  const outcome = outcomeOf(run.status);
  const ending = outcome && ENDINGS[outcome];
  const events: RunEvent[] = [];
  if (startMs !== undefined) events.push({ event: 'runStarted', atMs: startMs, run, parent });
  if (ending) {
    const endMs = timeMs(run.endTime) ?? timeMs(run.recordedAt) ?? startMs ?? 0;
    events.push({ event: ending, atMs: endMs, run, parent });
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
