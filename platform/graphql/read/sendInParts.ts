import { GraphqlResponseError, wasAnswered } from '../../common/errors/errors';
import { isSchemaMismatch } from '../schema/schemaMismatch';

/** A request that can be split into parts, because it only reads. */
export interface PartedRequest<Part> {
  /**
   * Sends one request for these parts, and settles them. Throws if the response settles none of them.
   * @param maxThrottled maximum number of throttled sends, after which the request counts as too large
   */
  send(parts: readonly Part[], maxThrottled?: number): Promise<void>;
  fail(parts: readonly Part[], error: unknown): void;
}

/** A response with this many root fields is within the limits of most platforms. */
export const MAX_PARTS = 100;

/** A rate limit that counts root fields may be lower than the number of root fields in a request, so waiting does not help. */
const MAX_THROTTLED_SENDS = 3;

export async function sendInParts<Part>(
  request: PartedRequest<Part>,
  parts: readonly Part[],
): Promise<void> {
  const requests: Array<Promise<void>> = [];
  for (let start = 0; start < parts.length; start += MAX_PARTS) {
    requests.push(sendOrSplit(request, parts.slice(start, start + MAX_PARTS)));
  }
  await Promise.all(requests);
}

/**
 * Sends one request. If it is refused, perhaps for its size, sends two of its parts separately. If both are also refused, the size is
 * not the reason, and all parts fail.
 */
async function sendOrSplit<Part>(
  request: PartedRequest<Part>,
  parts: readonly Part[],
): Promise<void> {
  try {
    await request.send(parts, MAX_THROTTLED_SENDS);
  } catch (error) {
    if (parts.length === 1 || !mayBeAboutSize(error)) return request.fail(parts, error);
    const [first, second, ...others] = parts as [Part, Part, ...Part[]];
    const isFirstAccepted = await isAccepted(request, first);
    const isSecondAccepted = await isAccepted(request, second);
    if (isFirstAccepted || isSecondAccepted) await sendInHalves(request, others);
    else request.fail(others, error);
  }
}

/** Sends requests with half of the parts, and halves them again until one is accepted. Sends the remaining parts in that size. */
async function sendInHalves<Part>(
  request: PartedRequest<Part>,
  parts: readonly Part[],
): Promise<void> {
  let size = Math.ceil(parts.length / 2);
  for (let at = 0; at < parts.length;) {
    const half = parts.slice(at, at + size);
    try {
      await request.send(half, 1);
    } catch (error) {
      if (half.length > 1 && mayBeAboutSize(error)) {
        size = Math.ceil(half.length / 2);
        continue;
      }
      request.fail(half, error);
      // The size was not the reason, so all remaining parts are sent together.
      size = parts.length;
    }
    at += half.length;
  }
}

async function isAccepted<Part>(request: PartedRequest<Part>, part: Part): Promise<boolean> {
  try {
    await request.send([part]);
    return true;
  } catch (error) {
    request.fail([part], error);
    return false;
  }
}

/** With these, gateways, firewalls and servers refuse a large or suspicious body. */
const SIZE_STATUSES: ReadonlySet<number | undefined> = new Set([400, 403, 406, 413, 414, 422, 500]);

/** Returns true if a smaller request may be accepted. Few servers say that they refused a request for its size or cost. */
function mayBeAboutSize(error: unknown): boolean {
  if (!wasAnswered(error)) return false;
  if (error instanceof GraphqlResponseError) return !isSchemaMismatch(error);
  // A rate limit never accepts a request that is larger than the limit.
  const isTooManyRequests = error.rateLimit?.isTooManyRequests === true;
  return error.page !== undefined || SIZE_STATUSES.has(error.status) || isTooManyRequests;
}
