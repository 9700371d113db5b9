import { KEPT_MS } from './limits';
import { Pace, type Turn } from './pace';
import type { SeenRefusal } from '../errors/errors';

/** Addresses of which something is known, at most; there are hardly more than a few. */
const MAX_ADDRESSES = 1_000;

const paces = new Map<string, Pace>();
/** Addresses that have accepted so many starts that none needs a slow start any more. */
const proven = new Set<string>();
/** Addresses that were given up, and have accepted nothing since: each request sees for itself, and nobody is held up. */
const away = new Set<string>();

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

/**
 * The pace that a request has to keep to; undefined where there is none, which costs nothing: no address refuses, and
 * starts are known to be accepted.
 */
export function paceFor({ url, isStart = false }: PacedRequest): Pace | undefined {
  if (paces.size === 0 && (!isStart || proven.has(url.origin))) return undefined;
  const { origin } = url;
  const pace = paces.get(origin);
  if (pace?.isForgotten) paces.delete(origin);
  else if (pace) return isStart || pace.isLimited ? pace : undefined;
  return isStart && !proven.has(origin) ? newPace(url) : undefined;
}

/** Notes a response that does not refuse. */
export function noteAccepted(
  { url }: PacedRequest,
  paced: PacedTurn | undefined,
  sentAtMs: number,
): void {
  if (away.size > 0) away.delete(url.origin);
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
  if (isBusy && !isStart && away.has(url.origin)) return undefined;
  proven.delete(url.origin);
  const pace = paced?.pace ?? paces.get(url.origin) ?? newPace(url);
  // It may have been given up meanwhile.
  if (!paces.has(url.origin)) paces.set(url.origin, pace);
  return pace;
}

/** What refuses for a reason of its own while others at the same address do not: a service behind a gateway. */
export function serviceOf({ pathname }: URL): string {
  return pathname.split('/', 4).join('/');
}

function newPace({ origin, host }: URL): Pace {
  if (paces.size >= MAX_ADDRESSES) forgetUnused();
  const onObsolete = (isAway: boolean) => {
    if (paces.get(origin) === pace) paces.delete(origin);
    if (proven.size >= MAX_ADDRESSES) proven.clear();
    if (away.size >= MAX_ADDRESSES) away.clear();
    if (isAway) away.add(origin);
    if (pace.isProven) proven.add(origin);
  };
  const pace = new Pace(host, onObsolete);
  paces.set(origin, pace);
  return pace;
}

function forgetUnused(): void {
  for (const [origin, pace] of paces) if (pace.isUnusedFor(KEPT_MS)) paces.delete(origin);
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
