import type { RunScript, ScheduledTurn, SchedulePlay } from './script';
import { isEnded, type RunStatus } from './status';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export function turnAt({ turns, everyMinutes }: SchedulePlay, dueAt: number): ScheduledTurn {
  return turns[Math.floor(dueAt / MINUTE_MS / everyMinutes) % turns.length] ?? {};
}

export function longestDelayMs({ turns }: SchedulePlay): number {
  return 1000 * Math.max(0, ...turns.map(({ lateSeconds = 0 }) => lateSeconds));
}

/** Returns the same duration, in seconds, for the same due time. */
export function playedDuration(
  { growthPerDay = 0, variation = 0 }: SchedulePlay,
  durationSeconds: number | null,
  dueAt: number,
  createdAt: number,
): number | null {
  if (durationSeconds === null) return null;
  const days = Math.max(0, dueAt - createdAt) / DAY_MS;
  const step = (Math.floor(dueAt / MINUTE_MS) * 37) % 61;
  const factor = (1 + growthPerDay * days) * (1 + variation * (step / 30 - 1));
  return Math.max(1, Math.round(durationSeconds * factor));
}

/** Everything else follows from these and the time. Times are epoch milliseconds. */
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
  /** Oldest first. */
  statuses: StatusRecord[];
  /** Epoch milliseconds; null while the run has not started. */
  startedAt: number | null;
  /** Epoch milliseconds; null while the run has not ended. */
  endedAt: number | null;
}

/** @param now epoch milliseconds */
export function stateAt(run: RunFacts, now: number): RunState {
  return stateIn(planned(run), now);
}

/** @param plan at least one record, oldest first */
export function stateIn(plan: StatusRecord[], now: number): RunState {
  const first = plan[0] ?? record('UNKNOWN', now);
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

/** Every state of a run if nothing else happens to it, oldest first. */
export function planned(run: RunFacts): StatusRecord[] {
  const undisturbed = undisturbedPlan(run);
  const { stoppedAt } = run;
  if (stoppedAt === null) return undisturbed;
  const beforeStop = undisturbed.filter(({ recordedAt }) => recordedAt <= stoppedAt);
  if (beforeStop.some(({ status }) => isEnded(status))) return beforeStop;
  return [
    ...beforeStop,
    record('KILLING', stoppedAt, 'A stop was requested'),
    record('KILLED', stoppedAt + run.script.killSeconds * 1000, 'Stopped on request'),
  ];
}

function undisturbedPlan({ requestedAt, script }: RunFacts): StatusRecord[] {
  const startAt = requestedAt + script.queueSeconds * 1000;
  const waiting = [
    record('REQUESTED', requestedAt),
    record('QUEUED', requestedAt + script.queueSeconds * 500, 'Waiting for a node'),
  ];
  if (script.outcome === 'SKIPPED') {
    return [...waiting, record('SKIPPED', startAt, script.outcomeDetails)];
  }
  const running = [...waiting, record('RUNNING', startAt)];
  if (script.durationSeconds === null) return running;
  const endAt = startAt + script.durationSeconds * 1000;
  return [...running, record(script.outcome, endAt, script.outcomeDetails)];
}

export function record(
  status: RunStatus,
  recordedAt: number,
  details: string | null = null,
): StatusRecord {
  return { status, details, recordedAt };
}
