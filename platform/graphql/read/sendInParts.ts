import { GraphqlResponseError, OutcomeUnknownError, PlatformError } from '../../errors/errors';
import { MAX_PARTS, MAX_REQUEST_LIMITS, REQUEST_LIMITS_KEPT_FOR_MS } from '../../http/limits';
import { Cache } from '../../time/cache';
import { isSchemaRefusal } from '../schema/schemaRefusal';

/** A request that can be made of more or fewer parts. It only reads, or does what can be done twice. */
export interface PartedRequest<Part> {
  address: URL;
  /**
   * Sends one request and settles its parts. @throws why none of them has a response
   * @param maxRefusals after so many refusals for too many, the parts are too many for one request
   */
  send(parts: readonly Part[], maxRefusals: number): Promise<void>;
  /** Settles parts that were refused for good. */
  fail(parts: readonly Part[], error: unknown): void;
}

/** A limit may never have room for a whole request; once one part alone was accepted, that is likely. */
const MAX_REFUSALS = 3;

/** How many parts an address has accepted in a request, if it has refused more. */
const batchSizes = new Cache<string, number>({
  size: MAX_REQUEST_LIMITS,
  ageMs: REQUEST_LIMITS_KEPT_FOR_MS,
});

/** How many parts were accepted in a request; if one was refused for good, nothing is known of the size. */
type Accepted = number;
const UNKNOWN: Accepted = NaN;

/**
 * Sends parts in as few requests as their address accepts. What it refuses is halved, down to one part, which then fails in
 * its own words. First, two parts are tried alone: if both are refused as well, it is not about their number. The size that
 * was accepted is remembered for the next request.
 */
export async function sendInParts<Part>(
  request: PartedRequest<Part>,
  parts: readonly Part[],
  hasTriedAlone = false,
): Promise<Accepted> {
  const size = batchSizes.get(request.address.href) ?? MAX_PARTS;
  const batches: Array<readonly Part[]> = [];
  for (let start = 0; start < parts.length; start += size) {
    batches.push(parts.slice(start, start + size));
  }
  const sent = batches.map(async (some) => await sendOrHalve(request, some, hasTriedAlone));
  return Math.max(...(await Promise.all(sent)));
}

async function sendOrHalve<Part>(
  request: PartedRequest<Part>,
  parts: readonly Part[],
  hasTriedAlone: boolean,
): Promise<Accepted> {
  const maxRefusals = hasTriedAlone ? 1 : MAX_REFUSALS;
  try {
    await request.send(parts, parts.length === 1 ? Infinity : maxRefusals);
    return parts.length;
  } catch (error) {
    if (parts.length === 1 || !mayBeAboutSize(error)) {
      request.fail(parts, error);
      return UNKNOWN;
    }
    let left = parts;
    if (!hasTriedAlone) {
      const [one, another, ...others] = parts as [Part, Part, ...Part[]];
      const isAccepted = async (part: Part) => (await sendOrHalve(request, [part], true)) === 1;
      if (!(await isAccepted(one))) {
        // What is refused alone says nothing of the size.
        if (await isAccepted(another)) await sendInParts(request, others, true);
        else request.fail(others, error);
        return UNKNOWN;
      }
      left = [another, ...others];
    }
    const middle = Math.ceil(left.length / 2);
    // One after the other, so that the second half is sent as the first one was accepted.
    const first = await sendInParts(request, left.slice(0, middle), true);
    const accepted = Math.max(first, await sendInParts(request, left.slice(middle), true));
    if (accepted > 0) batchSizes.set(request.address.href, accepted);
    return accepted;
  }
}

/** What gateways, firewalls and servers refuse a body with that is too large for them, or that they do not like. */
const STATUSES: ReadonlySet<number | undefined> = new Set([400, 403, 406, 413, 414, 422, 500]);

/** Whether a request may have been refused for its size or cost: few say so. */
function mayBeAboutSize(error: unknown): boolean {
  if (!(error instanceof PlatformError) || error.attemptEffect === 'made') return false;
  // What is sent in parts can be done twice.
  if (error instanceof OutcomeUnknownError) return mayBeAboutSize(error.failure);
  if (error instanceof GraphqlResponseError) return !isSchemaRefusal(error);
  if (error.reach !== 'answered') return false;
  // A limit on what is asked for in a while never has room for more than it allows.
  const isTooMany = error.refusal?.isTooMany === true;
  return error.page !== undefined || STATUSES.has(error.status) || isTooMany;
}
