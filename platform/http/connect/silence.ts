const VARIABLE = 'DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS';
export const USUAL_MS = 60_000;
/** What a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * How long a platform may be silent before a request is given up, in milliseconds. Whoever runs n8n can set it for all
 * requests by the environment variable DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS.
 */
export function silenceLimitMs(): number {
  return (limitMs ??= readLimitMs());
}

/** Read once: looking into the environment takes long enough to be noticed at each request. */
let limitMs: number | undefined;

function readLimitMs(): number {
  const seconds = Number(process.env[VARIABLE]);
  return seconds > 0 ? Math.min(seconds * 1000, LONGEST_MS) : USUAL_MS;
}
