import type { SeenRefusal } from '../errors/errors';

/** The head of a response: what comes before the body. */
export interface ResponseHead {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Where it refused the request because there were too many. */
  turnedAway?: SeenRefusal;
}

export function isSuccess({ status }: { status: number }): boolean {
  return status >= 200 && status <= 299;
}

/** A header's value, the first one where it came several times. */
export function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Reads the header Retry-After, seconds or a date, as milliseconds from now; undefined where it says nothing. */
export function readRetryAfter(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
