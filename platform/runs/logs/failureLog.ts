import type { PlatformError } from '../../errors/errors';
import type { GraphqlEndpoint } from '../../graphql/send/endpoint';
import { boundedTail } from '../../logs/bounds';
import type { RunKind } from '../kinds';
import { readShownLog } from './logs';
import type { Run } from '../read/run';
import { outcomeOf } from '../read/outcome';
import { readBeside, type BesideOptions } from '../read/readBeside';
import { timeMs } from '../read/times';
import { entriesOf } from '../../text/values';

/** The end of the log that explains how a run ended. */
export interface FailureLog {
  /** The run of the job that wrote it, if that is not the run itself. */
  jobRun?: Run;
  lines: readonly string[];
  /** Why the log could not be read. */
  failure?: PlatformError;
}

/**
 * The last log lines that explain how a run ended: a job's run has a log of its own, a pipeline's run is explained by
 * the job that failed in it first. A failure to read it is returned beside it.
 * @returns undefined if no log is wanted, or nothing in a pipeline failed
 * @throws CancelledError
 */
export async function readFailureLog(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  run: Run,
  limit: number,
  options: BesideOptions = {},
): Promise<FailureLog | undefined> {
  const jobRun = kind.noun === 'job' ? undefined : firstFailedJobRun(run);
  const runId = kind.noun === 'job' ? run.id : jobRun?.id;
  if (runId === undefined || limit <= 0) return undefined;
  const log = readShownLog(endpoint, runId, { which: 'last', limit }, options);
  const hint = 'Read it later with "Get Logs" of the resource "Job Run".';
  const read = await readBeside(endpoint, log, hint, options);
  if ('failure' in read) return { jobRun, lines: [], failure: read.failure };
  return { jobRun, lines: boundedTail(read) };
}

/** Of those in a pipeline's run, the one that failed first. */
export function firstFailedJobRun({ jobsInstance }: Run): Run | undefined {
  return (entriesOf(jobsInstance) as Run[])
    .filter(({ status }) => outcomeOf(status) === 'failed')
    .sort((a, b) => (timeMs(a.endTime) ?? Infinity) - (timeMs(b.endTime) ?? Infinity))[0];
}
