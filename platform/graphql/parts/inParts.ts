import { limitRefusal, wordsOf, type LimitRefusal } from './refusal';
import { learnRequestLimits, requestLimitsOf } from './requestLimits';

/** A request that can be made of more or fewer parts. It only reads, or does what can be done twice. */
export interface PartedRequest<Part> {
  address: URL;
  /** Of the body that these parts make, in bytes. */
  bytesOf(parts: readonly Part[]): number;
  /** Sends one request and settles its parts. @throws why none of them has a response */
  send(parts: readonly Part[]): Promise<void>;
  /** Settles parts that were refused for good. */
  fail(parts: readonly Part[], error: unknown): void;
}

/** The parts of the largest request that was taken; undefined where a part was refused. */
type Accepted<Part> = readonly Part[] | undefined;

/**
 * Sends parts in as few requests as their address takes. What it refuses is halved, down to one part, which then fails in
 * its own words. Where the reason is not given, one part is tried alone first: where it and another one are refused in the
 * same words as all, it is not about their number. What was found out is kept to by the next request.
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

  async sendAll(parts: readonly Part[]): Promise<Accepted<Part>> {
    const splitByLimits = this.fitting(parts);
    return largest(await Promise.all(splitByLimits.map((some) => this.sendOrSplit(some))));
  }

  private async sendOrSplit(parts: readonly Part[]): Promise<Accepted<Part>> {
    const { address, bytesOf, send, fail } = this.request;
    try {
      await send(parts);
      return parts;
    } catch (error) {
      const refusal = parts.length > 1 ? limitRefusal(error) : undefined;
      if (!refusal) {
        fail(parts, error);
        return undefined;
      }
      const accepted = await this.sendSmaller(parts, error, refusal);
      if (accepted)
        learnRequestLimits(address, limitsLearnedFrom(accepted.length, bytesOf(accepted), refusal));
      return accepted;
    }
  }

  private async sendSmaller(
    parts: readonly Part[],
    error: unknown,
    { about, most = parts.length }: LimitRefusal,
  ): Promise<Accepted<Part>> {
    if (about === 'parts' && most < parts.length) {
      learnRequestLimits(this.request.address, { parts: most });
      return await this.sendAll(parts);
    }
    if (about !== 'unstated' || this.hasTriedAlone || parts.length === 2)
      return await this.sendHalves(parts);
    this.hasTriedAlone = true;
    const [first, second, ...others] = shuffled(parts) as [Part, Part, ...Part[]];
    const sendAlone = await this.alone(first, error);
    if (sendAlone === 'taken') return await this.sendHalves([second, ...others]);
    const isAboutAll = sendAlone === 'alike' && (await this.alone(second, error)) === 'alike';
    if (isAboutAll) this.request.fail(others, error);
    else await this.sendAll(sendAlone === 'alike' ? others : [second, ...others]);
    return undefined;
  }

  /** One after the other, so that the second is sent as the first one was taken. */
  private async sendHalves(parts: readonly Part[]): Promise<Accepted<Part>> {
    const middle = Math.ceil(parts.length / 2);
    const first = await this.sendAll(parts.slice(0, middle));
    const rest = parts.slice(middle);
    return rest.length === 0 ? first : largest([first, await this.sendAll(rest)]);
  }

  /** What becomes of one part alone, and whether it is refused as all together were. It is settled. */
  private async alone(part: Part, refusal: unknown): Promise<'taken' | 'alike' | 'otherwise'> {
    try {
      await this.request.send([part]);
      return 'taken';
    } catch (error) {
      this.request.fail([part], error);
      return wordsOf(error) === wordsOf(refusal) ? 'alike' : 'otherwise';
    }
  }

  /** The parts as the address takes them, as far as that is known. */
  private fitting(parts: readonly Part[]): Array<readonly Part[]> {
    const most = requestLimitsOf(this.request.address);
    const fitting: Array<readonly Part[]> = [];
    for (let start = 0; start < parts.length; start += most.parts) {
      fitting.push(...this.splitByBytes(parts.slice(start, start + most.parts), most.bytes));
    }
    return fitting;
  }

  private splitByBytes(parts: readonly Part[], most: number): Array<readonly Part[]> {
    if (most === Infinity || parts.length < 2 || this.request.bytesOf(parts) <= most)
      return [parts];
    const middle = Math.ceil(parts.length / 2);
    return [parts.slice(0, middle), parts.slice(middle)].flatMap((half) =>
      this.splitByBytes(half, most),
    );
  }
}

/** A refusal that gives no reason may have been for either. */
function limitsLearnedFrom(parts: number, bytes: number, { about }: LimitRefusal) {
  if (about === 'bytes') return { bytes };
  return about === 'parts' ? { parts } : { parts, bytes };
}

/** Where a part was refused, nothing says whether that was for the size of the request that it stood in. */
function largest<Part>(accepted: ReadonlyArray<Accepted<Part>>): Accepted<Part> {
  let most: Accepted<Part>;
  for (const one of accepted) {
    if (!one) return undefined;
    if (!most || one.length > most.length) most = one;
  }
  return most;
}

/** Which part is tried alone is left to chance, so that the next request is not misled by the same one. */
function shuffled<Part>(parts: readonly Part[]): Part[] {
  return parts
    .map((part) => ({ part, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ part }) => part);
}
