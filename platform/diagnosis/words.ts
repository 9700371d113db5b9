import { formatCount, formatDuration } from '../common/text/amounts';
import type { PastRun } from '../runs/read/pastRuns';
import type { RunKind } from '../runs/kinds';
import { describeOutcome, findOutcome } from '../runs/read/outcome';
import type { Run } from '../runs/read/run';
import { excerpt, shortened } from '../common/text/text';
import type { FormatMoment } from '../report/words';
import { CAUSES, EXIT_CODES, type Cause, type ShownLine } from './causes';
import type { Step } from './path';

export interface Change {
  /** For example `version.commandLine` or `variable API_URL`. */
  field: string;
  change: 'added' | 'changed' | 'removed';
  /** Null if the field is new, and for the value of a variable. */
  from: string | null;
  to: string | null;
}

/** Unknown facts are null. */
export interface Diagnosis {
  cause: Cause;
  /** In the platform's words. */
  reason: string | null;
  /** The job whose run did not succeed; in a pipeline, the first one. */
  failedJob: {
    jobId: string | null;
    jobName: string | null;
    runId: string;
    number: number | null;
    status: string;
  } | null;
  /** The jobs and conditions of the pipeline up to the job, in order of time. */
  path: Step[];
  logExcerpt: ShownLine[];
  /** Null if there is nothing to compare. */
  changesSinceLastSuccess: Change[] | null;
  failuresInARow: number | null;
  /** ISO 8601 */
  failingSince: string | null;
  usualSeconds: number | null;
  /** The page of the job's run, or of the pipeline. */
  url: string | null;
}

export interface Circumstances {
  kind: RunKind;
  moment: FormatMoment;
  run: Run;
  exitCode: string | undefined;
  /** The line of the log that shows the cause, or its last error. */
  line: ShownLine | undefined;
  /** Null if no earlier run of the failed job succeeded; undefined if its earlier runs are not known. */
  lastSuccess: PastRun | null | undefined;
  /** True if there may be more failures than were read. */
  isAtLeast: boolean;
  /** Each part that could not be read, with the reason. */
  unread: readonly string[];
}

const MAX_CHARACTERS = 4_000;
const MAX_CHANGES = 10;
const MAX_STEPS = 12;
const VALUE_CHARACTERS = 100;

/** Writes one line for each fact. */
export function diagnosisText(found: Diagnosis, about: Circumstances): string {
  const { cause, failedJob, reason, path, usualSeconds } = found;
  const { kind, run, exitCode, line, unread } = about;
  const meaning = EXIT_CODES.get(exitCode ?? '');
  const isOfPipeline = kind.noun === 'pipeline' && failedJob;
  const usual =
    usualSeconds === null ? '' : ` A run usually takes ${formatDuration(usualSeconds)}.`;
  const lines = [
    `${headline(found, about)}${isOfPipeline ? '' : usual}`,
    isOfPipeline &&
      `Job: ${failedJob.jobName ?? failedJob.jobId ?? ''}, run ${failedJob.runId} (${failedJob.status}).${usual}`,
    cause === 'skipped' &&
      run.pipelineInstanceId &&
      `Diagnose the run of the pipeline to see why: ${excerpt(String(run.pipelineInstanceId))}`,
    reason && `The platform says: ${reason}`,
    meaning && `Exit code ${exitCode}: ${meaning}`,
    path.length > 1 && `Path: ${path.slice(-MAX_STEPS).map(stepText).join(' → ')}`,
    line && `Log${line.stream ? ` (${line.stream})` : ''}: ${line.value}`,
    ...historyText(found, about),
    unread.length > 0 && `Not read: ${unread.join('; ')}`,
    found.url,
  ];
  return shortened(lines.filter(Boolean).join('\n'), MAX_CHARACTERS);
}

/** Returns, for example, `Load orders (run 17) failed after 42 s: a file is missing.` */
function headline({ cause }: Diagnosis, { kind, run }: Circumstances): string {
  const outcome = findOutcome(run);
  const name = excerpt(String(run[kind.parentName] ?? run[kind.parentId] ?? `A ${kind.noun}`));
  const which = `${name} (run ${run.number ?? run.id})`;
  if (outcome === undefined)
    return `${which} has not ended yet. Its status is ${excerpt(run.status)}.`;
  const { durationSeconds, stoppedBy } = run;
  const after =
    typeof durationSeconds === 'number' ? ` after ${formatDuration(durationSeconds)}` : '';
  const ended = `${which} ${describeOutcome(outcome, run.status)}${after}`;
  if (outcome === 'succeeded') return `${ended}. It did not fail.`;
  if (cause === outcome) return `${ended}${stoppedBy ? ` by ${excerpt(stoppedBy)}` : ''}.`;
  return `${ended}: ${CAUSES[cause]}.`;
}

function stepText({ kind, name, status, isMet }: Step): string {
  if (kind === 'job') return `${name} (${status})`;
  return `condition ${name} (${isMet === null ? 'not evaluated' : isMet ? 'met' : 'not met'})`;
}

function historyText(
  { changesSinceLastSuccess: changes, failuresInARow, failingSince }: Diagnosis,
  { lastSuccess, isAtLeast, moment }: Circumstances,
): string[] {
  const count = `${isAtLeast ? 'At least ' : ''}${formatCount(failuresInARow ?? 0, 'failure')}`;
  const since = failingSince === null ? '' : `, since ${moment(Date.parse(failingSince))}`;
  const failures = (failuresInARow ?? 0) > 1 ? [`${count} in a row${since}`] : [];
  if (lastSuccess === null && !isAtLeast) return [...failures, 'No run before it succeeded'];
  if (!lastSuccess || changes === null) return failures;
  const at = moment(lastSuccess.beginMs);
  const success = `the last success (run ${lastSuccess.number ?? lastSuccess.id}, ${at})`;
  const shown = changes.slice(0, MAX_CHANGES).map(changeText);
  if (changes.length > shown.length) shown.push(`${changes.length - shown.length} more`);
  const none = `Nothing is known to have changed since ${success}`;
  return [...failures, changes.length > 0 ? `Changed since ${success}: ${shown.join('; ')}` : none];
}

function changeText({ field, change, from, to }: Change): string {
  if (from === null && to === null) return `${field} ${change}`;
  const value = (text: string | null) =>
    text === null ? 'nothing' : shortened(text, VALUE_CHARACTERS);
  return `${field} from ${value(from)} to ${value(to)}`;
}
