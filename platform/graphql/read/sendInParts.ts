import { GraphqlResponseError, hasOwnResponse } from '../../common/errors/errors';
import { isSchemaMismatch } from '../schema/schemaMismatch';

/** A request that can be split. It only reads. */
export interface PartedRequest<Part> {
  /**
   * Sends one request and settles its parts. Throws if none of them has a response.
   * @param maxThrottled number of throttled sends after which a request with several parts counts as too large
   */
  send(parts: readonly Part[], maxThrottled?: number): Promise<void>;
  fail(parts: readonly Part[], error: unknown): void;
}

/** With this many root fields in a request, the response stays below the limits of most platforms. */
export const MAX_PARTS = 100;

/** A rate limit that counts root fields may never accept a whole request. */
const MAX_THROTTLED = 3;

export async function sendInParts<Part>(
  request: PartedRequest<Part>,
  parts: readonly Part[],
): Promise<void> {
  const sent: Array<Promise<void>> = [];
  for (let start = 0; start < parts.length; start += MAX_PARTS) {
    sent.push(sendOrSplit(request, parts.slice(start, start + MAX_PARTS)));
  }
  await Promise.all(sent);
}

/**
 * Sends one request. If it is refused, perhaps for its size, two of its parts are sent alone. If both are also refused, the size is
 * not the reason.
 */
async function sendOrSplit<Part>(
  request: PartedRequest<Part>,
  parts: readonly Part[],
): Promise<void> {
  try {
    await request.send(parts, MAX_THROTTLED);
  } catch (error) {
    if (parts.length === 1 || !mayBeAboutSize(error)) return request.fail(parts, error);
    const [one, another, ...others] = parts as [Part, Part, ...Part[]];
    const isOneAccepted = await isAccepted(request, one);
    const isAnotherAccepted = await isAccepted(request, another);
    if (isOneAccepted || isAnotherAccepted) await sendInHalves(request, others);
    else request.fail(others, error);
  }
}

/** Halves a refused request until a part is accepted, or fails alone. Sends the rest in the accepted size. */
async function sendInHalves<Part>(
  request: PartedRequest<Part>,
  parts: readonly Part[],
): Promise<void> {
  let size = Math.ceil(parts.length / 2);
  for (let at = 0; at < parts.length;) {
    const some = parts.slice(at, at + size);
    try {
      await request.send(some, 1);
    } catch (error) {
      if (some.length > 1 && mayBeAboutSize(error)) {
        size = Math.ceil(some.length / 2);
        continue;
      }
      request.fail(some, error);
      // The size was not the reason.
      size = parts.length;
    }
    at += some.length;
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

/** Gateways, firewalls and servers refuse a large or suspicious body with one of these. */
const STATUSES: ReadonlySet<number | undefined> = new Set([400, 403, 406, 413, 414, 422, 500]);

/** Few servers say that a request was refused for its size or cost. */
function mayBeAboutSize(error: unknown): boolean {
  if (!hasOwnResponse(error)) return false;
  if (error instanceof GraphqlResponseError) return !isSchemaMismatch(error);
  // A rate limit never accepts a request that is larger than the limit.
  const isTooMany = error.rateLimit?.isTooMany === true;
  return error.page !== undefined || STATUSES.has(error.status) || isTooMany;
}
