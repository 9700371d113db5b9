import { CancelledError, PlatformError } from '../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import type { Pages } from '../pages';
import { JOB_RUNS, PIPELINE_RUNS, type RunKind } from '../runs/kinds';
import { firstFailedJobRun } from '../runs/logs/failureLog';
import { getRun } from '../runs/read/readRuns';
import { outcomeOf } from '../runs/read/outcome';
import { readParentNames } from '../runs/read/parentNames';
import type { Run } from '../runs/read/run';
import { PARENT_NAMES } from '../runs/read/selection';
import { excerpt } from '../text/text';
import { entriesOf, textOf } from '../text/values';
import { causeIn, causeInLog, excerptOf, exitCodeIn, type Cause } from './causes';
import { readChanges } from './changes';
import { listPath, readStepNames, type Step } from './path';
import { readFields, readHistory, readLogEnds, STEP_NAMES } from './read';
import { diagnosisText, type Diagnosis } from './words';

const MAX_STEPS = 50;

/**
 * Finds out why a run failed. It only reads, in at most 12 requests, and does without what cannot be read, except for the run.
 * @throws PlatformError if the platform does not know the run
 */
export async function diagnoseRun(
  endpoint: GraphqlEndpoint,
  pages: Pages,
  kind: RunKind,
  runId: string,
  options: CallOptions = {},
): Promise<Diagnosis & { text: string }> {
  const unread: string[] = [];
  const ifReadable = async <T>(what: string, read: Promise<T> | false | undefined) =>
    await (read || Promise.resolve(undefined)).catch((error: unknown) => {
      if (!(error instanceof PlatformError) || error instanceof CancelledError) throw error;
      unread.push(`${what} (${excerpt(error.message)})`);
      return undefined;
    });

  const run = await getRun(endpoint, kind, runId, options);
  const outcome = outcomeOf(run);
  const hasNotFailed = outcome === undefined || outcome === 'succeeded';
  const isOfPipeline = kind === PIPELINE_RUNS;
  const jobRun = isOfPipeline ? (hasNotFailed ? undefined : firstUnsuccessfulJobRun(run)) : run;
  const pipelineRun = isOfPipeline
    ? run
    : await ifReadable('the run of the pipeline', readPipelineRun());

  const hasPath = !hasNotFailed && pipelineRun !== undefined;
  const [parent, history, historyOfJob, described] = await Promise.all([
    ifReadable(
      'the name',
      readFields(endpoint, kind.parentQuery, kind.noun, run[kind.parentId], PARENT_NAMES, options),
    ),
    ifReadable('earlier runs', readHistory(endpoint, kind, run, options)),
    ifReadable(
      'earlier runs of the job',
      isOfPipeline && jobRun && readHistory(endpoint, JOB_RUNS, jobRun, options),
    ),
    ifReadable(
      'the graph',
      hasPath &&
        readFields(endpoint, PIPELINE_RUNS.runQuery, 'run', pipelineRun.id, STEP_NAMES, options),
    ),
  ]);
  const names = readParentNames(kind, parent);
  const stepNames = readStepNames(described);
  const path = hasPath ? listPath(pipelineRun, jobRun, stepNames) : [];

  const past = isOfPipeline ? historyOfJob : history;
  const failedRun = jobRun && outcomeOf(jobRun) === 'failed' ? jobRun : undefined;
  const pipeline = isOfPipeline && history ? { run, history } : undefined;
  const [lines = [], changes] = await Promise.all([
    ifReadable('the log', failedRun && readLogEnds(endpoint, failedRun.id, options)),
    ifReadable(
      'what has changed',
      failedRun && past && readChanges(endpoint, { jobRun: failedRun, past, pipeline }, options),
    ),
  ]);

  const subject = jobRun ?? run;
  const subjectKind = jobRun ? JOB_RUNS : kind;
  const reason = [subject, run].flatMap((one) => one.statusDetails ?? one.statusReason ?? [])[0];
  const inReason = causeIn(reason, subject.statusReason);
  const logExcerpt = excerptOf(lines);
  const inLog = causeInLog(logExcerpt);
  const exitCode = [reason, ...logExcerpt.map(({ value }) => value).reverse()]
    .map(exitCodeIn)
    .find((code) => code !== undefined);
  const block = findBlock(path, jobRun);
  const cause = findCause();
  const failed = hasNotFailed ? [] : history?.failed;
  const firstMs = failed?.at(-1)?.beginMs;
  const diagnosis: Diagnosis = {
    cause,
    reason: reason === undefined ? null : excerpt(reason),
    failedJob: hasNotFailed || !jobRun ? null : toFailedJob(jobRun, names.jobName, stepNames.jobs),
    path: path.slice(-MAX_STEPS),
    logExcerpt,
    changesSinceLastSuccess: changes?.list ?? null,
    failuresInARow: failed?.length ?? null,
    failingSince: firstMs === undefined ? null : new Date(firstMs).toISOString(),
    usualSeconds: history?.usualSeconds ?? null,
    url:
      pages.url(subjectKind.noun, names.projectId, subject[subjectKind.parentId], subject.id) ??
      null,
  };
  const text = diagnosisText(diagnosis, {
    kind,
    run: { ...run, ...names },
    condition: cause === 'conditionNotMet' ? block?.condition : undefined,
    exitCode,
    line: inReason && inReason !== inLog.cause ? undefined : inLog.line,
    lastSuccess: failedRun && past && (past.succeeded[0] ?? null),
    isAtLeast: history?.mayBeCut === true && history.succeeded.length === 0,
    unread,
  });
  return { text, ...diagnosis };

  /** The run of the pipeline explains why a job's run was skipped. */
  function readPipelineRun(): Promise<Run> | undefined {
    const id = outcome === 'skipped' ? textOf(run.pipelineInstanceId) : undefined;
    return id === undefined ? undefined : getRun(endpoint, PIPELINE_RUNS, id, options);
  }

  function findCause(): Cause {
    if (outcome === undefined) return 'stillRunning';
    if (outcome === 'succeeded') return 'succeeded';
    const outcomeOfSubject = outcomeOf(subject);
    if (outcomeOfSubject === 'stopped') return inReason === 'timeout' ? 'timeout' : 'stopped';
    if (outcomeOfSubject === 'skipped' || !jobRun) return block?.cause ?? inReason ?? 'unknown';
    return inReason ?? inLog.cause ?? changes?.cause ?? (exitCode ? 'exitCode' : 'unknown');
  }
}

