import { isUtf8 } from 'node:buffer';
import { ConnectionError, UnexpectedResponseError, type RateLimit } from '../errors/errors';
import { MAX_RESPONSE_MS } from './limits';

/** The head of a response: what comes before the body. */
export interface ResponseHead {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** If it turned the request down because there were too many. */
  rateLimit?: RateLimit;
}

export interface TextResponse extends ResponseHead {
  text: string;
}

export function isSuccess({ status }: { status: number }): boolean {
  return status >= 200 && status <= 299;
}

/** A header's value, the first one if there are several. */
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

/** Text is UTF-8, or else in the character set that the head names. */
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

/** @param most in bytes */
export function responseTooLarge(host: string, most: number): UnexpectedResponseError {
  return new UnexpectedResponseError(
    `The response of ${host} is larger than ${most / 1024 ** 2} MiB`,
    {
      hint: 'The rest was not read. Request less data: fewer fields, a lower limit, one project, or one folder. Otherwise, check that the address in the credential is the platform’s.',
    },
  );
}

export function responseTooLong(host: string): ConnectionError {
  return new ConnectionError(
    `The response of ${host} did not end within ${MAX_RESPONSE_MS / 60_000} minutes`,
    {
      hint: 'Request less data: fewer fields, a lower limit, or one project. The platform may also be overloaded.',
      effect: 'unknown',
    },
  );
}
