/** How patient all requests to an address are together where it refuses some of them. Times are milliseconds. */

/** A platform that asks for a longer pause than this is reported instead of waited for. */
export const MAX_PAUSE_MS = 60_000;
/** An address that has accepted nothing for so long, or a request that was refused for so long, is given up … */
export const MAX_REFUSAL_MS = 5 * 60_000;
/** … the request after so many refusals at least: where many wait, time alone says nothing of one of them. */
export const MIN_REFUSALS = 8;
/** The longest pause after a refusal that asks for none. */
export const MAX_BACKOFF_MS = 10_000;
/** After 503 without Retry-After so many times in a row, with nothing accepted meanwhile, the address is away. */
export const REFUSALS_OF_ONE_AWAY = 4;
/** What was learned of an address holds for so long after its last refusal. */
export const KEPT_MS = 10 * 60_000;
