import type { CallOptions, GraphqlEndpoint } from '../graphql/endpoint';
import type { RunKind } from './kinds';
import { lastLogLines, type LogLine } from './logs';
import type { Run } from './run';
import { outcomeOf } from './statuses';
import { timeMs } from './times';

/**
 * The last log lines that explain how a run ended: a job's run has a log of its own, a pipeline's run is explained by
 * the job that failed in it first. A log that cannot be read explains nothing: no lines, the failure matters more.
 */
export async function explainingLogLines(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  run: Run,
  count: number,
  options?: CallOptions,
): Promise<string[]> {
  const runId = kind.noun === 'job' ? run.id : firstFailedJobRun(run)?.id;
  if (runId === undefined) return [];
  const lines = await lastLogLines(endpoint, runId, count, options).catch((): LogLine[] => []);
  return lines.map(({ value }) => value);
}

function firstFailedJobRun({ jobsInstance }: Run): Run | undefined {
  const runs = Array.isArray(jobsInstance) ? (jobsInstance as Run[]) : [];
  return runs
    .filter(({ status }) => outcomeOf(status) === 'failed')
    .sort((a, b) => (timeMs(a.endTime) ?? Infinity) - (timeMs(b.endTime) ?? Infinity))[0];
}
