import { GraphqlResponseError, PlatformError, UnexpectedResponseError } from './errors';

/** Not implemented, and no room left: whoever says so has not done it. */
const DEFINITE_STATUSES = [501, 507];

/** Refusals of a request for its size or address are made before it is passed on; 401, 404 and 405 as well. */
const BEFORE_THE_PLATFORM = [401, 404, 405, 411, 413, 414, 429, 431];

/**
 * Whether a failed attempt may have taken effect all the same: its response was lost, or came from something in between.
 * A gateway's error proves nothing, since the platform may act long after it.
 */
export function mayHaveTakenEffect(error: unknown): boolean {
  if (!(error instanceof PlatformError) || error.reach === 'never') return false;
  if (error.reach === 'unknown' || error instanceof UnexpectedResponseError) return true;
  const { status = 0 } = error;
  // A firewall looks at the responses as well: it may refuse to pass on what the platform has done.
  if (error.page === 'firewall' && !BEFORE_THE_PLATFORM.includes(status)) return true;
  const isOfGateway = (status >= 500 && !DEFINITE_STATUSES.includes(status)) || status === 408;
  // Only the platform itself says where in the execution it failed.
  return isOfGateway && !(error instanceof GraphqlResponseError && !error.refusedBeforeExecution);
}

/** The same of any attempt before the last one, where the request was repeated. */
export function earlierAttemptMayHaveTakenEffect({ previousAttempt }: PlatformError): boolean {
  if (!previousAttempt) return false;
  return mayHaveTakenEffect(previousAttempt) || earlierAttemptMayHaveTakenEffect(previousAttempt);
}
