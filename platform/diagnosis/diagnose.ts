import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import type { Pages } from '../connection/pages';
import { JOB_RUNS, type RunKind } from '../runs/kinds';
import { findOutcome } from '../runs/read/outcome';
import { excerpt } from '../common/text/text';
import { toText } from '../common/text/values';
import { findCause, findCauseInLog, selectExcerpt, findExitCode, type Cause } from './causes';
import { isRunningOrSucceeded, readEvidence, type Evidence } from './evidence';
import { buildMomentFormat } from '../report/words';
import { formatDiagnosis, type Diagnosis } from './words';

const MAX_STEPS = 50;

/**
 * Finds out why a run failed, and changes nothing. If anything except the run cannot be read, the diagnosis says so.
 * @throws PlatformError if the run cannot be read
 */
export async function diagnoseRun(
  { endpoint, pages, timezone }: { endpoint: GraphqlEndpoint; pages: Pages; timezone: string },
  kind: RunKind,
  runId: string,
  options: CallOptions = {},
): Promise<Diagnosis & { text: string }> {
  const evidence = await readEvidence(endpoint, kind, runId, options);
  const { run, subject, subjectKind, names, history, path, unread } = evidence;
  const [reason] = [subject, run].flatMap(
    ({ statusDetails, statusReason }) => statusDetails ?? statusReason ?? [],
  );
  const logExcerpt = selectExcerpt(evidence.log);
  const logResult = findCauseInLog(logExcerpt);
  const causeInReason = findCause(reason, subject.statusReason);
  const exitCode = [reason, ...logExcerpt.map(({ value }) => value).reverse()]
    .map(findExitCode)
    .find((code) => code !== undefined);
  const cause = chooseCause(evidence, { causeInReason, causeInLog: logResult.cause, exitCode });
  const failures = isRunningOrSucceeded(run) ? [] : history?.failed;
  const firstFailureMs = failures?.at(-1)?.beginMs;
  const { noun, parentIdField } = subjectKind;
  const diagnosis: Diagnosis = {
    cause,
    reason: reason === undefined ? null : excerpt(reason),
    failedJob: toFailedJob(evidence),
    path: path.slice(-MAX_STEPS),
    logExcerpt,
    changesSinceLastSuccess: evidence.changes?.list ?? null,
    failuresInARow: failures?.length ?? null,
    failingSince: firstFailureMs === undefined ? null : new Date(firstFailureMs).toISOString(),
    usualSeconds: history?.usualSeconds ?? null,
    url: pages.buildUrl(noun, names.projectId, subject[parentIdField], subject.id) ?? null,
  };
  const text = formatDiagnosis(diagnosis, {
    kind,
    formatMoment: buildMomentFormat(timezone, Date.now()),
    run: { ...run, ...names },
    exitCode,
    line: causeInReason && causeInReason !== logResult.cause ? undefined : logResult.line,
    lastSuccess:
      findOutcome(subject) === 'failed' ? history && (history.succeeded[0] ?? null) : undefined,
    mayHaveMoreFailures: history?.mayBeIncomplete === true && history.succeeded.length === 0,
    unread,
  });
  return { text, ...diagnosis };
}

function chooseCause(
  { run, subject, changes }: Evidence,
  {
    causeInReason,
    causeInLog,
    exitCode,
  }: { causeInReason?: Cause; causeInLog?: Cause; exitCode?: string },
): Cause {
  const outcome = findOutcome(run);
  if (outcome === undefined) return 'stillRunning';
  if (outcome === 'succeeded') return 'succeeded';
  const outcomeOfSubject = findOutcome(subject);
  if (outcomeOfSubject === 'stopped') return causeInReason === 'timeout' ? 'timeout' : 'stopped';
  if (outcomeOfSubject === 'skipped') return 'skipped';
  return causeInReason ?? causeInLog ?? changes?.cause ?? (exitCode ? 'exitCode' : 'unknown');
}

function toFailedJob(evidence: Evidence): Diagnosis['failedJob'] {
  const { run, subject, subjectKind, names, jobNames } = evidence;
  if (isRunningOrSucceeded(run) || subjectKind !== JOB_RUNS) return null;
  const { id, jobId, jobAlias, number, status } = subject;
  const name = names.jobName ?? jobNames.get(jobId ?? '') ?? toText(jobAlias);
  return {
    jobId: jobId ?? null,
    jobName: name === undefined ? null : excerpt(name),
    runId: id,
    number: number ?? null,
    status,
  };
}
