import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import type { Pages } from '../pages';
import { JOB_RUNS, type RunKind } from '../runs/kinds';
import { outcomeOf } from '../runs/read/outcome';
import { excerpt } from '../text/text';
import { textOf } from '../text/values';
import { causeIn, causeInLog, excerptOf, exitCodeIn, type Cause } from './causes';
import { hasNotFailed, readEvidence, type Evidence } from './evidence';
import type { Step } from './path';
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
  const evidence = await readEvidence(endpoint, kind, runId, options);
  const { run, jobRun, names, history, historyOfJob, path, unread } = evidence;
  const subject = jobRun ?? run;
  const reason = [subject, run].flatMap((one) => one.statusDetails ?? one.statusReason ?? [])[0];
  const logExcerpt = excerptOf(evidence.log);
  const inLog = causeInLog(logExcerpt);
  const inReason = causeIn(reason, subject.statusReason);
  const exitCode = [reason, ...logExcerpt.map(({ value }) => value).reverse()]
    .map(exitCodeIn)
    .find((code) => code !== undefined);
  const clues = { inReason, inLog: inLog.cause, exitCode };
  const { cause, condition } = findCause(evidence, clues);
  const failed = hasNotFailed(run) ? [] : history?.failed;
  const firstMs = failed?.at(-1)?.beginMs;
  const { noun, parentId } = jobRun ? JOB_RUNS : kind;
  const diagnosis: Diagnosis = {
    cause,
    reason: reason === undefined ? null : excerpt(reason),
    failedJob: toFailedJob(evidence),
    path: path.slice(-MAX_STEPS),
    logExcerpt,
    changesSinceLastSuccess: evidence.changes?.list ?? null,
    failuresInARow: failed?.length ?? null,
    failingSince: firstMs === undefined ? null : new Date(firstMs).toISOString(),
    usualSeconds: history?.usualSeconds ?? null,
    url: pages.url(noun, names.projectId, subject[parentId], subject.id) ?? null,
  };
  const text = diagnosisText(diagnosis, {
    kind,
    run: { ...run, ...names },
    condition,
    exitCode,
    line: inReason && inReason !== inLog.cause ? undefined : inLog.line,
    lastSuccess:
      outcomeOf(subject) === 'failed'
        ? historyOfJob && (historyOfJob.succeeded[0] ?? null)
        : undefined,
    isAtLeast: history?.mayBeCut === true && history.succeeded.length === 0,
    unread,
  });
  return { text, ...diagnosis };
}

/** A cause, and the condition that did not lead on, if there is only one. */
interface FoundCause {
  cause: Cause;
  condition?: string;
}

function findCause(
  { run, jobRun, path, changes }: Evidence,
  clues: { inReason?: Cause; inLog?: Cause; exitCode?: string },
): FoundCause {
  const { inReason, inLog, exitCode } = clues;
  const outcome = outcomeOf(run);
  if (outcome === undefined) return { cause: 'stillRunning' };
  if (outcome === 'succeeded') return { cause: 'succeeded' };
  const outcomeOfSubject = outcomeOf(jobRun ?? run);
  if (outcomeOfSubject === 'stopped')
    return { cause: inReason === 'timeout' ? 'timeout' : 'stopped' };
  if (outcomeOfSubject === 'skipped' || !jobRun)
    return findBlock(path, jobRun !== undefined) ?? { cause: inReason ?? 'unknown' };
  return { cause: inReason ?? inLog ?? changes?.cause ?? (exitCode ? 'exitCode' : 'unknown') };
}

/**
 * Finds what kept a job from running, or a pipeline from going on, without the graph: a job that did not succeed, else a
 * condition. Of several conditions, nothing shows which one it was.
 */
function findBlock(path: readonly Step[], isOfJob: boolean): FoundCause | undefined {
  const before = isOfJob ? path.slice(0, -1) : path;
  const isUnsuccessful = (step: Step) => ['failed', 'stopped'].includes(outcomeOf(step) ?? '');
  if (before.some((step) => step.kind === 'job' && isUnsuccessful(step)))
    return { cause: 'earlierJobFailed' };
  const conditions = before.filter(
    (step) =>
      step.kind === 'condition' &&
      // A condition that was met may have led past the job, too.
      (isUnsuccessful(step) || (isOfJob ? step.isMet !== null : step.isMet === false)),
  );
  const [condition] = conditions;
  if (!condition) return undefined;
  const cause = 'conditionNotMet';
  return conditions.length === 1 ? { cause, condition: condition.name } : { cause };
}

function toFailedJob({ run, jobRun, names, jobNames }: Evidence): Diagnosis['failedJob'] {
  if (hasNotFailed(run) || !jobRun) return null;
  const { id, jobId, jobAlias, number, status } = jobRun;
  const name = names.jobName ?? jobNames.get(jobId ?? '') ?? textOf(jobAlias);
  return {
    jobId: jobId ?? null,
    jobName: name === undefined ? null : excerpt(name),
    runId: id,
    number: number ?? null,
    status,
  };
}
