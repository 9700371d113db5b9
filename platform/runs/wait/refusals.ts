import {
  ConnectionError,
  GraphqlResponseError,
  InvalidInputError,
  PlatformError,
  UnexpectedResponseError,
  UnsupportedError,
} from '../../errors/errors';
import { isNotFoundEntry } from '../../errors/errorCodes';

/** How long a definite response has to last before it is believed, in milliseconds. */
export interface GiveUpDelays {
  /** Any refusal, as of rights or of a login, and the loss of a run that is known to exist. */
  refusalMs: number;
  /** That there is no such run, for one that was never read. */
  unknownMs: number;
}

export const GIVE_UP_DELAYS: GiveUpDelays = { refusalMs: 60_000, unknownMs: 5_000 };

/** The same definite response at one poll after the other. */
export interface Refusal {
  /** What makes it the same. */
  kind: string;
  sinceMs: number;
  polls: number;
}

const PERMANENT = [InvalidInputError, UnsupportedError];

/**
 * What a run that could not be read is held for. A broken connection, silence or a gateway's page may pass and says
 * nothing about the run.
 * @returns `permanent` for what cannot get better, undefined for what passes
 */
export function classifyFailure(
  before: Refusal | undefined,
  failure: unknown,
  now: number,
): Refusal | 'permanent' | undefined {
  if (!(failure instanceof PlatformError)) return 'permanent';
  if (PERMANENT.some((kind) => failure instanceof kind)) return 'permanent';
  if (failure.code === 'NOT_SUPPORTED') return 'permanent';
  if (isTransient(failure)) return undefined;
  const kind = isUnknownRun(failure) ? UNKNOWN : `${failure.name} ${failure.status ?? ''}`;
  if (before?.kind !== kind) return { kind, sinceMs: now, polls: 1 };
  return { ...before, polls: before.polls + 1 };
}

export function isPersistent(
  { kind, sinceMs, polls }: Refusal,
  exists: boolean,
  { refusalMs, unknownMs }: GiveUpDelays,
  now: number,
): boolean {
  const delayMs = kind === UNKNOWN && !exists ? unknownMs : refusalMs;
  return polls > 1 && now - sinceMs >= delayMs;
}

const UNKNOWN = 'unknown';

/** No such run, in whatever way a platform says it: in words, or with nothing in its place. */
export function isUnknownRun(failure: PlatformError): boolean {
  if (failure instanceof GraphqlResponseError) return failure.errors.every(isNotFoundEntry);
  return failure instanceof UnexpectedResponseError && !failure.status;
}

function isTransient(failure: PlatformError): boolean {
  if (failure instanceof ConnectionError) return true;
  return (
    failure.isTemporary || (failure instanceof UnexpectedResponseError && !isUnknownRun(failure))
  );
}
