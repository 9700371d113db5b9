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

/** A variable that a run read or set. */
export interface ExecutionVariable {
  key: string;
  value: string | null;
  isPassword: boolean;
}

/** Texts of the log, and the last ones if the run fails. */
export function lines(words: string[], lastWords?: string): LogLine[] {
  return [
    ...words.map((value) => ({ stream: 'STDOUT' as const, value })),
    ...(lastWords === undefined ? [] : [{ stream: 'STDERR' as const, value: lastWords }]),
  ];
}

/** Script of one run. Fixed when the run is requested. */
export class RunScript {
  /** Seconds from the request to the start; REQUESTED in the first half, QUEUED in the second. */
  queueSeconds = 1;
  /** Seconds from the start to the end; null: runs until it is stopped. */
  durationSeconds: number | null = 5;
  outcome: RunOutcome = 'SUCCEEDED';
  /** The platform's explanation of the outcome. */
  outcomeDetails: string | null = null;
  /** Seconds from a stop request (KILLING) to KILLED. */
  killSeconds = 1;
  logLines: LogLine[] = [];
  /** Variables that it has set by its end, unless it is stopped. */
  outputVariables?: ExecutionVariable[];
  /** The environment variables that it starts with. */
  environment?: ExecutionVariable[];
}

/** How one run that a schedule is to start goes. What is left out is as for any other run of the job. */
export interface ScheduledTurn {
  /** The schedule does not start it. */
  isMissed?: boolean;
  /** Whole seconds from the due time to the start by the schedule. Default 0. */
  lateSeconds?: number;
  /** Differences from the job's script. */
  script?: Partial<RunScript>;
}

/** How the runs that a job's schedule starts go, one turn an occasion. */
export interface SchedulePlay {
  /** Taken in turn, and then from the first one again. */
  turns: ScheduledTurn[];
  /** How far apart two occasions are: the turn follows from the due time alone, whatever happened before it. */
  everyMinutes: number;
  /** By which part of its first duration a run takes longer with each day of the job's life. Default 0. */
  growthPerDay?: number;
  /** By which part at most a run takes more or less time than its script says. Default 0. */
  variation?: number;
}

/** Scripts of the runs of a job. A list of outcomes is taken in turn, run by run. */
export interface JobScript extends Omit<RunScript, 'outcome' | 'environment'> {
  outcome: RunOutcome | RunOutcome[];
  /** How the runs that its schedule starts go, where schedules are played. */
  onSchedule?: SchedulePlay;
}

/** The script of the run with this number (the first is 1). */
export function runScript(job: JobScript, runNumber: number): RunScript {
  // How scheduled runs go is nothing of one run.
  const { outcome, ...script } = { ...job, onSchedule: undefined };
  if (!Array.isArray(outcome)) return { ...script, outcome };
  const itsOutcome = outcome[(runNumber - 1) % outcome.length] ?? 'SUCCEEDED';
  // In a list the details explain the failures.
  const itsDetails = itsOutcome === 'SUCCEEDED' ? null : script.outcomeDetails;
  return { ...script, outcome: itsOutcome, outcomeDetails: itsDetails };
}
