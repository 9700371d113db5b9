import { formatCount, formatDuration } from '../common/text/amounts';
import type { PastRun } from '../runs/read/pastRuns';
import type { RunKind } from '../runs/kinds';
import { describeOutcome, findOutcome } from '../runs/read/outcome';
import type { Run } from '../runs/read/run';
import { excerpt, shorten } from '../common/text/text';
import type { FormatMoment } from '../report/words';
import { CAUSES, EXIT_CODE_MEANINGS, type Cause, type ExcerptLine } from './causes';
import type { Step } from './path';

export interface Change {
  /** For example `version.commandLine` or `variable API_URL`. */
  field: string;
  change: 'added' | 'changed' | 'removed';
  /** Null if the field was added, or if it is a variable. */
  from: string | null;
  /** Null if the field was removed, or if it is a variable. */
  to: string | null;
}

/** A field is null if it is unknown or does not apply. */
export interface Diagnosis {
  cause: Cause;
  /** The platform's own text. */
  reason: string | null;
  /** The job that did not succeed; in a pipeline, the first that failed, or else the first that was stopped. */
  failedJob: {
    jobId: string | null;
    jobName: string | null;
    runId: string;
    number: number | null;
    status: string;
  } | null;
  /** The jobs and conditions of the pipeline up to the failed job, in order of time. */
  path: Step[];
  logExcerpt: ExcerptLine[];
  /** Null if no comparison with a successful run was possible. */
  changesSinceLastSuccess: Change[] | null;
  failuresInARow: number | null;
  /** ISO 8601 */
  failingSince: string | null;
  usualSeconds: number | null;
  /** Address of the page of the job's run, or of the pipeline. */
  url: string | null;
}

/** Facts for the text of a diagnosis that the diagnosis itself does not contain. */
export interface Circumstances {
  kind: RunKind;
  formatMoment: FormatMoment;
  run: Run;
  exitCode: string | undefined;
  /** The line of the log that explains the failure best. */
  line: ExcerptLine | undefined;
  /** Null if no earlier run succeeded; undefined if the earlier runs are unknown, or the run did not fail. */
  lastSuccess: PastRun | null | undefined;
  /** True if there may be failures that were not read. */
  mayHaveMoreFailures: boolean;
  /** The names of the parts that could not be read, each with the reason. */
  unread: readonly string[];
}

const MAX_CHARACTERS = 4_000;
const MAX_CHANGES = 10;
const MAX_STEPS = 12;
const VALUE_CHARACTERS = 100;

/** Writes one line for each fact. */
export function formatDiagnosis(diagnosis: Diagnosis, circumstances: Circumstances): string {
  const { cause, failedJob, reason, path, usualSeconds } = diagnosis;
  const { kind, run, exitCode, line, unread } = circumstances;
  const meaning = EXIT_CODE_MEANINGS.get(exitCode ?? '');
  const jobOfPipeline = kind.noun === 'pipeline' ? failedJob : null;
  const usual =
    usualSeconds === null ? '' : ` A run usually takes ${formatDuration(usualSeconds)}.`;
  const lines = [
    `${formatHeadline(diagnosis, circumstances)}${jobOfPipeline ? '' : usual}`,
    jobOfPipeline &&
      `Job: ${jobOfPipeline.jobName ?? jobOfPipeline.jobId ?? ''}, run ${jobOfPipeline.runId} (${jobOfPipeline.status}).${usual}`,
    cause === 'skipped' &&
      run.pipelineInstanceId &&
      `Diagnose the run of the pipeline to see why: ${excerpt(String(run.pipelineInstanceId))}`,
    reason && `The platform says: ${reason}`,
    meaning && `Exit code ${exitCode}: ${meaning}`,
    path.length > 1 && `Path: ${path.slice(-MAX_STEPS).map(formatStep).join(' → ')}`,
    line && `Log${line.stream ? ` (${line.stream})` : ''}: ${line.value}`,
    ...formatHistory(diagnosis, circumstances),
    unread.length > 0 && `Could not be read: ${unread.join('; ')}`,
    diagnosis.url,
  ];
  return shorten(lines.filter(Boolean).join('\n'), MAX_CHARACTERS);
}

/** Returns, for example, `Load orders (run 17) failed after 42 s: a file is missing.` */
function formatHeadline({ cause }: Diagnosis, { kind, run }: Circumstances): string {
  const outcome = findOutcome(run);
  const name = excerpt(
    String(run[kind.parentNameField] ?? run[kind.parentIdField] ?? `A ${kind.noun}`),
  );
  const runName = `${name} (run ${run.number ?? run.id})`;
  if (outcome === undefined)
    return `${runName} has not ended yet. Its status is ${excerpt(run.status)}.`;
  const { durationSeconds, stoppedBy } = run;
  const after =
    typeof durationSeconds === 'number' ? ` after ${formatDuration(durationSeconds)}` : '';
  const ended = `${runName} ${describeOutcome(outcome, run.status)}${after}`;
  if (outcome === 'succeeded') return `${ended}. It did not fail.`;
  if (cause === outcome) return `${ended}${stoppedBy ? ` by ${excerpt(stoppedBy)}` : ''}.`;
  return `${ended}: ${CAUSES[cause]}.`;
}

function formatStep({ kind, name, status, isMet }: Step): string {
  if (kind === 'job') return `${name} (${status})`;
  return `condition ${name} (${isMet === null ? 'not evaluated' : isMet ? 'met' : 'not met'})`;
}

function formatHistory(
  { changesSinceLastSuccess: changes, failuresInARow, failingSince }: Diagnosis,
  { lastSuccess, mayHaveMoreFailures, formatMoment }: Circumstances,
): string[] {
  const count = `${mayHaveMoreFailures ? 'At least ' : ''}${formatCount(failuresInARow ?? 0, 'failure')}`;
  const since = failingSince === null ? '' : `, since ${formatMoment(Date.parse(failingSince))}`;
  const failures = (failuresInARow ?? 0) > 1 ? [`${count} in a row${since}`] : [];
  if (lastSuccess === null && !mayHaveMoreFailures) {
    return [...failures, 'No earlier run succeeded'];
  }
  if (!lastSuccess || changes === null) return failures;
  const successTime = formatMoment(lastSuccess.beginMs);
  const success = `the last success (run ${lastSuccess.number ?? lastSuccess.id}, ${successTime})`;
  const shown = changes.slice(0, MAX_CHANGES).map(formatChange);
  if (changes.length > shown.length) shown.push(`${changes.length - shown.length} more`);
  const text =
    changes.length > 0
      ? `Changed since ${success}: ${shown.join('; ')}`
      : `No known change since ${success}`;
  return [...failures, text];
}

function formatChange({ field, change, from, to }: Change): string {
  if (from === null && to === null) return `${field} ${change}`;
  const formatValue = (text: string | null) =>
    text === null ? 'nothing' : shorten(text, VALUE_CHARACTERS);
  return `${field} from ${formatValue(from)} to ${formatValue(to)}`;
}
