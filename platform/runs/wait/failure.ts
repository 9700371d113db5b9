import { PlatformError } from '../../common/errors/errors';
import { formatDuration } from '../../common/text/amounts';
import { excerpt, stripAnsi } from '../../common/text/text';
import type { FailureLog } from '../logs/failureLog';
import type { RunKind } from '../kinds';
import type { Run } from '../read/run';
import {
  describeOutcome,
  isKnownStatus,
  MAX_UNTRACKED_MS,
  findOutcome,
  type RunOutcome,
} from '../read/outcome';

export type WaitResult =
  | { kind: 'ended'; run: Run }
  /** The status of the run stays UNKNOWN, so it counts as failed, but it may continue. */
  | { kind: 'untracked'; run: Run }
  | WaitTimeout;

export interface WaitTimeout {
  kind: 'timedOut';
  /** The run at its last read; undefined if it was never read. */
  run?: Run;
  unread?: Unread;
}

/** A run that could not be read recently, so it may have ended. */
export interface Unread {
  sinceMs: number;
  /** Undefined if the platform did not respond. */
  failure?: PlatformError;
}

/** A run ended without success, or is untracked and counts as failed. */
export class RunFailedError extends PlatformError {
  constructor(
    kind: RunKind,
    run: Run,
    log: FailureLog | undefined,
    outcome: RunOutcome | 'untracked' = findOutcome(run) ?? 'failed',
  ) {
    super(describeRun(kind, run, describeEnd(run, outcome)), {
      hint: [
        explainStatus(run, outcome),
        formatLongDetails(run),
        identifyRun(kind, run),
        formatLink(kind, run),
        ...describeLog(log),
      ]
        .filter((line) => line !== undefined)
        .join('\n'),
      link: run.url,
      code: outcome === 'stopped' ? 'RUN_STOPPED' : 'RUN_FAILED',
    });
  }
}

/** Returns, for example, `Load failed after 1 s: container exited with code 6 (run 17)`. */
export function describeRun(
  kind: RunKind,
  run: Run,
  ending = describeEnd(run, findOutcome(run) ?? 'untracked'),
): string {
  return `${nameParentOrRun(kind, run)} ${ending}${explainEnd(kind, run, ending)}`;
}

export class RunTimeoutError extends PlatformError {
  constructor(
    kind: RunKind,
    run: Partial<Run> & { id: string },
    { run: lastRead, unread }: WaitTimeout,
    timeoutSeconds: number,
    /** Describes the result of stopping the run. */
    stopSentence = '',
  ) {
    const name = nameParentOrRun(kind, run);
    const cause = unread?.failure;
    const reason = cause ? excerpt(cause.message) : 'the platform did not respond';
    const message = unread
      ? `${name} has not been read since ${formatTimeOfDay(unread.sinceMs)}, because ${reason}: run ${run.id}`
      : `${name} has not ended within ${timeoutSeconds} s: run ${run.id}`;
    const stateSentence = unread
      ? ` It is not known whether the run ended within ${timeoutSeconds} s.`
      : ' The run continues on the platform.';
    super(message, {
      hint: [
        `${describeLastStatus(lastRead)}${stopSentence ? ` ${stopSentence}` : stateSentence} Increase the option "Timeout", or wait for this run later with the operation "Wait" of the resource "${capitalizeNoun(kind)} Run".`,
        formatLink(kind, run),
      ]
        .filter((line) => line !== undefined)
        .join('\n'),
      link: run.url,
      code: 'TIMED_OUT',
      cause,
    });
  }
}

/** Thrown if the platform keeps refusing to return a run. */
export class RunUnreadableError extends PlatformError {
  constructor(
    { noun }: { noun: RunKind['noun'] | 'app' },
    id: string,
    lastRead: Run | undefined,
    failure: PlatformError,
  ) {
    const subjectNoun = noun === 'app' ? 'app' : `${noun}'s run`;
    const mayContinue = ` The ${noun === 'app' ? 'app' : 'run'} may continue on the platform.`;
    super(`The ${subjectNoun} ${id} cannot be waited for: ${failure.message}`, {
      hint: `${failure.hint} ${describeLastStatus(lastRead)}${lastRead ? mayContinue : ''}`,
      status: failure.status,
      cause: failure,
    });
  }
}

function formatTimeOfDay(ms: number): string {
  return `${new Date(ms).toISOString().slice(11, 19)} UTC`;
}

export function describeLastStatus(run: Run | undefined): string {
  return run ? `Its last known status was ${excerpt(run.status)}.` : 'Its status was never read.';
}

/** Returns the name of the job or pipeline; if it is unknown, names the run by an ID. */
function nameParentOrRun(kind: RunKind, run: Partial<Run>): string {
  const name = run[kind.parentNameField];
  if (name) return excerpt(name);
  const id = run[kind.parentIdField];
  return id ? `${capitalizeNoun(kind)} ${excerpt(id)}` : `The ${kind.noun}'s run ${run.id}`;
}

