/** Bounds of a response and of the time that a platform may take. Each ends in an error that names it. */

const MIB = 1024 * 1024;

/** Limits a response that is kept in memory. A file that is retrieved may have any size. */
export const MAX_RESPONSE_BYTES = 64 * MIB;

/** No more is read of a response whose status reports a failure. */
export const MAX_ERROR_PAGE_BYTES = 1 * MIB;

/** Limits the time from the head to the end of a response that is kept in memory. */
export const MAX_RESPONSE_MS = 10 * 60_000;

/** Browsers accept heads of this size. */
export const MAX_HEAD_BYTES = 256 * 1024;

const SILENCE_VARIABLE = 'DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS';
export const USUAL_MS = 60_000;
/** Node's timers cannot wait longer. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Returns how long a platform may be silent before a request is given up. The administrator of n8n can set it for all requests
 * with the environment variable DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS.
 */
export function silenceLimitMs(): number {
  return (limitMs ??= readLimitMs());
}

/** Reading the environment for each request would be noticeable, so the limit is kept. */
let limitMs: number | undefined;

function readLimitMs(): number {
  const seconds = Number(process.env[SILENCE_VARIABLE]);
  return seconds > 0 ? Math.min(seconds * 1000, MAX_TIMER_MS) : USUAL_MS;
}
