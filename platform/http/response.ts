import { isUtf8 } from 'node:buffer';
import type { RateLimit } from '../common/errors/errors';

/** The head of a response: what comes before the body. */
export interface ResponseHead {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Set if it turned the request down because there were too many, or the address is overloaded. */
  rateLimit?: RateLimit;
}

export interface TextResponse extends ResponseHead {
  text: string;
}

export function isSuccess({ status }: { status: number }): boolean {
  return status >= 200 && status <= 299;
}

/** Returns a header's value, the first one if there are several. */
export function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Reads the header Retry-After, seconds or a date, as milliseconds from now; undefined if it says nothing. */
export function readRetryAfter(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Decodes a body as UTF-8, or else in the character set that the head names. */
export function textOf(bytes: Buffer, { headers }: ResponseHead): string {
  const type = headerText(headers['content-type']) ?? '';
  const [, named] = /charset\s*=\s*["']?([\w-]{1,40})/i.exec(type) ?? [];
  if (named !== undefined && !isUtf8(bytes)) {
    try {
      return new TextDecoder(named).decode(bytes);
    } catch {
      // No character set that is known.
    }
  }
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}
