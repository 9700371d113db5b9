/**
 * The errors of the platform client.
 * Every error has a `message` (what failed) and a `hint` (what to do next); neither contains a secret.
 */

import { shortened } from '../text/text';

/** The kind of a failure, for users who branch on it. `docs/messages.md` explains each one. */
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

/** The effect of a request. `made`: the change was made, maybe only in part. */
export type Effect = 'none' | 'unknown' | 'made';

/** Throttling: there were too many requests, or the address is overloaded. */
export interface RateLimit {
  /** True if the response reported too many requests; otherwise the address may be down. */
  readonly isTooMany: boolean;
  /** True if the response proves that the request was not executed. */
  readonly hadNoEffect: boolean;
  /** True if the address has refused every request for too long. */
  readonly isGivenUp: boolean;
}

export interface PlatformErrorDetails {
  hint: string;
  /** The effect of the request that failed. Default `none`. */
  effect?: Effect;
  /** Default: by class, status, words or cause; see `errorCodeOf`. */
  code?: ErrorCode;
  /** True if the same request may succeed later. */
  isTemporary?: boolean;
  /** True if the change may be repeated although it was made, because that changes nothing more. */
  isRepeatable?: boolean;
  /** The ID of what was made, if a later part of the change failed. */
  madeId?: string;
  /** HTTP status of the response. */
  status?: number;
  /** The wait that the platform requested (header Retry-After). */
  retryAfterMs?: number;
  /**
   * The sender of a web page, which the platform's services never send. A firewall shows the number of the request that it
   * refused; it inspects responses, too.
   */
  page?: 'gateway' | 'firewall';
  rateLimit?: RateLimit;
  /** The address of a page that the hint names: the editor makes it a link. */
  link?: string | null;
  cause?: unknown;
}

/** Limits that keep an error readable if a platform returns long texts. */
const MESSAGE_CHARACTERS = 1_000;
const HINT_CHARACTERS = 8_000;

export class PlatformError extends Error {
  hint: string;
  readonly code: ErrorCode | undefined;
  readonly isTemporary: boolean;
  /** True if a request failed that this one depends on, such as the login. That one was already repeated. */
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
  /** Number of sends before the last one that may have had an effect. */
  earlierDoubtfulSends = 0;
  /** The effect of the last send, without the earlier ones. */
  effectOfLastSend: Effect;

  constructor(message: string, details: PlatformErrorDetails) {
    const { cause } = details;
    // Messages are titles, and are put in sentences. Those of platforms may end in a full stop.
    const title = message.replace(/(?<!\.)\.$/, '');
    super(shortened(title, MESSAGE_CHARACTERS), cause === undefined ? undefined : { cause });
    // In the bundle, a class that uses its own name inside is called "_Name".
    this.name = new.target.name.replace(/^_/, '');
    this.hint = shortened(details.hint, HINT_CHARACTERS);
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

  /** Copies the failure for a request that depends on this one: it was not sent, and the failed one was already repeated. */
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

/** Checks whether the request itself got a response: it was not lost, and no request that it depends on failed. */
export function hasOwnResponse(error: unknown): error is PlatformError {
  if (error instanceof ConnectionError || error instanceof CancelledError) return false;
  return error instanceof PlatformError && error.sends > 0 && !error.isPrerequisiteFailure;
}

/** A value of the caller cannot be sent. Nothing was sent. */
export class InvalidInputError extends PlatformError {
  constructor(message: string, hint: string, link?: string) {
    super(message, { hint, link, code: 'INVALID_VALUE' });
  }
}

/** The caller's cancel signal fired. */
export class CancelledError extends PlatformError {
  constructor(effect: Effect = 'unknown') {
    super('The execution was canceled', {
      hint: 'Nothing more was sent to the platform.',
      code: 'CANCELLED',
      effect,
    });
  }
}

/** No connection, no response in time, or a connection that broke before the end of the response. */
export class ConnectionError extends PlatformError {
  constructor(message: string, details: PlatformErrorDetails) {
    super(message, { ...details, code: details.code ?? 'UNREACHABLE' });
  }
}

/** A response that is not what the interface promises: HTML, cut short, not JSON. The request may have taken effect. */
export class UnexpectedResponseError extends PlatformError {
  constructor(message: string, details: PlatformErrorDetails) {
    super(message, { ...details, effect: details.effect ?? 'unknown' });
    this.sends = 1;
  }
}

/** One entry of `errors` in a GraphQL response (interface, section 7). */
export interface GraphqlErrorEntry {
  message: string;
  path?: ReadonlyArray<string | number>;
  locations?: ReadonlyArray<{ line: number; column: number }>;
  extensions?: Record<string, unknown>;
}

/** A GraphQL response with `errors`, and with `data` if it has any. */
export class GraphqlResponseError extends PlatformError {
  constructor(
    message: string,
    details: PlatformErrorDetails,
    readonly errors: readonly GraphqlErrorEntry[],
    readonly data: Record<string, unknown> | null | undefined,
  ) {
    super(message, details);
  }

  /** True if the document itself was rejected. A later failure has the path of its field. */
  get isRejectedDocument(): boolean {
    return !this.data && this.errors.every(({ path }) => path === undefined);
  }
}

/** A change whose response was lost: it is not known whether it was made, or its result is not known. */
export class OutcomeUnknownError extends PlatformError {
  /**
   * @param whereToLook the next action
   * @param what the effect, such as "a run of the job … started"
   */
  constructor(
    readonly failure: PlatformError,
    whereToLook = 'Check the platform before you try again.',
    what = 'the platform carried this out',
  ) {
    const isMade = failure.effectOfLastSend === 'made';
    const title = isMade
      ? `${what.charAt(0).toUpperCase()}${what.slice(1)}, but the result was not returned`
      : `It is not known whether ${what}`;
    super(`${title}: ${failure.message}`, {
      hint: [whereToLook, sendsText(failure), failure.hint].filter(Boolean).join(' '),
      effect: isMade ? 'made' : 'unknown',
      code: 'OUTCOME_UNKNOWN',
      status: failure.status,
      cause: failure,
    });
    this.sends = failure.sends;
    this.earlierDoubtfulSends = failure.earlierDoubtfulSends;
  }

  /** The same, with the place where the effect would be seen. */
  withWhereToLook(whereToLook: string): OutcomeUnknownError {
    return new OutcomeUnknownError(this.failure, `${whereToLook}.`);
  }
}

/** Says how often a request was really sent. */
function sendsText({ sends, earlierDoubtfulSends }: PlatformError): string {
  if (sends === 0) return '';
  if (sends === 1) return 'The request was not sent again.';
  const ofLast = earlierDoubtfulSends === 0 ? ' Only the last one can have had an effect.' : '';
  return `The request was sent ${sends} times.${ofLast}`;
}

/** The platform's schema lacks what is requested. Nothing was sent. */
export class UnsupportedError extends PlatformError {
  constructor(message: string, details: PlatformErrorDetails) {
    super(message, { ...details, code: details.code ?? 'NOT_SUPPORTED' });
  }
}
