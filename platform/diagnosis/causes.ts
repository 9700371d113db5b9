import type { LogLine } from '../runs/logs/logs';
import { excerpt, stripAnsi } from '../common/text/text';

/** Each text can end the headline "Load orders (run 17) failed after 42 s: …". docs/runs.md lists the causes. */
export const CAUSES = {
  succeeded: 'it succeeded',
  stillRunning: 'it has not ended yet',
  stopped: 'it was stopped',
  skipped: 'it was skipped',
  outOfMemory: 'it ran out of memory',
  imageNotFound: 'its image could not be pulled',
  scheduling: 'the cluster could not schedule it',
  diskFull: 'a disk is full',
  missingModule: 'a module or class is missing',
  missingVariable: 'an environment variable is missing',
  missingCommand: 'a command was not found',
  missingFile: 'a file is missing',
  connectionFailed: 'a connection failed',
  accessDenied: 'access was denied',
  timeout: 'a time limit was exceeded',
  newVersion: 'it began to fail with a new version',
  changedVariable: 'it began to fail with a changed variable',
  exitCode: 'its program ended with an error code',
  unknown: 'the cause is unknown',
} as const;

export type Cause = keyof typeof CAUSES;

/** Causes by the platform's `StatusReason`. Generic reasons are left out. */
const CAUSE_BY_STATUS_REASON: ReadonlyMap<string | undefined, Cause> = new Map([
  ['OUT_OF_MEMORY', 'outOfMemory'],
  ['IMAGE_PULL_ERROR', 'imageNotFound'],
  ['INVALID_IMAGE_NAME', 'imageNotFound'],
  ['EVICTED', 'scheduling'],
  ['EVICTED_EXEC_VARS', 'scheduling'],
]);

