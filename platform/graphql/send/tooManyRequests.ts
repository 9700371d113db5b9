import type { GraphqlErrorEntry } from '../../errors/errors';

/**
 * Codes of limits, without signs between their words: RATE_LIMITED, RateLimitExceeded, rate-limit (Lighthouse),
 * TOO_MANY_REQUESTS, THROTTLED (Shopify), REQUEST_RATE_LIMITED (Apollo Router).
 */
const CODE =
  /^(request)?(ratelimit(ed|ing|exceeded|error)?|concurrencylimited|toomanyrequests?|throttl(ed|ing)(exception|error)?|429)$/;
const WORDS =
  /\btoo many (requests|connections|concurrent)|\b(request|api|call)?\s?rate[- ]?limit(s|ed|ing)?\b.{0,80}\b(exceeded|reached|hit)\b|\bexceeded\b.{0,40}\brate[- ]?limit|\brate[- ]limited\b|\bthrottled\b|\btrying to access .{1,100} too often\b/i;

/** Whether an error says by its code that there were too many requests. */
export function hasTooManyRequestsCode({ extensions }: GraphqlErrorEntry): boolean {
  const { code } = extensions ?? {};
  return typeof code === 'string' && CODE.test(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

/** Whether an error says, by its code or in words, that there were too many requests. */
export function isTooManyRequests(entry: GraphqlErrorEntry): boolean {
  return hasTooManyRequestsCode(entry) || WORDS.test(entry.message);
}
