import type { PlatformError } from '../../common/errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { boundTail } from './bounds';
import type { RunKind } from '../kinds';
import { readLog } from './logs';
import type { Run } from '../read/run';
import { isKnownStatus, outcomeOf, type FinalStatuses } from '../read/outcome';
import { readBeside } from '../read/readBeside';
import { timeMs } from '../read/times';
import { stripAnsi } from '../../common/text/text';
import { toList } from '../../common/text/values';

export interface FailureLog {
  /** In a pipeline's run, the job run that wrote the log. */
  jobRun?: Run;
  lines: readonly string[];
  failure?: PlatformError;
}

/**
 * Reads the last log lines that explain how a run ended: those of a job's run, or those of the job that failed first in a
 * pipeline's run. A failure to read them is returned.
 * @returns undefined if no log is wanted, or nothing in a pipeline failed
 * @throws CancelledError
 */
export async function readFailureLog(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  run: Run,
  limit: number,
  { finalStatuses, ...options }: CallOptions & { finalStatuses?: FinalStatuses } = {},
): Promise<FailureLog | undefined> {
  const jobRun = kind.noun === 'job' ? undefined : firstFailedJobRun(run, finalStatuses);
  const runId = kind.noun === 'job' ? run.id : jobRun?.id;
  if (runId === undefined || limit <= 0) return undefined;
  const lastLines = async (limits: CallOptions) =>
    await readLog(endpoint, runId, { which: 'last', limit, streams: 'shown' }, limits);
  const hint = 'Read it later with "Get Logs" of the resource "Job Run".';
  const read = await readBeside(endpoint, lastLines, hint, options);
  if ('failure' in read) return { jobRun, lines: [], failure: read.failure };
  const lines = read.lines.map((line) => ({ ...line, value: stripAnsi(line.value) }));
  return { jobRun, lines: boundTail({ ...read, lines }) };
}

/** Finds the first failed job run of a pipeline's run. One with an unknown status counts only if no other failed. */
export function firstFailedJobRun(
  { jobsInstance }: Run,
  finalStatuses?: FinalStatuses,
): Run | undefined {
  const rank = ({ status }: Run) => Number(!isKnownStatus(status));
  return (toList(jobsInstance) as Run[])
    .filter((one) => outcomeOf(one, finalStatuses) === 'failed')
    .sort(
      (a, b) =>
        rank(a) - rank(b) || (timeMs(a.endTime) ?? Infinity) - (timeMs(b.endTime) ?? Infinity),
    )[0];
}
