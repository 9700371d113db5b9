import { isUtf8 } from 'node:buffer';
import type { Dispatcher } from 'undici';
import { TimeoutError, UnexpectedResponseError } from '../../errors/errors';
import { ResponseCollector, type CancelOptions } from './responseCollector';
import { headerText, isSuccess, type ResponseHead } from '../head';
import { codingOf, decodedWhole } from './contentEncoding';
import { NoResponseInTime } from '../noResponse/connectionErrors';
import { LONGEST_RESPONSE_MS, MOST_ERROR_PAGE_BYTES } from '../limits';

export interface TextResponse extends ResponseHead {
  text: string;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** Collects a response as text: a stream for each of many small responses would cost as much again as the request. */
export class TextCollector extends ResponseCollector {
  /** Undefined until the response has begun. */
  head: ResponseHead | undefined;
  private readonly chunks: Buffer[] = [];
  /** Called when the request leaves: until then its connection has bounds of its own. */
  onSent: (() => void) | undefined;
  private bytes = 0;
  private beganMs = 0;

  /** @param most the greatest size of a response that says that all went well, in bytes */
  constructor(
    private readonly url: URL,
    private readonly most: number,
    { signal, isFinishedOnCancel }: CancelOptions,
    private readonly resolve: (response: TextResponse) => void,
    private readonly reject: (error: unknown) => void,
  ) {
    super(url.host, signal, isFinishedOnCancel);
  }

  /** Ends a response that has not come as a whole within so many milliseconds. */
  giveUp(afterMs: number): void {
    this.abort(this.head ? this.unfinished(afterMs) : new NoResponseInTime());
  }

  override onRequestStart(controller: Dispatcher.DispatchController): void {
    super.onRequestStart(controller);
    this.onSent?.();
  }

  protected begin(head: ResponseHead): void {
    this.head = head;
    this.beganMs = Date.now();
    if (isSuccess(head) && Number(head.headers['content-length']) > this.most) {
      this.abort(responseTooLarge(this.url.host, this.most));
    }
  }

  protected take(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    if (this.head && !isSuccess(this.head)) return this.boundErrorPage();
    if (this.bytes > this.most) this.abort(responseTooLarge(this.url.host, this.most));
    else if (Date.now() - this.beganMs > LONGEST_RESPONSE_MS) this.abort(this.responseTooLong());
  }

  protected complete(): void {
    const { head } = this;
    if (!head) return;
    if (head.headers['content-encoding'] === undefined)
      return this.resolve({ ...head, text: textOf(this.bytesOf(), head) });
    this.decoded(head).then(
      (bytes) => this.resolve({ ...head, text: textOf(bytes, head) }),
      (error) => this.reject(error),
    );
  }

  private async decoded(head: ResponseHead): Promise<Buffer> {
    const bytes = this.bytesOf();
    const coding = codingOf(this.url, head);
    if (coding === undefined) return bytes;
    const most = isSuccess(head) ? this.most : MOST_ERROR_PAGE_BYTES;
    return await decodedWhole(this.url, coding, bytes, most, () =>
      responseTooLarge(this.url.host, most),
    );
  }

  protected fail(error: Error): void {
    this.reject(error);
  }

  /** What failed stands at its start. */
  private boundErrorPage(): void {
    const isTooLong = Date.now() - this.beganMs > LONGEST_RESPONSE_MS;
    if (this.bytes <= MOST_ERROR_PAGE_BYTES && !isTooLong) return;
    this.complete();
    this.abort(new Error('The rest of the response is not needed'));
  }

  private unfinished(afterMs: number): TimeoutError {
    return new TimeoutError(
      `The response of ${this.url.host} did not end within ${afterMs / 1000} s`,
      {
        hint: 'It is a short response, and its first part arrived. The platform, or a gateway in front of it, may be overloaded. Try again later.',
        reach: 'unknown',
      },
    );
  }

  private responseTooLong(): TimeoutError {
    return new TimeoutError(
      `The response of ${this.url.host} did not end within ${LONGEST_RESPONSE_MS / 60_000} minutes`,
      {
        hint: 'Request less data: fewer fields, a lower limit, or one project. The platform may also be overloaded.',
        reach: 'unknown',
      },
    );
  }

  private bytesOf(): Buffer {
    const [first] = this.chunks;
    return this.chunks.length === 1 ? (first as Buffer) : Buffer.concat(this.chunks);
  }
}

/**
 * Text is UTF-8. Where it is not, it begins with the mark of UTF-16, or the head names its character set; many a head names
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

const UTF8 = 'utf-8';
const UTF16_MARKS = new Map([
  ['\u00FF\u00FE', 'utf-16le'],
  ['\u00FE\u00FF', 'utf-16be'],
]);

/** Undefined for a character set that nobody knows. */
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
