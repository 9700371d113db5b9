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

/** Fixed when an execution of an app is requested. */
export class AppScript {
  /** Seconds from the request to the outcome of the start. */
  startSeconds = 2;
  outcome: 'STARTED' | 'FAILED' = 'STARTED';
  outcomeDetails: string | null = null;
  /** Seconds from the start to a crash that the app recovers from; null: it does not crash. */
  crashAfterSeconds: number | null = null;
  recoverSeconds = 2;
  /** Seconds from a stop request (STOPPING) to STOPPED. */
  stopSeconds = 1;
  /** One line per second from the request on. */
  logLines: LogLine[] = [];
}

/** The first state of an execution. */
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

export interface AppRecord {
  status: AppStatus;
  details: string | null;
  /** Epoch milliseconds. */
  recordedAt: number;
  executionId: string | null;
}

/** States until now, oldest first. @param executions oldest first */
export function appHistory(
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
  const at = (status: AppStatus, recordedAt: number, details: string | null = null): AppRecord => ({
    status,
    details,
    recordedAt,
    executionId: id,
  });
  const startedAt = requestedAt + script.startSeconds * 1000;
  const records = [at(cause, requestedAt), at(script.outcome, startedAt, script.outcomeDetails)];
  if (script.outcome === 'STARTED' && script.crashAfterSeconds !== null) {
    const crashedAt = startedAt + script.crashAfterSeconds * 1000;
    records.push(
      at('RECOVERING', crashedAt, 'The container ended by itself'),
      at('STARTED', crashedAt + script.recoverSeconds * 1000),
    );
  }
  if (stoppedAt === null) return records;
  const beforeStop = records.filter(({ recordedAt }) => recordedAt <= stoppedAt);
  if (beforeStop.at(-1)?.status === 'FAILED') return beforeStop;
  return [
    ...beforeStop,
    at('STOPPING', stoppedAt, 'A stop was requested'),
    at('STOPPED', stoppedAt + script.stopSeconds * 1000),
  ];
}
