import type { RunScript, ScheduledTurn, ScheduledBehavior } from './script';
import { isEnded, type RunStatus } from './status';

const MINUTE_MS = 60_000;

export function findTurn({ turns, everyMinutes }: ScheduledBehavior, dueAt: number): ScheduledTurn {
  return turns[Math.floor(dueAt / MINUTE_MS / everyMinutes) % turns.length] ?? {};
}

export function findLongestDelayMs({ turns }: ScheduledBehavior): number {
  return 1000 * Math.max(0, ...turns.map(({ lateSeconds = 0 }) => lateSeconds));
}

/** Varies a duration, in seconds. The same due time always gives the same duration. */
export function varyDuration(
  { variation = 0 }: ScheduledBehavior,
  durationSeconds: number | null,
  dueAt: number,
): number | null {
  if (durationSeconds === null) return null;
  const step = (Math.floor(dueAt / MINUTE_MS) * 37) % 61;
  return Math.max(1, Math.round(durationSeconds * (1 + variation * (step / 30 - 1))));
}

/** Stored facts about a run. Together with the current time, they determine its state. Times are epoch milliseconds. */
export interface RunFacts {
  requestedAt: number;
  stoppedAt: number | null;
  script: RunScript;
}

export interface StatusRecord {
  status: RunStatus;
  details: string | null;
  /** Epoch milliseconds. */
  recordedAt: number;
}

export interface RunState extends StatusRecord {
  /** All statuses until now, oldest first. */
  statuses: StatusRecord[];
  /** Epoch milliseconds; null while the run has not started. */
  startedAt: number | null;
  /** Epoch milliseconds; null while the run has not ended. */
  endedAt: number | null;
}

/** Returns the state that a plan of statuses has reached. @param plan at least one record, oldest first @param now epoch milliseconds */
export function findState(plan: StatusRecord[], now: number): RunState {
  const first = plan[0] ?? createRecord('UNKNOWN', now);
  const reached = plan.filter(({ recordedAt }) => recordedAt <= now);
  const statuses = reached.length > 0 ? reached : [first];
  const current = statuses.at(-1) ?? first;
  return {
    ...current,
    statuses,
    startedAt: statuses.find(({ status }) => status === 'RUNNING')?.recordedAt ?? null,
    endedAt: isEnded(current.status) ? current.recordedAt : null,
  };
}

/** Returns all statuses of a run, including future ones, oldest first. It assumes that nobody stops the run from now on. */
export function planRun(run: RunFacts): StatusRecord[] {
  const withoutStop = planWithoutStop(run);
  const { stoppedAt } = run;
  if (stoppedAt === null) return withoutStop;
  const beforeStop = withoutStop.filter(({ recordedAt }) => recordedAt <= stoppedAt);
  if (beforeStop.some(({ status }) => isEnded(status))) return beforeStop;
  return [
    ...beforeStop,
    createRecord('KILLING', stoppedAt, 'A stop was requested'),
    createRecord('KILLED', stoppedAt + run.script.killSeconds * 1000, 'Stopped on request'),
  ];
}

function planWithoutStop({ requestedAt, script }: RunFacts): StatusRecord[] {
  const startAt = requestedAt + script.queueSeconds * 1000;
  const waiting = [
    createRecord('REQUESTED', requestedAt),
    createRecord('QUEUED', requestedAt + script.queueSeconds * 500, 'Waiting for a node'),
  ];
  if (script.outcome === 'SKIPPED') {
    return [...waiting, createRecord('SKIPPED', startAt, script.outcomeDetails)];
  }
  const running = [...waiting, createRecord('RUNNING', startAt)];
  if (script.durationSeconds === null) return running;
  const endAt = startAt + script.durationSeconds * 1000;
  return [...running, createRecord(script.outcome, endAt, script.outcomeDetails)];
}

export function createRecord(
  status: RunStatus,
  recordedAt: number,
  details: string | null = null,
): StatusRecord {
  return { status, details, recordedAt };
}
