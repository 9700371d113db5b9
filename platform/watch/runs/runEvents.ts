import { isWaiting, findOutcome, type RunOutcome } from '../../runs/read/outcome';
import type { Run } from '../../runs/read/run';
import { parseTimeMs } from '../../runs/read/times';

type RunEventName = 'runStarted' | 'runSucceeded' | 'runFailed' | 'runStopped';

/** The job or pipeline of a run. */
export interface EventParent {
  id: string;
  name: string;
  projectId?: string;
  projectName?: string;
}

export interface RunEvent {
  event: RunEventName;
  /** By the platform's clock, epoch milliseconds. */
  atMs: number;
  run: Run;
  parent: EventParent;
}

const ENDINGS: Record<Exclude<RunOutcome, 'skipped'>, RunEventName> = {
  succeeded: 'runSucceeded',
  failed: 'runFailed',
  stopped: 'runStopped',
};

/** Returns undefined while a run waits. `startTime` may be the time of the request, so a later `recordedAt` counts. */
export function findStartMs(run: Run): number | undefined {
  const { startTime, status, recordedAt } = run;
  if (isWaiting(run)) return undefined;
  const startMs = parseTimeMs(startTime);
  const recordedMs = status === 'RUNNING' ? parseTimeMs(recordedAt) : undefined;
  return recordedMs === undefined ? startMs : Math.max(recordedMs, startMs ?? 0);
}

/** Returns when a run was requested or began; undefined for a skipped run, which does not count for its schedule. */
export function findRequestMs(run: Run): number | undefined {
  if (findOutcome(run) === 'skipped') return undefined;
  return parseTimeMs(run.startTime) ?? parseTimeMs(run.recordedAt);
}

/** Lists the events of a run so far, in order; none for a skipped run. */
export function listEvents(run: Run, parent: EventParent, outcome = findOutcome(run)): RunEvent[] {
  const startMs = findStartMs(run);
  const events: RunEvent[] = [];
  if (outcome === 'skipped') return events;
  if (startMs !== undefined) events.push({ event: 'runStarted', atMs: startMs, run, parent });
  if (outcome) {
    const endMs = parseTimeMs(run.endTime) ?? parseTimeMs(run.recordedAt) ?? startMs ?? 0;
    events.push({ event: ENDINGS[outcome], atMs: endMs, run, parent });
  }
  return events;
}

/** At the same moment, a start comes before an end. */
export function sortByTime(events: RunEvent[]): RunEvent[] {
  const rank = ({ event }: RunEvent) => (event === 'runStarted' ? 0 : 1);
  return events.sort(
    (a, b) =>
      a.atMs - b.atMs ||
      rank(a) - rank(b) ||
      a.parent.id.localeCompare(b.parent.id) ||
      (a.run.number ?? 0) - (b.run.number ?? 0),
  );
}
