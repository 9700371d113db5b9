import type { PlatformError } from '../../common/errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { boundTail } from './bounds';
import type { RunKind } from '../kinds';
import { readLog } from './logs';
import type { Run } from '../read/run';
import { isKnownStatus, findOutcome, type FinalStatuses } from '../read/outcome';
import { readOptional } from '../read/readOptional';
import { parseTimeMs } from '../read/times';
import { stripAnsi } from '../../common/text/text';
import { toList } from '../../common/text/values';

export interface FailureLog {
  /** In a pipeline's run, the job run that wrote the log. */
  jobRun?: Run;
  lines: readonly string[];
  /** The reason if the log could not be read. */
  failure?: PlatformError;
}

/**
 * Reads the last log lines of a job's run, or of the job run that failed first in a pipeline's run. If they cannot be read, the
 * failure is returned, not thrown.
 * @returns undefined if `limit` is 0, or if no job run of the pipeline's run failed
 * @throws CancelledError
 */
export async function readFailureLog(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  run: Run,
  limit: number,
  { finalStatuses, ...options }: CallOptions & { finalStatuses?: FinalStatuses } = {},
): Promise<FailureLog | undefined> {
  const jobRun = kind.noun === 'job' ? undefined : findFirstFailedJobRun(run, finalStatuses);
  const runId = kind.noun === 'job' ? run.id : jobRun?.id;
  if (runId === undefined || limit <= 0) return undefined;
  const readLastLines = async (limits: CallOptions) =>
    await readLog(endpoint, runId, { which: 'last', limit, streams: 'allowedInErrors' }, limits);
  const hint = 'Read it later with "Get Logs" of the resource "Job Run".';
  const log = await readOptional(endpoint, readLastLines, hint, options);
  if ('failure' in log) return { jobRun, lines: [], failure: log.failure };
  const lines = log.lines.map((line) => ({ ...line, value: stripAnsi(line.value) }));
  return { jobRun, lines: boundTail({ ...log, lines }) };
}

/** Finds the job run that failed first in a pipeline's run. A job run with an unknown status counts only if no other failed. */
export function findFirstFailedJobRun(
  { jobsInstance }: Run,
  finalStatuses?: FinalStatuses,
): Run | undefined {
  const rank = ({ status }: Run) => Number(!isKnownStatus(status));
  return (toList(jobsInstance) as Run[])
    .filter((jobRun) => findOutcome(jobRun, finalStatuses) === 'failed')
    .sort(
      (a, b) =>
        rank(a) - rank(b) ||
        (parseTimeMs(a.endTime) ?? Infinity) - (parseTimeMs(b.endTime) ?? Infinity),
    )[0];
}
