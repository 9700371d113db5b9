import {
  ConnectionError,
  GraphqlResponseError,
  InvalidInputError,
  PlatformError,
  TimeoutError,
  UnexpectedResponseError,
  UnsupportedError,
} from '../../errors/errors';
import { isNotFoundEntry } from '../../errors/isNotFoundEntry';

/** How long a definite response has to last before it is believed, in milliseconds. */
export interface Patience {
  /** Any refusal, as of rights or of a login, and the loss of a run that is known to exist. */
  refusalMs: number;
  /** That there is no such run, for one that was never seen. */
  unknownMs: number;
}

export const PATIENCE: Patience = { refusalMs: 60_000, unknownMs: 5_000 };

/** The same definite response at one look after the other. */
export interface Refusal {
  /** What makes it the same. */
  kind: string;
  sinceMs: number;
  looks: number;
}

/**
 * What a run that could not be read is held for. A broken connection, silence or a gateway's page may pass and says
 * nothing about the run.
 * @returns `never` for what cannot get better, undefined for what passes
 */
export function readBadly(
  before: Refusal | undefined,
  failure: unknown,
  now: number,
): Refusal | 'never' | undefined {
  if (!(failure instanceof PlatformError)) return 'never';
  if (failure instanceof InvalidInputError || failure instanceof UnsupportedError) return 'never';
  if (passes(failure)) return undefined;
  const kind = isUnknownRun(failure) ? UNKNOWN : `${failure.name} ${failure.status ?? ''}`;
  if (before?.kind !== kind) return { kind, sinceMs: now, looks: 1 };
  return { ...before, looks: before.looks + 1 };
}

export function isLasting(
  { kind, sinceMs, looks }: Refusal,
  exists: boolean,
  { refusalMs, unknownMs }: Patience,
  now: number,
): boolean {
  const patienceMs = kind === UNKNOWN && !exists ? unknownMs : refusalMs;
  return looks > 1 && now - sinceMs >= patienceMs;
}

const UNKNOWN = 'unknown';

/** No such run, in whatever way a platform says it: in words, or with nothing in its place. */
export function isUnknownRun(failure: PlatformError): boolean {
  if (failure instanceof GraphqlResponseError) return failure.errors.every(isNotFoundEntry);
  return (
    failure instanceof UnexpectedResponseError && failure.reach === 'answered' && !failure.status
  );
}

function passes(failure: PlatformError): boolean {
  if (failure instanceof ConnectionError || failure instanceof TimeoutError) return true;
  return failure.mayPass || (failure instanceof UnexpectedResponseError && !isUnknownRun(failure));
}