function capitalizeNoun({ noun }: Pick<RunKind, 'noun'>): string {
  return noun === 'job' ? 'Job' : 'Pipeline';
}

function describeEnd({ status, durationSeconds }: Run, outcome: RunOutcome | 'untracked'): string {
  if (outcome === 'untracked')
    return `counts as failed, because its status stays ${excerpt(status)}`;
  const ending = describeOutcome(outcome, status);
  if (durationSeconds === null || durationSeconds === undefined) return ending;
  return `${ending} after ${formatDuration(durationSeconds)}`;
}

/** Returns, for example, `: container exited with code 6 (run 17)`, or only ` (FAILED)` without details. */
function explainEnd({ parentNameField }: RunKind, run: Run, ending: string): string {
  const details = run.statusDetails ?? run.statusReason;
  const number = run.number !== undefined && run[parentNameField] ? `run ${run.number}` : undefined;
  if (details !== undefined) return `: ${excerpt(details)}${number ? ` (${number})` : ''}`;
  const status = excerpt(run.status);
  const parts = [ending.includes(status) ? undefined : status, number];
  const text = parts.filter((part) => part !== undefined).join(', ');
  return text === '' ? '' : ` (${text})`;
}

/** Explains a status whose meaning only the user can know; undefined for other statuses. */
function explainStatus({ status }: Run, outcome: RunOutcome | 'untracked'): string | undefined {
  const word = excerpt(status);
  if (outcome === 'untracked')
    return `Check the run on the platform: it may continue. Its status was ${word} for ${MAX_UNTRACKED_MS / 1000} s. Retry On Fail, and the retry of this execution, wait for this run; a new execution of Run and Wait starts another one. If ${word} means failure, add "${word}=failed" to the option "Final Statuses" of Run and Wait or Wait.`;
  if (outcome !== 'failed' || isKnownStatus(status)) return undefined;
  return `The status ${word} is not known, so it counts as failed. If it means success, add "${word}=succeeded" to the option "Final Statuses" of Run and Wait or Wait.`;
}

/** Returns the details unless the message contains them unchanged. */
function formatLongDetails({ statusDetails }: Run): string | undefined {
  if (!statusDetails || excerpt(statusDetails) === statusDetails.trim()) return undefined;
  return cutLongText(stripAnsi(statusDetails));
}

/** Returns, for example, `Job 6f1d… · run 17 (0a2b…) · FAILED · OUT_OF_MEMORY`. */
function identifyRun(kind: RunKind, run: Run): string {
  const parent = run[kind.parentIdField];
  return [
    parent && `${capitalizeNoun(kind)} ${excerpt(parent)}`,
    describeRunNumber(run),
    excerpt(run.status),
    run.statusReason && excerpt(run.statusReason),
  ]
    .filter((part) => part)
    .join(' · ');
}

function formatLink({ noun }: RunKind, { url }: Partial<Run>): string | undefined {
  return url ? `Open the ${noun === 'job' ? 'run' : noun}: ${url}` : undefined;
}

export function describeRunNumber({ id, number }: Pick<Run, 'id' | 'number'>): string {
  return number === undefined ? `run ${id}` : `run ${number} (${id})`;
}

/** An error should fit on a screen. The whole log is on the platform. */
const MAX_LOG_CHARACTERS_IN_ERROR = 6_000;
const MAX_CHARACTERS_A_LINE = 1_000;

export function describeLog(log: FailureLog | undefined): string[] {
  if (!log) return [];
  const { jobRun, lines, failure } = log;
  const whose = jobRun
    ? ` of the job ${excerpt(findJobName(jobRun))}, ${describeRunNumber(jobRun)}`
    : '';
  if (failure) return [`The log${whose} could not be read: ${failure.message}. ${failure.hint}`];
  if (lines.length === 0) return [`The log${whose} is empty.`];
  return [`The last lines of the log${whose}:`, ...keepLastLines(lines)];
}

function findJobName({ jobName: name, jobAlias, jobId, id }: Run): string {
  return [name, jobAlias, jobId].find((text) => typeof text === 'string') ?? id;
}

function keepLastLines(lines: readonly string[]): string[] {
  const kept: string[] = [];
  let left = MAX_LOG_CHARACTERS_IN_ERROR;
  for (const line of lines.toReversed()) {
    const cut = cutLongText(line);
    left -= cut.length;
    if (left < 0) return ['…', ...kept];
    kept.unshift(cut);
  }
  return kept;
}

function cutLongText(text: string): string {
  return text.length > MAX_CHARACTERS_A_LINE ? `${text.slice(0, MAX_CHARACTERS_A_LINE)}…` : text;
}
