/** Limits of rate as gateways have them. Times are milliseconds; each says whether a request is taken. */
export interface Limiter {
  /** Requests a second that it allows for long. */
  perSecond: number;
  /** @returns undefined where it is taken */
  ask(now: number): undefined | { retryAfterMs?: number };
  /** The request that was taken has ended. */
  ended?(): void;
  /** How long the platform works on each, on average. */
  latencyMs?: number;
}

type Hint = 'none' | 'seconds';

const refusal = (hint: Hint, waitMs: number) =>
  hint === 'none' ? {} : { retryAfterMs: Math.ceil(waitMs / 1000) * 1000 };

/** As nginx's `limit_req … nodelay`, and most gateways of clouds. */
export function tokenBucket(perSecond: number, burst: number, hint: Hint): Limiter {
  let tokens = burst;
  let atMs = 0;
  return {
    perSecond,
    ask(now) {
      tokens = Math.min(burst, tokens + ((now - atMs) * perSecond) / 1000);
      atMs = now;
      if (tokens < 1) return refusal(hint, ((1 - tokens) * 1000) / perSecond);
      tokens--;
      return undefined;
    },
  };
}

/** As Redis counters: so many in each span of the clock. */
export function fixedWindow(count: number, windowMs: number, hint: Hint): Limiter {
  let [window, used] = [-1, 0];
  return {
    perSecond: (count * 1000) / windowMs,
    ask(now) {
      const current = Math.floor(now / windowMs);
      if (current !== window) [window, used] = [current, 0];
      if (used === count) return refusal(hint, (window + 1) * windowMs - now);
      used++;
      return undefined;
    },
  };
}

/** As HAProxy's `http_req_rate`: what is refused counts, too. */
export function slidingCounter(count: number, windowMs: number): Limiter {
  let [window, current, previous] = [0, 0, 0];
  return {
    perSecond: (count * 1000) / windowMs,
    ask(now) {
      const at = Math.floor(now / windowMs);
      if (at !== window) [window, current, previous] = [at, 0, at === window + 1 ? current : 0];
      current++;
      const share = 1 - (now % windowMs) / windowMs;
      return current + previous * share > count ? {} : undefined;
    },
  };
}

/** As nginx's `limit_conn`: so many at once. @param roundTripMs in which a place is free and nobody knows */
export function concurrencyLimit(most: number, latencyMs: number, roundTripMs: number): Limiter {
  let underWay = 0;
  return {
    perSecond: (most * 1000) / (latencyMs + roundTripMs),
    latencyMs,
    ask: () => (underWay < most ? void underWay++ : {}),
    ended: () => void underWay--,
  };
}
