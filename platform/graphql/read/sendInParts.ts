import { GraphqlResponseError, OutcomeUnknownError, PlatformError } from '../../errors/errors';
import { MAX_PARTS } from '../../http/limits';
import { isSchemaRefusal } from '../schema/schemaRefusal';

/** A request that can be split. It only reads, or makes changes that may be repeated. */
export interface PartedRequest<Part> {
  /**
   * Sends one request and settles its parts. @throws if none of them has a response
   * @param maxRefusals after this many refusals for too many, the parts are too many for one request
   */
  send(parts: readonly Part[], maxRefusals: number): Promise<void>;
  /** Settles parts that were refused for good. */
  fail(parts: readonly Part[], error: unknown): void;
}

/** A rate limit may never have room for a whole request; once one part alone was accepted, that is likely. */
const MAX_REFUSALS = 3;

/** Sends parts in as few requests as possible. */
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
 * Sends one request. If it is refused, perhaps for its size, two parts are tried alone: if both are refused as well, the size
 * is not the reason.
 */
async function sendOrSplit<Part>(
  request: PartedRequest<Part>,
  parts: readonly Part[],
): Promise<void> {
  try {
    await request.send(parts, parts.length === 1 ? Infinity : MAX_REFUSALS);
  } catch (error) {
    if (parts.length === 1 || !mayBeAboutSize(error)) return request.fail(parts, error);
    const [one, another, ...others] = parts as [Part, Part, ...Part[]];
    const isOneAccepted = await isAccepted(request, one);
    const isAnotherAccepted = await isAccepted(request, another);
    if (isOneAccepted || isAnotherAccepted) await sendInHalves(request, others);
    else request.fail(others, error);
  }
}

/** Halves what is refused, down to one part, which then fails in its own words. Sends the rest in the size that was accepted. */
async function sendInHalves<Part>(
  request: PartedRequest<Part>,
  parts: readonly Part[],
): Promise<void> {
  let size = Math.ceil(parts.length / 2);
  for (let at = 0; at < parts.length;) {
    const some = parts.slice(at, at + size);
    try {
      await request.send(some, some.length === 1 ? Infinity : 1);
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
    await request.send([part], Infinity);
    return true;
  } catch (error) {
    request.fail([part], error);
    return false;
  }
}

/** What gateways, firewalls and servers refuse a body with that is too large for them, or that they do not like. */
const STATUSES: ReadonlySet<number | undefined> = new Set([400, 403, 406, 413, 414, 422, 500]);

/** Whether a request may have been refused for its size or cost: few say so. */
function mayBeAboutSize(error: unknown): boolean {
  if (!(error instanceof PlatformError) || error.lastEffect === 'made') return false;
  // A request that is sent in parts may be repeated.
  if (error instanceof OutcomeUnknownError) return mayBeAboutSize(error.failure);
  if (error instanceof GraphqlResponseError) return !isSchemaRefusal(error);
  if (error.sends === 0) return false;
  // A limit on what is asked for in a while never has room for more than it allows.
  const isTooMany = error.rateLimit?.isTooMany === true;
  return error.page !== undefined || STATUSES.has(error.status) || isTooMany;
}
