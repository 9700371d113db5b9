import type { PlatformError } from '../../errors/errors';
import type { RunKind } from '../kinds';
import { outcomeOf } from '../read/outcome';
import type { Run } from '../read/run';

/**
 * `look`: search for the run; `lookThenStart`: the same, and send the start once more if no run is seen, which may
 * still begin later; `error`: unknown at once; `startAgain`: send the start again, the job may run twice.
 */
export type OnLostAnswer = 'look' | 'lookThenStart' | 'error' | 'startAgain';

/** The result of looking for the run of a lost start. */
export type Resolution = { kind: 'found'; run: Run } | Unresolved;

export type Unresolved =
  | {
      kind: 'unknown';
      /** Runs that may be the requested one. */
      candidates: Run[];
      /** Whether all runs since the start were compared with those before it. */
      isComplete: boolean;
    }
  | { kind: 'unreadable'; failure: unknown };

/** A start of which it is not known whether it began a run. */
export interface StartToDescribe extends Pick<RunKind, 'noun'> {
  /** Whether a run certainly started. */
  isMade: boolean;
  onLostAnswer: OnLostAnswer;
  /** The result of the search; undefined without a search. */
  resolution?: Unresolved;
  /** Why the start failed when it was sent again. */
  refusal?: PlatformError;
}

/** Returns what was found, and which choices would have helped. */
export function unknownStartHint(start: StartToDescribe): string {
  return [findings(start), ...suggestions(start)].join(' ');
}

function findings({ noun, resolution, refusal }: StartToDescribe): string {
  const checkFirst = `Check the ${noun}'s runs before you try again`;
  if (refusal)
    return `${checkFirst}: an earlier request may have started one. Sending it again failed: ${refusal.message}. ${refusal.hint}`;
  if (!resolution) return `${checkFirst}.`;
  if (resolution.kind === 'unreadable') {
    const { failure } = resolution;
    const why = failure instanceof Error ? failure.message : String(failure);
    return `${checkFirst}: they could not be read from here (${why}).`;
  }
  return resolution.candidates.length > 0
    ? `One of these runs may be the requested one:\n${listed(resolution.candidates)}\n`
    : `${checkFirst}. ${resolution.isComplete ? 'No new run was found so far.' : 'None of the newest runs can be the requested one.'}`;
}

const OPTION = '"If the Response Is Lost"';

/** By the names of the node's options: here it is known which of them would have helped. */
function suggestions({ noun, isMade, onLostAnswer, resolution }: StartToDescribe): string[] {
  const candidates = resolution?.kind === 'unknown' ? resolution.candidates : [];
  if (candidates.some((run) => outcomeOf(run) === undefined))
    return ['To continue with a current run, set "If Already Running" to "Use the Current Run".'];
  if (candidates.length > 0) return [];
  if (isMade) return [];
  const again = `"Start Again" in ${OPTION} is for ${noun}s that may run twice.`;
  if (resolution?.kind === 'unreadable') return [again];
  if (onLostAnswer === 'startAgain' || onLostAnswer === 'lookThenStart') return [];
  const find = onLostAnswer === 'error' ? [`"Find the Run" in ${OPTION} checks the runs.`] : [];
  const orStart = `"Find the Run, or Start Again" in ${OPTION} sends the request once more if no new run is found.`;
  return [...find, orStart];
}

const MAX_LISTED = 20;

/** Runs as a person finds them on the platform. */
function listed(runs: readonly Run[]): string {
  const lines = runs.slice(0, MAX_LISTED).map(({ id, number, status, startTime }) => {
    const name = number === undefined ? id : `${number} (${id})`;
    return `Run ${name}, ${status}${startTime ? `, started ${startTime}` : ''}`;
  });
  const more = runs.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}
