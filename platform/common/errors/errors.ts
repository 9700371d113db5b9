/** The `message` of an error says what failed, its `hint` what to do next. Neither contains a secret. */

import { shorten } from '../text/text';

/** Users branch on these codes. `docs/messages.md` explains each one. */
export const ERROR_CODES = [
  'RUN_FAILED',
  'RUN_STOPPED',
  'APP_FAILED',
  'TIMED_OUT',
  'NOT_STARTED',
  'OUTCOME_UNKNOWN',
  'INVALID_VALUE',
  'NOT_FOUND',
  'NOT_ALLOWED',
  'LOGIN_FAILED',
  'UNREACHABLE',
  'RATE_LIMITED',
  'NOT_SUPPORTED',
  'CANCELLED',
  'PLATFORM_ERROR',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** `made` means that the change was made, maybe only in part. */
export type Effect = 'none' | 'unknown' | 'made';

/** Describes a response that throttled a request. */
export interface RateLimit {
  /** True for HTTP 429. False for HTTP 503, after which the address may also be down. */
  readonly isTooManyRequests: boolean;
  /** True if the response proves that the request was not executed. */
  readonly hadNoEffect: boolean;
  /** True if `Pace` has given up the address, so that the request is not sent again. */
  readonly isGivenUp: boolean;
}

export interface PlatformErrorDetails {
  hint: string;
  /** Default `none`. */
  effect?: Effect;
  /** By default, `findErrorCode` finds it by the status, the GraphQL errors or the cause. */
  code?: ErrorCode;
  /** True if the same request may succeed later. */
  isTemporary?: boolean;
  /** True if the change may be repeated although it was made, because the repetition changes nothing more. */
  isRepeatable?: boolean;
  /** The ID of the created entity or run, if a later part of the change failed. */
  madeId?: string;
  status?: number;
  /** From the header Retry-After. */
  retryAfterMs?: number;
  /**
   * The sender of the response, if the response was a web page. The platform's services never send one. A firewall may also
   * block the response to a request that was carried out.
   */
  page?: 'gateway' | 'firewall';
  rateLimit?: RateLimit;
  /** An address in the hint. The editor shows it as a link. */
  link?: string | null;
  cause?: unknown;
}

/** Platforms may return long texts. */
const MAX_MESSAGE_CHARACTERS = 1_000;
const MAX_HINT_CHARACTERS = 8_000;

export class PlatformError extends Error {
  hint: string;
  readonly code: ErrorCode | undefined;
  readonly isTemporary: boolean;
  /** True if this request depends on another one that failed, such as the login. The other one had its own retries. */
  isPrerequisiteFailure = false;
  readonly isRepeatable: boolean;
  readonly madeId: string | undefined;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly page: PlatformErrorDetails['page'];
  readonly rateLimit: RateLimit | undefined;
  link: string | null;
  /** Number of sends of the request, set by its `Sending`; 0 if nothing was sent. */
  sends = 0;
  /** Number of sends, not counting the last one, that may have had an effect. */
  earlierDoubtfulSends = 0;
  effectOfLastSend: Effect;

  constructor(message: string, details: PlatformErrorDetails) {
    const { cause } = details;
    // Messages are used as titles and within sentences, so the period that platforms may put at the end is removed.
    const title = message.replace(/(?<!\.)\.$/, '');
    super(shorten(title, MAX_MESSAGE_CHARACTERS), cause === undefined ? undefined : { cause });
    // In the bundle, the name of a class that uses its own name starts with "_".
    this.name = new.target.name.replace(/^_/, '');
    this.hint = shorten(details.hint, MAX_HINT_CHARACTERS);
    this.code = details.code;
    this.effectOfLastSend = details.effect ?? 'none';
    this.isTemporary = details.isTemporary ?? false;
    this.isRepeatable = details.isRepeatable ?? false;
    this.madeId = details.madeId;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.page = details.page;
    this.rateLimit = details.rateLimit;
    this.link = details.link ?? null;
  }

  /** The effect of all sends of the request. */
  get effect(): Effect {
    return this.earlierDoubtfulSends > 0 && this.effectOfLastSend === 'none'
      ? 'unknown'
      : this.effectOfLastSend;
  }

  /** Copies this error for a request that depends on the failed one, and was therefore not sent. */
  asPrerequisiteFailure(): this {
    const copy: PlatformError = Object.assign(new PlatformError(this.message, this), this, {
      effectOfLastSend: 'none',
      isPrerequisiteFailure: true,
      sends: 0,
      earlierDoubtfulSends: 0,
    });
    return Object.setPrototypeOf(copy, Object.getPrototypeOf(this) as object) as this;
  }
}

/** Returns false if the response was lost, the execution was canceled, or the request was not sent, for example after a failed login. */
export function wasAnswered(error: unknown): error is PlatformError {
  if (error instanceof ConnectionError || error instanceof CancelledError) return false;
  return error instanceof PlatformError && error.sends > 0 && !error.isPrerequisiteFailure;
}

export class InvalidInputError extends PlatformError {
  constructor(message: string, hint: string, link?: string) {
    super(message, { hint, link, code: 'INVALID_VALUE' });
  }
}

export class CancelledError extends PlatformError {
  constructor(effect: Effect = 'unknown') {
    super('The execution was canceled', {
      hint: 'Nothing more was sent to the platform.',
      code: 'CANCELLED',
      effect,
    });
  }
}

/** There was no connection, or no response in time, or the connection broke before the end of the response. */
export class ConnectionError extends PlatformError {
  constructor(message: string, details: PlatformErrorDetails) {
    super(message, { ...details, code: details.code ?? 'UNREACHABLE' });
  }
}

/** The response is not in the format of the interface, for example HTML or truncated JSON. The request may have had an effect. */
export class UnexpectedResponseError extends PlatformError {
  constructor(message: string, details: PlatformErrorDetails) {
    super(message, { ...details, effect: details.effect ?? 'unknown' });
    this.sends = 1;
  }
}

/** An entry of the field `errors` of a response (interface, section 7). */
export interface GraphqlErrorEntry {
  message: string;
  path?: ReadonlyArray<string | number>;
  locations?: ReadonlyArray<{ line: number; column: number }>;
  extensions?: Record<string, unknown>;
}

export class GraphqlResponseError extends PlatformError {
  constructor(
    message: string,
    details: PlatformErrorDetails,
    readonly errors: readonly GraphqlErrorEntry[],
    readonly data: Record<string, unknown> | null | undefined,
  ) {
    super(message, details);
  }

  /** True if the server seems to have rejected the document without executing it: errors during execution have a `path`. */
  get isRejectedDocument(): boolean {
    return !this.data && this.errors.every(({ path }) => path === undefined);
  }
}

/** It is not known whether a change was made, or what its result is. */
export class OutcomeUnknownError extends PlatformError {
  /**
   * @param advice a sentence with the next action
   * @param possibleEffect for example "a run of the job … started"
   */
  constructor(
    readonly failure: PlatformError,
    advice = 'Check the platform before you try again.',
    possibleEffect = 'the platform carried this out',
  ) {
    const isMade = failure.effectOfLastSend === 'made';
    const title = isMade
      ? `${possibleEffect.charAt(0).toUpperCase()}${possibleEffect.slice(1)}, but the result was not returned`
      : `It is not known whether ${possibleEffect}`;
    super(`${title}: ${failure.message}`, {
      hint: [advice, describeSends(failure), failure.hint].filter(Boolean).join(' '),
      effect: isMade ? 'made' : 'unknown',
      code: 'OUTCOME_UNKNOWN',
      status: failure.status,
      cause: failure,
    });
    this.sends = failure.sends;
    this.earlierDoubtfulSends = failure.earlierDoubtfulSends;
  }
}

function describeSends({ sends, earlierDoubtfulSends }: PlatformError): string {
  if (sends === 0) return '';
  if (sends === 1) return 'The request was not sent again.';
  const lastOnly = earlierDoubtfulSends === 0 ? ' Only the last one can have had an effect.' : '';
  return `The request was sent ${sends} times.${lastOnly}`;
}

export class UnsupportedError extends PlatformError {
  constructor(message: string, details: PlatformErrorDetails) {
    super(message, { ...details, code: 'NOT_SUPPORTED' });
  }
}
