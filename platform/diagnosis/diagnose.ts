import { CancelledError, PlatformError } from '../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import type { Pages } from '../pages';
import { JOB_RUNS, PIPELINE_RUNS, type RunKind } from '../runs/kinds';
import { firstFailedJobRun } from '../runs/logs/failureLog';
import { getRun } from '../runs/read/readRuns';
import { outcomeOf } from '../runs/read/outcome';
import { readParentNames } from '../runs/read/parentNames';
import type { Run } from '../runs/read/run';
import { excerpt } from '../text/text';
import { entriesOf, textOf } from '../text/values';
import { causeIn, causeInLog, excerptOf, exitCodeIn, type Cause } from './causes';
import { readChanges } from './changes';
import { pathTo, type Path } from './path';
import { GRAPH, NAMES, readHistory, readLogEnds, readThing } from './read';
import { diagnosisText, type Diagnosis } from './words';

/**
 * Says why a run failed, from what the platform shows. It only reads, in at most 12 requests, and does without whatever cannot
 * be read, except for the run itself.
 * @throws PlatformError for a run that the platform does not know
 */
export async function diagnoseRun(
  endpoint: GraphqlEndpoint,
  pages: Pages,
  kind: RunKind,
  runId: string,
  options: CallOptions = {},
): Promise<Diagnosis & { text: string }> {
  const unread: string[] = [];
  const ifReadable = async <Result>(what: string, read: Promise<Result> | false | undefined) =>
    await (read || Promise.resolve(undefined)).catch((error: unknown) => {
      if (!(error instanceof PlatformError) || error instanceof CancelledError) throw error;
      unread.push(`${what} (${excerpt(error.message)})`);
      return undefined;
    });

  const run = await getRun(endpoint, kind, runId, options);
  const outcome = outcomeOf(run);
  const isWell = outcome === undefined || outcome === 'succeeded';
  const isOfPipeline = kind === PIPELINE_RUNS;
  const jobRun = isOfPipeline ? (isWell ? undefined : troubledJobRun(run)) : run;
  const pipelineRun = await ifReadable('the run of the pipeline', aroundRun());

  const parent = [kind.parentQuery, kind.noun, run[kind.parentId] ?? ''] as const;
  const graph = [PIPELINE_RUNS.runQuery, 'run', pipelineRun?.id ?? ''] as const;
  const [named, history, ofJob, described] = await Promise.all([
    ifReadable('the name', readThing(endpoint, parent, NAMES, options)),
    ifReadable('earlier runs', readHistory(endpoint, kind, run, options)),
    ifReadable(
      'earlier runs of the job',
      isOfPipeline && jobRun && readHistory(endpoint, JOB_RUNS, jobRun, options),
    ),
    ifReadable('the graph', pipelineRun && readThing(endpoint, graph, GRAPH, options)),
  ]);
  const names = readParentNames(kind, named);
  const path = pipelineRun && pathTo(jobRun, pipelineRun, described);

  const past = isOfPipeline ? ofJob : history;
  const failedRun = jobRun && outcomeOf(jobRun) === 'failed' ? jobRun : undefined;
  const [lines, changes] = await Promise.all([
    ifReadable('the log', failedRun && readLogEnds(endpoint, failedRun.id, options)),
    ifReadable(
      'what has changed',
      failedRun &&
        past &&
        readChanges(
          endpoint,
          {
            jobRun: failedRun,
            past,
            pipeline: isOfPipeline && history ? { run, history } : undefined,
          },
          options,
        ),
    ),
  ]);
  const logExcerpt = excerptOf(lines ?? []);
  const inLog = causeInLog(logExcerpt);

  const blamed = jobRun ?? run;
  const blamedKind = jobRun ? JOB_RUNS : kind;
  const reason = [blamed, run].flatMap((one) => one.statusDetails ?? one.statusReason ?? [])[0];
  const inReason = causeIn(reason, blamed.statusReason);
  const exitCode = [reason, ...logExcerpt.map(({ value }) => value).reverse()]
    .map(exitCodeIn)
    .find((code) => code !== undefined);
  const failed = isWell ? [] : history?.failed;
  const firstMs = failed?.at(-1)?.beginMs;
  const diagnosis: Diagnosis = {
    cause: causeOf(),
    reason: reason === undefined ? null : excerpt(reason),
    failedJob: isWell || !jobRun ? null : failedJobOf(jobRun, path?.jobNames, names.jobName),
    path: path?.steps ?? [],
    logExcerpt,
    changesSinceLastSuccess: changes?.list ?? null,
    failuresInARow: failed?.length ?? null,
    failingSince: firstMs === undefined ? null : new Date(firstMs).toISOString(),
    usualSeconds: history?.usualSeconds ?? null,
    url:
      pages.url(blamedKind.noun, names.projectId, blamed[blamedKind.parentId], blamed.id) ?? null,
  };
  const text = diagnosisText(diagnosis, {
    kind,
    run: { ...run, ...names },
    condition: diagnosis.cause === 'conditionNotMet' ? path?.closedBy : undefined,
    exitCode,
    line: inReason && inReason !== inLog.cause ? undefined : inLog.line,
    lastSuccess: failedRun && past && (past.succeeded[0] ?? null),
    isAtLeast: history?.mayBeCut === true && history.succeeded.length === 0,
    unread,
  });
  return { text, ...diagnosis };

  /** A pipeline's run itself; what skipped a job's run stands in the one around it. */
  function aroundRun(): Promise<Run> | undefined {
    if (isOfPipeline) return isWell ? undefined : Promise.resolve(run);
    const id = outcome === 'skipped' ? textOf(run.pipelineInstanceId) : undefined;
    return id === undefined ? undefined : getRun(endpoint, PIPELINE_RUNS, id, options);
  }

  function causeOf(): Cause {
    if (outcome === undefined) return 'stillRunning';
    if (outcome === 'succeeded') return 'succeeded';
    const blamedOutcome = outcomeOf(blamed);
    if (blamedOutcome === 'stopped') return inReason === 'timeout' ? 'timeout' : 'stopped';
    if (blamedOutcome === 'skipped' || !jobRun) {
      if (path?.closedBy) return 'conditionNotMet';
      return inReason ?? (jobRun && pipelineRun ? 'earlierJobFailed' : 'unknown');
    }
    return inReason ?? inLog.cause ?? changes?.cause ?? (exitCode ? 'exitCode' : 'unknown');
  }
}

/** The run of a job that explains the end of a pipeline's run: the first one that failed, else one that was stopped. */
function troubledJobRun(run: Run): Run | undefined {
  const runs = entriesOf(run.jobsInstance) as Run[];
  return firstFailedJobRun(run) ?? runs.find((one) => outcomeOf(one) === 'stopped');
}

function failedJobOf(
  { id, jobId, jobAlias, number, status }: Run,
  names: Path['jobNames'] | undefined,
  name: string | undefined,
): Diagnosis['failedJob'] {
  const known = name ?? names?.get(jobId ?? '') ?? textOf(jobAlias);
  return {
    jobId: jobId ?? null,
    jobName: known === undefined ? null : excerpt(known),
    runId: id,
    number: number ?? null,
    status,
  };
}