/** The first match counts. Each pattern takes linear time. */
const PATTERNS: ReadonlyArray<readonly [Cause, RegExp]> = [
  [
    'outOfMemory',
    /out of memory|oom-?killed|MemoryError|OutOfMemory|cannot allocate memory|std::bad_alloc|memory limit exceeded/i,
  ],
  [
    'imageNotFound',
    /ErrImagePull|ImagePullBackOff|InvalidImageName|manifest unknown|pull access denied|(?:failed|unable|not|error) (?:to )?pull(?:ing)? (?:the )?image|image not found/i,
  ],
  [
    'scheduling',
    /unschedulable|FailedScheduling|insufficient (?:cpu|memory|nvidia|gpu)|nodes are available|\bevicted\b|preempted/i,
  ],
  ['diskFull', /no space left on device|ENOSPC|disk quota exceeded/i],
  [
    'missingModule',
    /ModuleNotFoundError|no module named|cannot find module|ClassNotFoundException|NoClassDefFoundError|there is no package called|error while loading shared libraries/i,
  ],
  [
    'missingVariable',
    /unbound variable|\bos\.environ\[|environment variable \S{1,100} (?:is )?(?:not set|missing|required|undefined)/i,
  ],
  ['missingCommand', /command not found|executable file not found|exec format error/i],
  [
    'missingFile',
    /no such file or directory|FileNotFound|NoSuchFile|ENOENT|path does not exist|can(?:no|')t open file/i,
  ],
  [
    'connectionFailed',
    /connection (?:refused|reset|timed out)|connect ?timeout|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|UnknownHost|could not resolve host|name or service not known|failure in name resolution/i,
  ],
  [
    'accessDenied',
    /permission denied|access ?denied|EACCES|unauthori[sz]ed|authentication failed|403 forbidden/i,
  ],
  ['timeout', /timed out|time-?out (?:reached|exceeded|after)|deadline ?exceeded|TimeoutE/i],
];
const EXIT_CODE_PATTERN =
  /exit(?:ed)?(?: with)?(?: non-zero)?(?: (?:code|status))?[ :=]{1,3}(\d{1,3})\b/i;
/** Contains only exit codes that mean the same for all programs. */
export const EXIT_CODE_MEANINGS: ReadonlyMap<string, string> = new Map([
  ['126', 'the command is not executable'],
  ['127', 'the command was not found'],
  ['137', 'another process killed it (SIGKILL), often because it used too much memory'],
  ['139', 'it crashed (SIGSEGV)'],
  ['143', 'another process asked it to end (SIGTERM)'],
]);
const LOOKS_LIKE_ERROR =
  /error|exception|traceback|fatal|fail(?:ed|ure)|panic|denied|killed|cannot |can't |not found|no such|not set|unbound|refused|timed out|out of memory|no space|evicted|caused by/i;
/** Matches a specific error, such as `ValueError`, before which no other cause is searched. `RuntimeError` is generic. */
const NAMES_SPECIFIC_ERROR =
  /\b(?!Key|Runtime|Spark|Job|Py4J|CalledProcess|Invocation|Execution)[A-Z]\w{1,60}(?:Error|Exception)\b/;
const SAYS_NO_ERROR = /\b(?:no|0) (?:errors?|exceptions?|failures?|failed)\b|\berrors?[:=] ?0\b/i;

const MAX_LINE_CHARACTERS = 2_000;
const MAX_SHOWN_CHARACTERS = 500;
const LINES_AROUND = 5;

/** @param statusReason code of the platform, such as `OUT_OF_MEMORY` */
export function findCause(text = '', statusReason?: string): Cause | undefined {
  const start = stripAnsi(text).slice(0, MAX_LINE_CHARACTERS);
  return (
    CAUSE_BY_STATUS_REASON.get(statusReason) ??
    PATTERNS.find(([, pattern]) => pattern.test(start))?.[0]
  );
}

/** Ignores exit code 0. */
export function findExitCode(text = ''): string | undefined {
  const [, code] = EXIT_CODE_PATTERN.exec(stripAnsi(text).slice(0, MAX_LINE_CHARACTERS)) ?? [];
  return Number(code) > 0 ? code : undefined;
}

export interface ExcerptLine {
  /** Counted from 0; null if the platform does not number lines. */
  index: number | null;
  stream: string | null;
  value: string;
  looksLikeError: boolean;
}

/**
 * Returns the first and the last line that look like an error, with the lines around them. If no line looks like an error,
 * returns the end of the log.
 */
export function selectExcerpt(log: readonly LogLine[]): ExcerptLine[] {
  // A color code directly before "0 errors" would hide where the word begins.
  const lines = log.map((line) => ({ ...line, value: stripAnsi(line.value) }));
  const errors = lines.flatMap(({ value }, at) => (looksLikeError(value) ? [at] : []));
  const centers = errors.length > 0 ? [errors[0], errors.at(-1)] : [lines.length - 1];
  const isNear = (at: number) =>
    centers.some((center = at) => Math.abs(center - at) <= LINES_AROUND);
  return lines.flatMap(({ index, stream, value }, at) => {
    if (!isNear(at)) return [];
    const shown = excerpt(value, [], MAX_SHOWN_CHARACTERS);
    const isError = looksLikeError(value);
    return [
      { index: index ?? null, stream: stream ?? null, value: shown, looksLikeError: isError },
    ];
  });
}

/**
 * Searches the errors, then all lines, from last to first, until a line names a specific error. Without a cause, `line` is the
 * last error, or else the last line.
 */
export function findCauseInLog(excerptLines: readonly ExcerptLine[]): {
  cause?: Cause;
  line?: ExcerptLine;
} {
  const latestFirst = excerptLines.toReversed();
  const errors = latestFirst.filter((line) => line.looksLikeError);
  for (const line of [...errors, ...latestFirst]) {
    const cause = findCause(line.value);
    if (cause) return { cause, line };
    if (NAMES_SPECIFIC_ERROR.test(line.value)) break;
  }
  return { line: errors[0] ?? latestFirst[0] };
}

function looksLikeError(value: string): boolean {
  const start = value.slice(0, MAX_LINE_CHARACTERS);
  return LOOKS_LIKE_ERROR.test(start) && !SAYS_NO_ERROR.test(start);
}
