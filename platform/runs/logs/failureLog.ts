import { mapConcurrently } from '../../time/concurrency';
import { CancelledError, PlatformError, TimeoutError } from '../../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { RunKind } from '../kinds';
import { readShownLog } from './logs';
import type { Run } from '../read/run';
import { outcomeOf } from '../read/outcome';
import { timeMs } from '../read/times';
import { entriesOf } from '../../text/values';

/** The end of the log that explains how a run ended. */
export interface FailureLog {
  /** Of the run of a job that wrote it, where that is not the run itself. */
  jobRun?: Run;
  lines: readonly string[];
  /** Why the log could not be read. */
  failure?: PlatformError;
}

/** A failure is not held back for long by a log that does not come. */
export const LOG_TIMEOUT_MS = 20_000;
/** As many as share a request. */
const CONCURRENT_LOGS = 100;

interface FailureLogOptions extends CallOptions {
  /** When it fires, logs that have not come yet are told as such. */
  noLogAfter?: AbortSignal;
}

/**
 * The last log lines that explain how a run ended: a job's run has a log of its own, a pipeline's run is explained by
 * the job that failed in it first. The run's failure matters more than one of reading its log: that one is told beside it.
 * @returns undefined where no log was asked for, or nothing in a pipeline failed
 * @throws CancelledError
 */
export async function readFailureLog(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  run: Run,
  count: number,
  options?: CallOptions,
): Promise<FailureLog | undefined> {
  const { runs, logs } = batchFor(endpoint, kind, count, options);
  const index = runs.push(run) - 1;
  return (await logs)[index];
}

/** Runs whose logs are asked for at one moment by one node; they share requests. */
interface LogBatch {
  kind: RunKind;
  count: number;
  signal: AbortSignal | undefined;
  runs: Run[];
  logs: Promise<Array<FailureLog | undefined>>;
}

const openBatches = new WeakMap<GraphqlEndpoint, LogBatch[]>();

function batchFor(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  count: number,
  options: CallOptions = {},
): LogBatch {
  const open = openBatches.get(endpoint) ?? [];
  openBatches.set(endpoint, open);
  const { signal } = options;
  const known = open.find(
    (one) => one.kind === kind && one.count === count && one.signal === signal,
  );
  if (known) return known;
  const runs: Run[] = [];
  // By then all have asked that can ask now.
  const logs = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
    open.splice(open.indexOf(batch), 1);
    return await readFailureLogs(endpoint, kind, runs, count, options);
  });
  const batch = { kind, count, signal, runs, logs };
  open.push(batch);
  return batch;
}

/** The same for many runs. */
export async function readFailureLogs(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  runs: readonly Run[],
  count: number,
  { signal, noLogAfter, ...options }: FailureLogOptions = {},
): Promise<Array<FailureLog | undefined>> {
  const limit = AbortSignal.timeout(LOG_TIMEOUT_MS);
  const either = AbortSignal.any([
    limit,
    ...(signal ? [signal] : []),
    ...(noLogAfter ? [noLogAfter] : []),
  ]);
  return await mapConcurrently(runs, CONCURRENT_LOGS, async (run) => {
    const jobRun = kind.noun === 'job' ? undefined : firstFailedJobRun(run);
    const runId = kind.noun === 'job' ? run.id : jobRun?.id;
    if (runId === undefined || count <= 0) return undefined;
    try {
      const wanted = { which: 'last', limit: count } as const;
      const { lines } = await readShownLog(endpoint, runId, wanted, { ...options, signal: either });
      return { jobRun, lines: lines.map(({ value }) => value) };
    } catch (error) {
      if (signal?.aborted) throw new CancelledError();
      if (either.aborted) return { jobRun, lines: [], failure: tooSlow(endpoint.url) };
      if (!(error instanceof PlatformError)) throw error;
      return { jobRun, lines: [], failure: error };
    }
  });
}

/** Of those in a pipeline's run, the one that failed first. */
export function firstFailedJobRun({ jobsInstance }: Run): Run | undefined {
  return (entriesOf(jobsInstance) as Run[])
    .filter(({ status }) => outcomeOf(status) === 'failed')
    .sort((a, b) => (timeMs(a.endTime) ?? Infinity) - (timeMs(b.endTime) ?? Infinity))[0];
}

function tooSlow({ host }: URL): TimeoutError {
  return new TimeoutError(`${host} did not respond in time`, {
    hint: 'Read it later with "Get Logs" of the resource "Job Run".',
    reach: 'unknown',
    transient: true,
  });
}
