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
 * its own words. First, one part is tried alone: if it and another one are refused in the same words as all, it is not about
 * their number. The size that was accepted is remembered for the next request.
 */
export async function sendInParts<Part>(
  request: PartedRequest<Part>,
  parts: readonly Part[],
): Promise<void> {
  await new PartSender(request).sendAll(parts);
}

class PartSender<Part> {
  private hasTriedAlone = false;

  constructor(private readonly request: PartedRequest<Part>) {}

  async sendAll(parts: readonly Part[]): Promise<Accepted> {
    const size = batchSizes.get(this.request.address.href) ?? MAX_PARTS;
    const batches: Array<readonly Part[]> = [];
    for (let start = 0; start < parts.length; start += size) {
      batches.push(parts.slice(start, start + size));
    }
    return Math.max(...(await Promise.all(batches.map((some) => this.sendOrHalve(some)))));
  }

  private async sendOrHalve(parts: readonly Part[]): Promise<Accepted> {
    const { address, send, fail } = this.request;
    try {
      await send(parts, this.hasTriedAlone ? 1 : MAX_REFUSALS);
      return parts.length;
    } catch (error) {
      if (parts.length === 1 || !mayBeAboutSize(error)) {
        fail(parts, error);
        return UNKNOWN;
      }
      const accepted = await this.sendLess(parts, error);
      if (accepted > 0) batchSizes.set(address.href, accepted);
      return accepted;
    }
  }

  private async sendLess(parts: readonly Part[], error: unknown): Promise<Accepted> {
    if (this.hasTriedAlone) return await this.sendHalves(parts);
    this.hasTriedAlone = true;
    const [first, second, ...others] = parts as [Part, Part, ...Part[]];
    const sentAlone = await this.sendAlone(first, error);
    if (sentAlone === 'accepted') return await this.sendHalves([second, ...others]);
    const isAboutAll = sentAlone === 'alike' && (await this.sendAlone(second, error)) === 'alike';
    if (isAboutAll) this.request.fail(others, error);
    else await this.sendAll(sentAlone === 'alike' ? others : [second, ...others]);
    return UNKNOWN;
  }

  /** One after the other, so that the second is sent as the first one was accepted. */
  private async sendHalves(parts: readonly Part[]): Promise<Accepted> {
    const middle = Math.ceil(parts.length / 2);
    const first = await this.sendAll(parts.slice(0, middle));
    const rest = parts.slice(middle);
    return rest.length === 0 ? first : Math.max(first, await this.sendAll(rest));
  }

  /** What becomes of one part alone, and whether it is refused as all together were. It is settled. */
  private async sendAlone(
    part: Part,
    refusal: unknown,
  ): Promise<'accepted' | 'alike' | 'otherwise'> {
    try {
      await this.request.send([part], Infinity);
      return 'accepted';
    } catch (error) {
      this.request.fail([part], error);
      return wordsOf(error) === wordsOf(refusal) ? 'alike' : 'otherwise';
    }
  }
}

/** What gateways, firewalls and servers refuse a body with that is too large for them, or that they do not like. */
const STATUSES: ReadonlySet<number | undefined> = new Set([400, 403, 406, 413, 414, 422, 500]);

/** Whether a request may have been refused for its size or cost: few say so. */
function mayBeAboutSize(error: unknown): boolean {
  if (!(error instanceof PlatformError)) return false;
  // What is sent in parts can be done twice.
  if (error instanceof OutcomeUnknownError) return mayBeAboutSize(error.failure);
  if (error instanceof GraphqlResponseError) return !isSchemaRefusal(error);
  if (error.reach !== 'answered') return false;
  return error.page !== undefined || STATUSES.has(error.status) || isTooMany(error);
}

/** A limit on what is asked for in a while never has room for more than it allows. */
function isTooMany({ refusal }: PlatformError): boolean {
  return refusal?.isTooMany === true;
}

/** What makes two refusals the same: the words without what differs from one to the next, as a support ID. */
function wordsOf(error: unknown): string {
  if (!(error instanceof PlatformError)) return String(error);
  return `${error.name} ${error.status ?? ''} ${error.message.replace(/[\w.#:-]*\d[\w.#:-]*/g, '#')}`;
}
