/** Bounds of a response and of the time that a platform may take. Each ends in an error that names it. */

const MIB = 1024 * 1024;

/**
 * The kind of a response that is kept in memory: `data` is a GraphQL response, a schema or a listing; `short` is the response
 * to a login or a probe. A file that is retrieved may have any size.
 */
export type ResponseKind = 'data' | 'short';

/** The greatest size of a response that is kept in memory, in bytes. */
export const MAX_RESPONSE_BYTES: Readonly<Record<ResponseKind, number>> = {
  data: 64 * MIB,
  short: 1 * MIB,
};

/** Bytes that are read of a response whose status reports a failure; the rest is left out. */
export const MAX_ERROR_PAGE_BYTES = 1 * MIB;

/** The longest time from the head to the end of a response that is kept in memory, in milliseconds. */
export const MAX_RESPONSE_MS = 10 * 60_000;

/** The time limit of silence also bounds a whole short response, which has at least this time. */
export const MIN_WHOLE_RESPONSE_MS = 1_000;

/** The largest head of a response, in bytes, as browsers accept it. */
export const MAX_HEAD_BYTES = 256 * 1024;

const SILENCE_VARIABLE = 'DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS';
export const USUAL_MS = 60_000;
/** A timer cannot wait longer. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Returns how long a platform may be silent before a request is given up, in milliseconds. The administrator of n8n can set it
 * for all requests with the environment variable DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS.
 */
export function silenceLimitMs(): number {
  return (limitMs ??= readLimitMs());
}

/** Read once: looking into the environment takes long enough to be noticed at each request. */
let limitMs: number | undefined;

function readLimitMs(): number {
  const seconds = Number(process.env[SILENCE_VARIABLE]);
  return seconds > 0 ? Math.min(seconds * 1000, MAX_TIMER_MS) : USUAL_MS;
}
