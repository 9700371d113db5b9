import type { RunOutcome } from './status';

export type LogStream =
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

export function toLogLines(output: string[], error?: string): LogLine[] {
  return [
    ...output.map((value) => ({ stream: 'STDOUT' as const, value })),
    ...(error === undefined ? [] : [{ stream: 'STDERR' as const, value: error }]),
  ];
}

/** Describes how a run proceeds. It is fixed when the run is requested. */
export class RunScript {
  /** Seconds from the request to the start: REQUESTED in the first half, QUEUED in the second. */
  queueSeconds = 1;
  /** Seconds from the start to the end; if null, the run continues until it is stopped. */
  durationSeconds: number | null = 5;
  outcome: RunOutcome = 'SUCCEEDED';
  outcomeDetails: string | null = null;
  /** Seconds from a stop request (KILLING) to KILLED. */
  killSeconds = 1;
  logLines: LogLine[] = [];
  /** Variables that the run has set when it ends, unless it is stopped. */
  outputVariables?: ExecutionVariable[];
  environment?: ExecutionVariable[];
}

/** Describes the run that one due time of a schedule starts. */
export interface ScheduledTurn {
  isMissed?: boolean;
  /** Whole seconds from the due time to the start. Default 0. */
  lateSeconds?: number;
  /** Differences from the job's script. */
  script?: Partial<RunScript>;
}

/** Describes how the runs that a schedule starts differ from the job's script, due time by due time. */
export interface ScheduledBehavior {
  /** One turn for each due time. After the last turn, the first one follows. */
  turns: ScheduledTurn[];
  /** Minutes between two due times. The due time alone determines the turn. */
  everyMinutes: number;
  /** Maximum deviation from the duration, as a fraction of it. Default 0. */
  variation?: number;
}

export interface JobScript extends Omit<RunScript, 'outcome' | 'environment'> {
  /** Outcome of every run, or a list whose outcomes the runs have in turn. */
  outcome: RunOutcome | RunOutcome[];
  /** Behavior of scheduled runs if schedules are played. */
  onSchedule?: ScheduledBehavior;
}

/** Returns the script of one run. @param runNumber number of the run, starting at 1 */
export function chooseRunScript(job: JobScript, runNumber: number): RunScript {
  const { outcome, ...script } = { ...job, onSchedule: undefined };
  if (!Array.isArray(outcome)) return { ...script, outcome };
  const runOutcome = outcome[(runNumber - 1) % outcome.length] ?? 'SUCCEEDED';
  // With a list of outcomes, the details are only for runs that do not succeed.
  const outcomeDetails = runOutcome === 'SUCCEEDED' ? null : script.outcomeDetails;
  return { ...script, outcome: runOutcome, outcomeDetails };
}
