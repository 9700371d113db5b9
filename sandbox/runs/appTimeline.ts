import type { LogLine } from './script';

export type AppStatus =
  | 'STARTED'
  | 'STARTING'
  | 'RESTARTING'
  | 'RECOVERING'
  | 'UPGRADING'
  | 'ROLLING_BACK'
  | 'STOPPING'
  | 'STOPPED'
  | 'FAILED'
  | 'UNKNOWN';

/** Describes how an execution of an app proceeds. It is fixed when the execution is requested. */
export class AppScript {
  /** Seconds from the request to the outcome of the start. */
  startSeconds = 2;
  outcome: 'STARTED' | 'FAILED' = 'STARTED';
  outcomeDetails: string | null = null;
  /** Seconds from the start to a crash that the app recovers from; no crash if null. */
  crashAfterSeconds: number | null = null;
  recoverSeconds = 2;
  /** Seconds from a stop request (STOPPING) to STOPPED. */
  stopSeconds = 1;
  /** The app writes one line per second, beginning at the request. */
  logLines: LogLine[] = [];
}

/** Cause of an execution, which is also its first status. */
export type AppCause = Extract<AppStatus, 'STARTING' | 'RESTARTING' | 'UPGRADING' | 'ROLLING_BACK'>;

/** Times are epoch milliseconds. */
export interface ExecutionFacts {
  id: string;
  cause: AppCause;
  versionNumber: number;
  requestedAt: number;
  stoppedAt: number | null;
  script: AppScript;
  author: string | null;
  stopAuthor: string | null;
}

/** A status of an app. */
export interface AppRecord {
  status: AppStatus;
  details: string | null;
  /** Epoch milliseconds. */
  recordedAt: number;
  executionId: string | null;
}

/** Returns the statuses of an app until now, oldest first. @param executions all executions, oldest first */
export function computeAppHistory(
  createdAt: number,
  executions: ExecutionFacts[],
  now: number,
): [AppRecord, ...AppRecord[]] {
  const records = executions.flatMap((execution, index) => {
    const until = executions[index + 1]?.requestedAt ?? Infinity;
    return planExecution(execution).filter(
      ({ recordedAt }) => recordedAt <= now && recordedAt < until,
    );
  });
  const created: AppRecord = {
    status: 'STOPPED',
    details: 'Not started yet',
    recordedAt: createdAt,
    executionId: null,
  };
  return [created, ...records];
}

function planExecution({ id, cause, requestedAt, stoppedAt, script }: ExecutionFacts): AppRecord[] {
  const createRecord = (
    status: AppStatus,
    recordedAt: number,
    details: string | null = null,
  ): AppRecord => ({
    status,
    details,
    recordedAt,
    executionId: id,
  });
  const startedAt = requestedAt + script.startSeconds * 1000;
  const records = [
    createRecord(cause, requestedAt),
    createRecord(script.outcome, startedAt, script.outcomeDetails),
  ];
  if (script.outcome === 'STARTED' && script.crashAfterSeconds !== null) {
    const crashedAt = startedAt + script.crashAfterSeconds * 1000;
    records.push(
      createRecord('RECOVERING', crashedAt, 'The container ended by itself'),
      createRecord('STARTED', crashedAt + script.recoverSeconds * 1000),
    );
  }
  if (stoppedAt === null) return records;
  const beforeStop = records.filter(({ recordedAt }) => recordedAt <= stoppedAt);
  if (beforeStop.at(-1)?.status === 'FAILED') return beforeStop;
  return [
    ...beforeStop,
    createRecord('STOPPING', stoppedAt, 'A stop was requested'),
    createRecord('STOPPED', stoppedAt + script.stopSeconds * 1000),
  ];
}