/** Returns the job run that explains the end of a pipeline's run: the first that failed, else one that was stopped. */
function firstUnsuccessfulJobRun(run: Run): Run | undefined {
  const runs = entriesOf(run.jobsInstance) as Run[];
  return firstFailedJobRun(run) ?? runs.find((one) => outcomeOf(one) === 'stopped');
}

/**
 * Finds what kept a job from running, or a pipeline from going on, without its graph: a job that did not succeed, else a
 * condition, by its name if there is only one.
 */
function findBlock(
  path: readonly Step[],
  jobRun: Run | undefined,
): { cause: Cause; condition?: string } | undefined {
  const before = jobRun ? path.slice(0, -1) : path;
  const hasOutcome = (step: Step, ...outcomes: unknown[]) => outcomes.includes(outcomeOf(step));
  if (before.some((step) => step.kind === 'job' && hasOutcome(step, 'failed', 'stopped')))
    return { cause: 'earlierJobFailed' };
  const conditions = before.filter(
    (step) =>
      step.kind === 'condition' &&
      // A condition that was met may have led past the job, too.
      (hasOutcome(step, 'failed') || (jobRun ? step.isMet !== null : step.isMet === false)),
  );
  const [condition] = conditions;
  if (!condition) return undefined;
  return {
    cause: 'conditionNotMet',
    ...(conditions.length === 1 && { condition: condition.name }),
  };
}

function toFailedJob(
  { id, jobId, jobAlias, number, status }: Run,
  name: string | undefined,
  names: ReadonlyMap<string, string>,
): Diagnosis['failedJob'] {
  const known = name ?? names.get(jobId ?? '') ?? textOf(jobAlias);
  return {
    jobId: jobId ?? null,
    jobName: known === undefined ? null : excerpt(known),
    runId: id,
    number: number ?? null,
    status,
  };
}
