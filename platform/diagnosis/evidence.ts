import { CancelledError, PlatformError } from '../common/errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { JOB_RUNS, PIPELINE_RUNS, type RunKind } from '../runs/kinds';
import { findFirstFailedJobRun } from '../runs/logs/failureLog';
import type { LogLine } from '../runs/logs/logs';
import { findOutcome } from '../runs/read/outcome';
import { readParentNames, type ParentNames } from '../runs/read/parentNames';
import { getRun } from '../runs/read/readRuns';
import type { Run } from '../runs/read/run';
import { PARENT_NAMES } from '../runs/read/selection';
import { excerpt } from '../common/text/text';
import { toList } from '../common/text/values';
import { readChanges, type Changes } from './changes';
import { listSteps, readStepNames, type Step, type StepNames } from './path';
import { readFields, readHistory, readLogEnds, STEP_NAMES, type History } from './read';

/** Fields are undefined or empty if they do not apply or could not be read. */
export interface Evidence {
  run: Run;
  /** The run to explain: in a pipeline's run, the first job run that failed, or else the first that was stopped; or else `run`. */
  subject: Run;
  subjectKind: RunKind;
  /** The names of the job or pipeline of `run`, and of its project. */
  names: ParentNames;
  jobNames: StepNames['jobs'];
  /** In an ended pipeline's run, the jobs and conditions up to the subject, or all if the subject is the pipeline's run. */
  path: readonly Step[];
  /** The earlier runs of the subject's job or pipeline. */
  history: History | undefined;
  log: readonly LogLine[];
  changes: Changes | undefined;
  /** The names of the parts that could not be read, each with the reason. */
  unread: readonly string[];
}

/** @throws PlatformError if the run cannot be read */
export async function readEvidence(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  runId: string,
  options: CallOptions,
): Promise<Evidence> {
  const unread: string[] = [];
  const readIfPossible = async <T>(partName: string, read: Promise<T> | false | undefined) =>
    await (read || Promise.resolve(undefined)).catch((error: unknown) => {
      if (!(error instanceof PlatformError) || error instanceof CancelledError) throw error;
      unread.push(`${partName} (${excerpt(error.message)})`);
      return undefined;
    });

  const run = await getRun(endpoint, kind, runId, options);
  const isEndedPipelineRun = kind === PIPELINE_RUNS && findOutcome(run) !== undefined;
  const jobRun =
    isEndedPipelineRun && !isRunningOrSucceeded(run) ? findFirstUnsuccessfulJobRun(run) : undefined;
  const subject = jobRun ?? run;
  const subjectKind = jobRun ? JOB_RUNS : kind;
  const failedJobRun =
    subjectKind === JOB_RUNS && findOutcome(subject) === 'failed' ? subject : undefined;

  const { parentQuery, noun, parentIdField } = kind;
  const [parent, steps, history, log = []] = await Promise.all([
    readIfPossible(
      'the name',
      readFields(endpoint, [parentQuery, noun, run[parentIdField]], PARENT_NAMES, options),
    ),
    readIfPossible(
      'the graph',
      isEndedPipelineRun &&
        readFields(endpoint, [PIPELINE_RUNS.runQuery, 'run', run.id], STEP_NAMES, options),
    ),
    readIfPossible('the earlier runs', readHistory(endpoint, subjectKind, subject, options)),
    readIfPossible('the log', failedJobRun && readLogEnds(endpoint, failedJobRun.id, options)),
  ]);
  const changes = await readIfPossible(
    'the changes',
    failedJobRun && history && readChanges(endpoint, failedJobRun, history, options),
  );
  const stepNames = readStepNames(steps);
  return {
    run,
    subject,
    subjectKind,
    names: readParentNames(kind, parent),
    jobNames: stepNames.jobs,
    path: isEndedPipelineRun ? listSteps(run, jobRun, stepNames) : [],
    history,
    log,
    changes,
    unread,
  };
}

export function isRunningOrSucceeded(run: Run): boolean {
  const outcome = findOutcome(run);
  return outcome === undefined || outcome === 'succeeded';
}

/** Returns the first job run that failed, otherwise the first job run that was stopped. */
function findFirstUnsuccessfulJobRun(run: Run): Run | undefined {
  const runs = toList(run.jobsInstance) as Run[];
  return findFirstFailedJobRun(run) ?? runs.find((jobRun) => findOutcome(jobRun) === 'stopped');
}
