import { isUtf8 } from 'node:buffer';
import { TimeoutError, UnexpectedResponseError, type SeenRefusal } from '../errors/errors';
import { MAX_RESPONSE_MS } from './limits';

/** The head of a response: what comes before the body. */
export interface ResponseHead {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** If it refused the request because there were too many. */
  turnedAway?: SeenRefusal;
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

/**
 * Text is UTF-8. Otherwise it begins with the mark of UTF-16, or the head names its character set; many a head names
 * one although the text is UTF-8.
 */
export function textOf(bytes: Buffer, { headers }: ResponseHead): string {
  const named = /charset\s*=\s*["']?([\w-]{1,40})/i.exec(headerText(headers['content-type']) ?? '');
  const charset =
    UTF16_MARKS.get(bytes.toString('latin1', 0, 2)) ?? named?.[1]?.toLowerCase() ?? UTF8;
  const isOther = charset !== UTF8 && (charset.startsWith('utf-16') || !isUtf8(bytes));
  const text = (isOther ? decoded(bytes, charset) : undefined) ?? bytes.toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

const BYTE_ORDER_MARK = '\uFEFF';
const UTF8 = 'utf-8';
const UTF16_MARKS = new Map([
  ['\u00FF\u00FE', 'utf-16le'],
  ['\u00FE\u00FF', 'utf-16be'],
]);

/** Undefined for a character set that is not known. */
function decoded(bytes: Buffer, charset: string): string | undefined {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return undefined;
  }
}

/** @param most in bytes */
export function responseTooLarge(host: string, most: number): UnexpectedResponseError {
  return new UnexpectedResponseError(
    `The response of ${host} is larger than ${most / 1024 ** 2} MiB`,
    {
      hint: 'The rest was not read. Request less data: fewer fields, a lower limit, one project, or one folder. Otherwise, check that the address in the credential is the platform’s.',
      reach: 'answered',
    },
  );
}

export function responseTooLong(host: string): TimeoutError {
  return new TimeoutError(
    `The response of ${host} did not end within ${MAX_RESPONSE_MS / 60_000} minutes`,
    {
      hint: 'Request less data: fewer fields, a lower limit, or one project. The platform may also be overloaded.',
      reach: 'unknown',
    },
  );
}
