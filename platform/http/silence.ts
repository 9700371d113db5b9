const VARIABLE = 'DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS';
const USUAL_SECONDS = 60;

/**
 * How long a platform may be silent before a request is given up, in milliseconds. Whoever runs n8n can set it for all
 * requests by the environment variable DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS.
 */
export function silenceLimitMs(): number {
  limitMs ??= readLimitMs();
  return limitMs;
}

/** Read once: looking into the environment takes long enough to be noticed at each request. */
let limitMs: number | undefined;

function readLimitMs(): number {
  const seconds = Number(process.env[VARIABLE]);
  return (seconds > 0 ? seconds : USUAL_SECONDS) * 1000;
}
