import { CancelledError, PlatformError } from '../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { JOB_RUNS, PIPELINE_RUNS, type RunKind } from '../runs/kinds';
import { firstFailedJobRun } from '../runs/logs/failureLog';
import type { LogLine } from '../runs/logs/logs';
import { outcomeOf } from '../runs/read/outcome';
import { readParentNames, type ParentNames } from '../runs/read/parentNames';
import { getRun } from '../runs/read/readRuns';
import type { Run } from '../runs/read/run';
import { PARENT_NAMES } from '../runs/read/selection';
import { excerpt } from '../text/text';
import { entriesOf, textOf } from '../text/values';
import { readChanges, type Changes } from './changes';
import { listPath, readStepNames, type Step, type StepNames } from './path';
import { readFields, readHistory, readLogEnds, STEP_NAMES, type History } from './read';

/** Everything that was read about a run. Undefined: does not apply, or could not be read. */
export interface Evidence {
  kind: RunKind;
  run: Run;
  /** The run itself, or the job's run that explains the end of a pipeline's run. */
  jobRun: Run | undefined;
  names: ParentNames;
  jobNames: StepNames['jobs'];
  /** Empty unless a pipeline can explain the end. */
  path: readonly Step[];
  /** The earlier runs of the run's job or pipeline. */
  history: History | undefined;
  /** The earlier runs of the job that failed. */
  historyOfJob: History | undefined;
  log: readonly LogLine[];
  changes: Changes | undefined;
  /** Sentences about evidence that could not be read, with the reason. */
  unread: readonly string[];
}

/** @throws PlatformError if the platform does not know the run */
export async function readEvidence(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  runId: string,
  options: CallOptions,
): Promise<Evidence> {
  const unread: string[] = [];
  const ifReadable = async <T>(what: string, read: Promise<T> | false | undefined) =>
    await (read || Promise.resolve(undefined)).catch((error: unknown) => {
      if (!(error instanceof PlatformError) || error instanceof CancelledError) throw error;
      unread.push(`${what} (${excerpt(error.message)})`);
      return undefined;
    });
  const read = async (of: RunKind, id: string) => await getRun(endpoint, of, id, options);

  const run = await read(kind, runId);
  const isOfPipeline = kind === PIPELINE_RUNS;
  const jobRun = isOfPipeline ? firstUnsuccessfulJobRun(run) : run;
  // A pipeline explains its own end, and why one of its jobs was skipped.
  const aroundId = outcomeOf(run) === 'skipped' ? textOf(run.pipelineInstanceId) : undefined;
  const around = aroundId !== undefined && read(PIPELINE_RUNS, aroundId);
  const pipelineRun = isOfPipeline
    ? !hasNotFailed(run) && run
    : await ifReadable('the run of the pipeline', around);

  const { parentQuery, noun, parentId } = kind;
  const [parent, history, historyInPipeline, described] = await Promise.all([
    ifReadable(
      'the name',
      readFields(endpoint, [parentQuery, noun, run[parentId]], PARENT_NAMES, options),
    ),
    ifReadable('earlier runs', readHistory(endpoint, kind, run, options)),
    ifReadable(
      'earlier runs of the job',
      isOfPipeline && jobRun && readHistory(endpoint, JOB_RUNS, jobRun, options),
    ),
    ifReadable(
      'the graph',
      pipelineRun &&
        readFields(endpoint, [PIPELINE_RUNS.runQuery, 'run', pipelineRun.id], STEP_NAMES, options),
    ),
  ]);
  const stepNames = readStepNames(described);
  const historyOfJob = isOfPipeline ? historyInPipeline : history;

  const failedRun = jobRun && outcomeOf(jobRun) === 'failed' ? jobRun : undefined;
  const compared = failedRun &&
    historyOfJob && {
      jobRun: failedRun,
      past: historyOfJob,
      pipeline: isOfPipeline && history ? { run, history } : undefined,
    };
  const [log = [], changes] = await Promise.all([
    ifReadable('the log', failedRun && readLogEnds(endpoint, failedRun.id, options)),
    ifReadable('what has changed', compared && readChanges(endpoint, compared, options)),
  ]);
  return {
    ...{ kind, run, jobRun, history, historyOfJob, log, changes, unread },
    names: readParentNames(kind, parent),
    jobNames: stepNames.jobs,
    path: pipelineRun ? listPath(pipelineRun, jobRun, stepNames) : [],
  };
}

export function hasNotFailed(run: Run): boolean {
  const outcome = outcomeOf(run);
  return outcome === undefined || outcome === 'succeeded';
}

/** Returns the job run that explains the end of a pipeline's run: the first that failed, else one that was stopped. */
function firstUnsuccessfulJobRun(run: Run): Run | undefined {
  if (hasNotFailed(run)) return undefined;
  const runs = entriesOf(run.jobsInstance) as Run[];
  return firstFailedJobRun(run) ?? runs.find((one) => outcomeOf(one) === 'stopped');
}
