import type { RunOutcome } from './status';

export const LOG_STREAMS = [
  'STDOUT',
  'STDERR',
  'ORCHESTRATION_STDOUT',
  'ORCHESTRATION_STDERR',
  'ENVVARS_STDOUT',
  'ENVVARS_STDERR',
] as const;

export interface LogLine {
  stream: (typeof LOG_STREAMS)[number];
  value: string;
}

/** What one run will go through. Fixed when the run is requested. */
export interface RunScript {
  /** Seconds from the request to the start; REQUESTED in the first half, QUEUED in the second. */
  queueSeconds: number;
  /** Seconds from the start to the end; null: runs until it is stopped. */
  durationSeconds: number | null;
  outcome: RunOutcome;
  /** The platform's explanation of the outcome. */
  outcomeDetails: string | null;
  /** Seconds from a stop request (KILLING) to KILLED. */
  killSeconds: number;
  logLines: LogLine[];
}

/** What the runs of a job will go through. A list of outcomes is taken in turn, run by run. */
export interface JobScript extends Omit<RunScript, 'outcome'> {
  outcome: RunOutcome | RunOutcome[];
}

export const SCRIPT_DEFAULTS: JobScript = {
  queueSeconds: 1,
  durationSeconds: 5,
  outcome: 'SUCCEEDED',
  outcomeDetails: null,
  killSeconds: 1,
  logLines: [],
};

/** The script of the run with this number (the first is 1). */
export function runScript(script: JobScript, runNumber: number): RunScript {
  const { outcome, outcomeDetails } = script;
  if (!Array.isArray(outcome)) return { ...script, outcome };
  const itsOutcome = outcome[(runNumber - 1) % outcome.length] ?? 'SUCCEEDED';
  // In a list the details explain the failures.
  const itsDetails = itsOutcome === 'SUCCEEDED' ? null : outcomeDetails;
  return { ...script, outcome: itsOutcome, outcomeDetails: itsDetails };
}
