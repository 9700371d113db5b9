import type { RunOutcome } from './status';

type LogStream =
  | 'STDOUT'
  | 'STDERR'
  | 'ORCHESTRATION_STDOUT'
  | 'ORCHESTRATION_STDERR'
  | 'ENVVARS_STDOUT'
  | 'ENVVARS_STDERR';

export interface LogLine {
  stream: LogStream;
  value: string;
}

export interface ExecutionVariable {
  key: string;
  value: string | null;
  isPassword: boolean;
}

export function lines(words: string[], lastWords?: string): LogLine[] {
  return [
    ...words.map((value) => ({ stream: 'STDOUT' as const, value })),
    ...(lastWords === undefined ? [] : [{ stream: 'STDERR' as const, value: lastWords }]),
  ];
}

/** Fixed when the run is requested. */
export class RunScript {
  /** From the request to the start: REQUESTED in the first half, QUEUED in the second. */
  queueSeconds = 1;
  /** null: it runs until it is stopped. */
  durationSeconds: number | null = 5;
  outcome: RunOutcome = 'SUCCEEDED';
  outcomeDetails: string | null = null;
  /** From a stop request (KILLING) to KILLED. */
  killSeconds = 1;
  logLines: LogLine[] = [];
  /** Set by its end, unless it is stopped. */
  outputVariables?: ExecutionVariable[];
  environment?: ExecutionVariable[];
}

/** One due time of a schedule, and the run that it starts. */
export interface ScheduledTurn {
  isMissed?: boolean;
  /** Whole seconds from the due time to the start. Default 0. */
  lateSeconds?: number;
  /** Differences from the job's script. */
  script?: Partial<RunScript>;
}

export interface SchedulePlay {
  /** One for each due time, repeated from the first one. */
  turns: ScheduledTurn[];
  /** Between two due times. The turn follows only from the due time. */
  everyMinutes: number;
  /** Fraction of the first duration that is added each day. Default 0. */
  growthPerDay?: number;
  /** Largest fraction of its duration by which a run is longer or shorter. Default 0. */
  variation?: number;
}

export interface JobScript extends Omit<RunScript, 'outcome' | 'environment'> {
  /** A list is taken in turn, run by run. */
  outcome: RunOutcome | RunOutcome[];
  /** If schedules are played. */
  onSchedule?: SchedulePlay;
}

/** @param runNumber counts from 1 */
export function runScript(job: JobScript, runNumber: number): RunScript {
  const { outcome, ...script } = { ...job, onSchedule: undefined };
  if (!Array.isArray(outcome)) return { ...script, outcome };
  const itsOutcome = outcome[(runNumber - 1) % outcome.length] ?? 'SUCCEEDED';
  // In a list the details explain the failures.
  const itsDetails = itsOutcome === 'SUCCEEDED' ? null : script.outcomeDetails;
  return { ...script, outcome: itsOutcome, outcomeDetails: itsDetails };
}
