import { isUtf8 } from 'node:buffer';
import type { RateLimit } from '../common/errors/errors';

export interface ResponseHead {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Set if the status is 429 or 503. */
  rateLimit?: RateLimit;
}

export interface TextResponse extends ResponseHead {
  text: string;
}

export function isSuccess({ status }: { status: number }): boolean {
  return status >= 200 && status <= 299;
}

/** Returns the first value if there are several. */
export function readHeaderText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Reads the header Retry-After, which contains seconds or a date. Returns the milliseconds from now. */
export function readRetryAfter(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Decodes a body as UTF-8. If it is not UTF-8, uses the character set in the header Content-Type. */
export function decodeText(bytes: Buffer, { headers }: ResponseHead): string {
  const type = readHeaderText(headers['content-type']) ?? '';
  const [, charset] = /charset\s*=\s*["']?([\w-]{1,40})/i.exec(type) ?? [];
  if (charset !== undefined && !isUtf8(bytes)) {
    try {
      return new TextDecoder(charset).decode(bytes);
    } catch {
      // The character set is unknown.
    }
  }
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}
