import { Cache } from '../../time/cache';
import { MOST_PARTS, MOST_REQUEST_LIMITS, REQUEST_LIMITS_KEPT_FOR_MS } from '../../http/limits';

/** The largest request that an address is known to take, where it has refused a larger one. */
export interface RequestLimits {
  /** Of the body. */
  bytes: number;
  /** Root fields, or other parts that can be asked for apart. */
  parts: number;
  /** Of nesting: 1 for a root field, one more for each field or fragment below it. */
  levels: number;
}

const UNKNOWN: RequestLimits = { bytes: Infinity, parts: MOST_PARTS, levels: Infinity };

const shapes = new Cache<string, RequestLimits>({
  size: MOST_REQUEST_LIMITS,
  ageMs: REQUEST_LIMITS_KEPT_FOR_MS,
});

/** What is known of an address now, whoever has found it out. */
export function requestLimitsOf({ href }: URL): RequestLimits {
  return shapes.get(href) ?? UNKNOWN;
}

/** Says what an address took after it had refused more. It is kept to for a while, then tried anew. */
export function learnRequestLimits({ href }: URL, learnt: Partial<RequestLimits>): void {
  const known = shapes.get(href) ?? UNKNOWN;
  const least = (name: keyof RequestLimits) => Math.min(known[name], learnt[name] ?? Infinity);
  shapes.set(href, { bytes: least('bytes'), parts: least('parts'), levels: least('levels') });
}
