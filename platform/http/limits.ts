const MIB = 1024 * 1024;

/** Limits a response that is kept in memory. A file that is downloaded may have any size. */
export const MAX_RESPONSE_BYTES = 64 * MIB;

/** If the status of a response reports a failure, only this much of the response is read. */
export const MAX_ERROR_PAGE_BYTES = 1 * MIB;

/** Limits the time from the head to the end of a response that is kept in memory. */
export const MAX_RESPONSE_MS = 10 * 60_000;

/** Browsers accept a response head of this size. */
export const MAX_HEAD_BYTES = 256 * 1024;

const SILENCE_VARIABLE = 'DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS';
export const DEFAULT_SILENCE_MS = 60_000;
/** Node's timers cannot wait longer. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Returns how long a platform may send nothing before a request fails. The administrator of n8n can set this limit for all
 * requests with the environment variable DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS.
 */
export function getSilenceLimitMs(): number {
  return (limitMs ??= readLimitMs());
}

/** Reading the environment for each request would take noticeable time, so the limit is kept. */
let limitMs: number | undefined;

function readLimitMs(): number {
  const seconds = Number(process.env[SILENCE_VARIABLE]);
  return seconds > 0 ? Math.min(seconds * 1000, MAX_TIMER_MS) : DEFAULT_SILENCE_MS;
}
