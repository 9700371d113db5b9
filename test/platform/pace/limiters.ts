/** Limits of rate as gateways have them. Times are milliseconds; each says whether a request is taken. */
export interface Limiter {
  name: string;
  /** Requests a second that it allows for long. */
  perSecond: number;
  /** @returns undefined where it is taken */
  ask(now: number): undefined | { retryAfterMs?: number };
  /** The request that was taken has ended. */
  ended?(): void;
  /** How long the platform works on each, on average. */
  latencyMs?: number;
}

export type Hint = 'none' | 'seconds';

/** As nginx's `limit_req … nodelay`, and most gateways of clouds. */
export function tokenBucket(perSecond: number, burst: number, hint: Hint): Limiter {
  let tokens = burst;
  let atMs = 0;
  return {
    name: `token bucket, ${perSecond}/s, burst ${burst}, Retry-After: ${hint}`,
    perSecond,
    ask(now) {
      tokens = Math.min(burst, tokens + ((now - atMs) * perSecond) / 1000);
      atMs = now;
      if (tokens >= 1) {
        tokens--;
        return undefined;
      }
      const waitMs = ((1 - tokens) * 1000) / perSecond;
      return hint === 'none' ? {} : { retryAfterMs: Math.ceil(waitMs / 1000) * 1000 };
    },
  };
}

/** As Redis counters: so many in each span of the clock. */
export function fixedWindow(count: number, windowMs: number, hint: Hint): Limiter {
  let window = -1;
  let used = 0;
  return {
    name: `fixed window, ${count} in ${windowMs / 1000} s, Retry-After: ${hint}`,
    perSecond: (count * 1000) / windowMs,
    ask(now) {
      const current = Math.floor(now / windowMs);
      if (current !== window) {
        window = current;
        used = 0;
      }
      if (used < count) {
        used++;
        return undefined;
      }
      const waitMs = (window + 1) * windowMs - now;
      return hint === 'none' ? {} : { retryAfterMs: Math.ceil(waitMs / 1000) * 1000 };
    },
  };
}

/** As HAProxy's `http_req_rate`: what is refused counts, too. */
export function slidingCounter(count: number, windowMs: number): Limiter {
  let window = 0;
  let current = 0;
  let previous = 0;
  return {
    name: `sliding counter of all, ${count} in ${windowMs / 1000} s`,
    perSecond: (count * 1000) / windowMs,
    ask(now) {
      const at = Math.floor(now / windowMs);
      if (at !== window) {
        previous = at === window + 1 ? current : 0;
        current = 0;
        window = at;
      }
      current++;
      const share = 1 - (now % windowMs) / windowMs;
      return current + previous * share > count ? {} : undefined;
    },
  };
}

/**
 * As nginx's `limit_conn`: so many at once.
 * @param latencyMs of the platform, on average
 * @param roundTripMs in which a place is free and nobody knows
 */
export function concurrencyLimit(most: number, latencyMs: number, roundTripMs = 0): Limiter {
  let underWay = 0;
  return {
    name: `${most} at once, ${latencyMs} ms each`,
    perSecond: (most * 1000) / (latencyMs + roundTripMs),
    latencyMs,
    ask() {
      if (underWay >= most) return {};
      underWay++;
      return undefined;
    },
    ended() {
      underWay--;
    },
  };
}
