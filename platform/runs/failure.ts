import { PlatformError } from '../errors';
import type { RunKind } from './kinds';
import type { Run } from './run';
import { outcomeOf, type RunOutcome } from './statuses';
import type { Wait } from './waiting';

/** A run that was waited for ended, and not well. */
export class RunFailedError extends PlatformError {
  constructor(kind: RunKind, run: Run, lastLogLines: readonly string[]) {
    super(`${subject(kind, run)} ${endOf(run)} (${run.status})`, {
      hint: [
        run.statusDetails,
        `${runOf(run)} ${lastLogLines.length > 0 ? 'The last lines of its log:' : 'It wrote no log.'}`,
        ...lastLogLines,
      ]
        .filter((line) => line !== undefined)
        .join('\n'),
      reach: 'answered',
    });
  }
}

/** A run was still going on when the time to wait for it was up. */
export class RunTimeoutError extends PlatformError {
  constructor(
    kind: RunKind,
    runId: string,
    parentId: string | undefined,
    { run, failure }: Extract<Wait, { ended: false }>,
    timeoutSeconds: number,
  ) {
    const seen = run ? `It was ${run.status} when it was last seen.` : 'It was never seen.';
    const why = failure ? ` Since then the platform could not be asked: ${failure.message}.` : '';
    super(
      `${subject(kind, { id: runId, [kind.parentId]: parentId })} has not ended within ${timeoutSeconds} s: run ${runId}`,
      {
        hint: `${seen}${why} It goes on on the platform. Wait longer with the option "Timeout", or wait for this run later with "Wait" of the resource "${titleOf(kind)} Run".`,
        reach: 'answered',
        cause: failure,
      },
    );
  }
}

function subject({ noun, parentId }: RunKind, run: Partial<Run>): string {
  const id = run[parentId];
  return id ? `${titleOf({ noun })} ${String(id)}` : `The ${noun}'s run ${run.id}`;
}

function titleOf({ noun }: Pick<RunKind, 'noun'>): string {
  return noun === 'job' ? 'Job' : 'Pipeline';
}

const ENDINGS: Record<RunOutcome, string> = {
  succeeded: 'succeeded',
  failed: 'failed',
  stopped: 'was stopped',
  skipped: 'was skipped',
};

function endOf({ status, durationSeconds }: Run): string {
  const ending = ENDINGS[outcomeOf(status) ?? 'failed'];
  if (durationSeconds === null || durationSeconds === undefined) return ending;
  return `${ending} after ${duration(durationSeconds)}`;
}

/** As a person says it: `42 s`, `3 min 5 s`, `2 h 10 min`. */
function duration(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

function runOf({ id, number }: Run): string {
  return `Run ${number === undefined ? id : `${number} (${id})`}.`;
}
