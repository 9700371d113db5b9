import type { SeenRefusal } from '../errors/errors';
import { Cache } from '../time/cache';
import { Pace, type Turn } from './pace';

/** Addresses of which something is known, at most; there are hardly more than a few. */
const size = 1_000;

const paces = new Cache<string, Pace>({ size });
/** Addresses that have accepted so many starts that none needs a slow start any more. */
const proven = new Cache<string, true>({ size });
/** Addresses that were given up, and have accepted nothing since: each request sees for itself, and nobody is held up. */
const away = new Cache<string, true>({ size });

/** A request that asks for its turn. */
interface PacedRequest {
  url: URL;
  signal?: AbortSignal;
  /** Whether it may be sent once only. */
  isStart?: boolean;
}

/** A turn, with the pace that it ends at. */
export interface PacedTurn {
  pace: Pace;
  turn: Turn;
}

/** The pace that a request has to keep to; undefined if no address refuses, and starts are known to be accepted. */
export function paceFor({ url, isStart = false }: PacedRequest): Pace | undefined {
  const { origin } = url;
  const pace = paces.get(origin);
  if (pace?.isForgotten) paces.forget(origin);
  else if (pace) return isStart || pace.isLimited ? pace : undefined;
  return isStart && !proven.get(origin) ? newPace(url) : undefined;
}

/** Notes a response that does not refuse. */
export function noteAccepted(
  { url }: PacedRequest,
  paced: PacedTurn | undefined,
  sentAtMs: number,
): void {
  away.forget(url.origin);
  if (paced) return paced.pace.accepted(paced.turn, serviceOf(url));
  const { origin } = url;
  const pace = paces.get(origin);
  if (pace?.isLimited) pace.accepted(pace.unpacedTurn(sentAtMs), serviceOf(url));
}

/**
 * The pace that learns from a refusal; undefined where there is nothing to learn.
 * @param isBusy whether it did not say that there were too many: an address that is away refuses all
 */
export function paceRefusedAt(
  { url, isStart }: PacedRequest,
  paced: PacedTurn | undefined,
  isBusy: boolean,
): Pace | undefined {
  if (isBusy && !isStart && away.get(url.origin)) return undefined;
  proven.forget(url.origin);
  const pace = paced?.pace ?? paces.get(url.origin) ?? newPace(url);
  // It may have been given up meanwhile.
  if (!paces.get(url.origin)) paces.set(url.origin, pace);
  return pace;
}

/** What refuses for a reason of its own while others at the same address do not: a service behind a gateway. */
export function serviceOf({ pathname }: URL): string {
  return pathname.split('/', 4).join('/');
}

function newPace({ origin, host }: URL): Pace {
  const pace = new Pace(host, (isAway) => {
    paces.forget(origin, pace);
    if (isAway) away.set(origin, true);
    if (pace.isProven) proven.set(origin, true);
  });
  paces.set(origin, pace);
  return pace;
}

/** What a response that refused a request because there were too many tells of sending it again. */
export class Refusal implements SeenRefusal {
  private readonly acceptedBefore: number;

  constructor(
    private readonly pace: Pace,
    service: string,
    readonly isTooMany: boolean,
  ) {
    this.acceptedBefore = pace.acceptedBy(service);
  }

  acceptedOthersSince(before: SeenRefusal): boolean {
    const isSame = before instanceof Refusal && before.pace === this.pace;
    return this.acceptedBefore > (isSame ? before.acceptedBefore : 0);
  }
}
