import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import type { Pages } from '../connection/pages';
import { JOB_RUNS, type RunKind } from '../runs/kinds';
import { findOutcome } from '../runs/read/outcome';
import { excerpt } from '../common/text/text';
import { textOf } from '../common/text/values';
import { causeIn, causeInLog, selectExcerpt, exitCodeIn, type Cause } from './causes';
import { hasNotFailed, readEvidence, type Evidence } from './evidence';
import { buildMomentFormat } from '../report/words';
import { diagnosisText, type Diagnosis } from './words';

const MAX_STEPS = 50;

/**
 * Finds out why a run failed. Only reads, in at most 12 requests. Everything except the run may be unreadable.
 * @throws PlatformError if the platform does not know the run
 */
export async function diagnoseRun(
  { endpoint, pages, timezone }: { endpoint: GraphqlEndpoint; pages: Pages; timezone: string },
  kind: RunKind,
  runId: string,
  options: CallOptions = {},
): Promise<Diagnosis & { text: string }> {
  const evidence = await readEvidence(endpoint, kind, runId, options);
  const { run, subject, subjectKind, names, history, path, unread } = evidence;
  const reason = [subject, run].flatMap((one) => one.statusDetails ?? one.statusReason ?? [])[0];
  const logExcerpt = selectExcerpt(evidence.log);
  const inLog = causeInLog(logExcerpt);
  const inReason = causeIn(reason, subject.statusReason);
  const exitCode = [reason, ...logExcerpt.map(({ value }) => value).reverse()]
    .map(exitCodeIn)
    .find((code) => code !== undefined);
  const cause = findCause(evidence, { inReason, inLog: inLog.cause, exitCode });
  const failed = hasNotFailed(run) ? [] : history?.failed;
  const firstMs = failed?.at(-1)?.beginMs;
  const { noun, parentId } = subjectKind;
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
    moment: buildMomentFormat(timezone, Date.now()),
    run: { ...run, ...names },
    exitCode,
    line: inReason && inReason !== inLog.cause ? undefined : inLog.line,
    lastSuccess:
      findOutcome(subject) === 'failed' ? history && (history.succeeded[0] ?? null) : undefined,
    isAtLeast: history?.mayBeCut === true && history.succeeded.length === 0,
    unread,
  });
  return { text, ...diagnosis };
}

function findCause(
  { run, subject, changes }: Evidence,
  { inReason, inLog, exitCode }: { inReason?: Cause; inLog?: Cause; exitCode?: string },
): Cause {
  const outcome = findOutcome(run);
  if (outcome === undefined) return 'stillRunning';
  if (outcome === 'succeeded') return 'succeeded';
  const outcomeOfSubject = findOutcome(subject);
  if (outcomeOfSubject === 'stopped') return inReason === 'timeout' ? 'timeout' : 'stopped';
  if (outcomeOfSubject === 'skipped') return 'skipped';
  return inReason ?? inLog ?? changes?.cause ?? (exitCode ? 'exitCode' : 'unknown');
}

function toFailedJob(evidence: Evidence): Diagnosis['failedJob'] {
  const { run, subject, subjectKind, names, jobNames } = evidence;
  if (hasNotFailed(run) || subjectKind !== JOB_RUNS) return null;
  const { id, jobId, jobAlias, number, status } = subject;
  const name = names.jobName ?? jobNames.get(jobId ?? '') ?? textOf(jobAlias);
  return {
    jobId: jobId ?? null,
    jobName: name === undefined ? null : excerpt(name),
    runId: id,
    number: number ?? null,
    status,
  };
}
