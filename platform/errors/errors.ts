/**
 * What can go wrong between a caller and the platform.
 * Every error has a `message` (what failed) and a `hint` (what to do next); neither ever holds a secret.
 */

import { shortened } from '../text/text';

/** What kind of failure it is, for whoever decides by it. `docs/messages.md` says what each one means. */
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

/** How far a request certainly got: `never` sent, `unknown`, or `answered` by the platform. */
export type Reach = 'never' | 'unknown' | 'answered';

/**
 * What a failed request did: `none` is proven; `refused` is what the platform says, which is not proof enough to send it
 * again; `unknown` is perhaps something; `made` is a change, if not all of it.
 */
export type Effect = 'none' | 'refused' | 'unknown' | 'made';

/** Nobody is logged in, and too many requests: what answers so has not passed the request on. */
const PROVING_STATUSES = [401, 429];
/** Not implemented, and no room left: a server that answers so has not done it. */
const DEFINITE_STATUSES = [501, 507];

/** Refusals of a request for its size or address are made before it is passed on; 401, 404 and 405 as well. */
const BEFORE_THE_PLATFORM = [401, 404, 405, 411, 413, 414, 429, 431];

/** Of a request that was refused because there were too many. */
export interface SeenRefusal {
  /** Whether it said that there were too many; otherwise the address may be down. */
  readonly isTooMany: boolean;
  /** Whether the address has refused everything for too long. */
  readonly isGivenUp: boolean;
}

export interface PlatformErrorDetails {
  hint: string;
  reach: Reach;
  /** Where neither class nor status tell it; see `errorCodeOf`. */
  code?: ErrorCode;
  /** What the request did, where reach, status and page do not tell it. */
  effect?: Effect;
  /** Whether the same request may succeed a moment later. */
  transient?: boolean;
  /** HTTP status of the response, where there was one. */
  status?: number;
  /** How long the platform asked to wait, in milliseconds (header Retry-After). */
  retryAfterMs?: number;
  /**
   * Who answered, where a web page came, which the platform's services never send. A firewall gives the number of the
   * request that it refused; it looks at responses as well.
   */
  page?: 'gateway' | 'firewall';
  /** Where the request was refused because there were too many. */
  refusal?: SeenRefusal;
  /** The address of a page that the hint names: the editor makes a link of it. */
  link?: string | null;
  cause?: unknown;
}

/** However much a platform says, an error stays readable. */
const MESSAGE_CHARACTERS = 1_000;
const HINT_CHARACTERS = 8_000;

export class PlatformError extends Error {
  hint: string;
  reach: Reach;
  /** Whether the same request may succeed a moment later and is worth sending again. */
  transient: boolean;
  /** Whether it may be over later on. Stays where sending it again was given up. */
  readonly mayPass: boolean;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  /** Who answered, where a web page came: something in between. */
  readonly page: PlatformErrorDetails['page'];
  /** Where the request was refused because there were too many, what is known of sending it again. */
  refusal: SeenRefusal | undefined;
  /** Where neither class nor status tell it; see `errorCodeOf`. */
  readonly code: ErrorCode | undefined;
  /** The address of a page that the hint names. */
  link: string | null;
  /** How often the request was sent, this attempt included. */
  sends = 0;
  /** How many of the attempts before this one may have had an effect. */
  doubtfulBefore = 0;
  /** What this attempt did, where reach, status and page do not tell it. */
  knownEffect: Effect | undefined;

  constructor(message: string, details: PlatformErrorDetails) {
    const { cause } = details;
    super(shortened(message, MESSAGE_CHARACTERS), cause === undefined ? undefined : { cause });
    // Bundled, a class that names itself has got a name with a line before it.
    this.name = new.target.name.replace(/^_/, '');
    this.hint = shortened(details.hint, HINT_CHARACTERS);
    this.reach = details.reach;
    this.transient = details.transient ?? false;
    this.mayPass = this.transient;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.page = details.page;
    // n8n does not save it with an execution.
    Object.defineProperty(this, 'refusal', { value: details.refusal, enumerable: false });
    this.code = details.code;
    this.knownEffect = details.effect;
    this.link = details.link ?? null;
  }

  /** What all attempts of the request may have done. */
  get effect(): Effect {
    const { attemptEffect } = this;
    return this.doubtfulBefore > 0 && attemptEffect !== 'made' ? 'unknown' : attemptEffect;
  }

  /**
   * What this attempt may have done: its response was lost, or came from something in between. A gateway's error proves
   * nothing, since the platform may act long after it.
   */
  get attemptEffect(): Effect {
    if (this.knownEffect) return this.knownEffect;
    if (this.reach !== 'answered') return this.reach === 'never' ? 'none' : 'unknown';
    const { status = 0 } = this;
    // A firewall looks at the responses as well: it may refuse to pass on what the platform has done.
    const isOfFirewall = this.page === 'firewall' && !BEFORE_THE_PLATFORM.includes(status);
    const isOfGateway = (status >= 500 && !DEFINITE_STATUSES.includes(status)) || status === 408;
    if (isOfFirewall || isOfGateway) return 'unknown';
    return PROVING_STATUSES.includes(status) ? 'none' : 'refused';
  }

  /**
   * The same failure, seen by a request that had to wait for this one: it was never sent, and trying again was done.
   * A copy, since each of many that wait has earlier attempts of its own.
   */
  copyForNextRequest(): this {
    const copy: PlatformError = Object.assign(new PlatformError(this.message, this), this, {
      reach: 'never',
      transient: false,
      knownEffect: undefined,
      sends: 0,
      doubtfulBefore: 0,
    });
    return Object.setPrototypeOf(copy, Object.getPrototypeOf(this) as object) as this;
  }
}

/** What the caller gave cannot be sent. Nothing was sent. */
export class InvalidInputError extends PlatformError {
  constructor(message: string, hint: string, link?: string) {
    super(message, { hint, link, reach: 'never' });
  }
}

/** The caller's cancel signal fired. */
export class CancelledError extends PlatformError {
  constructor(reach: Reach = 'unknown') {
    super('The execution was canceled', { hint: 'Nothing more was sent to the platform.', reach });
  }
}

/** No connection, or a connection that broke before the whole response had come. */
export class ConnectionError extends PlatformError {}

/** The platform did not respond in time. */
export class TimeoutError extends PlatformError {}

/** The platform rejected the login, or a token it had just issued. */
export class AuthenticationError extends PlatformError {}

/** An HTTP status that says the request failed. */
export class HttpStatusError extends PlatformError {}

/** A response that is not what the interface promises: HTML, cut short, not JSON. */
export class UnexpectedResponseError extends PlatformError {
  constructor(message: string, details: PlatformErrorDetails) {
    const { reach, effect = reach === 'never' ? 'none' : 'unknown' } = details;
    super(message, { ...details, effect });
  }
}

/** One entry of `errors` in a GraphQL response (interface, section 7). */
export interface GraphqlErrorEntry {
  message: string;
  path?: ReadonlyArray<string | number>;
  locations?: ReadonlyArray<{ line: number; column: number }>;
  extensions?: Record<string, unknown>;
}

/** A GraphQL response with `errors`; `data` is what came beside them, if anything. */
export class GraphqlResponseError extends PlatformError {
  constructor(
    message: string,
    details: PlatformErrorDetails,
    readonly errors: readonly GraphqlErrorEntry[],
    readonly data: Record<string, unknown> | null | undefined,
  ) {
    super(message, details);
  }

  /** Whether the document itself was turned down. What goes wrong later has the path of the field where it did. */
  get refusedBeforeExecution(): boolean {
    return !this.data && this.errors.every(({ path }) => path === undefined);
  }
}

/** A mutation whose response was lost: the platform may or may not have carried it out, or its result is not known. */
export class OutcomeUnknownError extends PlatformError {
  /**
   * @param whereToLook the next action
   * @param what the effect, as "a run of the job … started"
   */
  constructor(
    readonly failure: PlatformError,
    whereToLook = 'Check the platform before you try again.',
    what = 'the platform carried this out',
  ) {
    const isMade = failure.attemptEffect === 'made';
    const title = isMade
      ? `${what.charAt(0).toUpperCase()}${what.slice(1)}, but the result was not returned`
      : `It is not known whether ${what}`;
    super(`${title}: ${failure.message}`, {
      hint: [whereToLook, sendsText(failure), failure.hint].filter(Boolean).join(' '),
      reach: 'unknown',
      effect: isMade ? 'made' : 'unknown',
      status: failure.status,
      cause: failure,
    });
    this.sends = failure.sends;
    this.doubtfulBefore = failure.doubtfulBefore;
  }

  /** The same, with the place where the effect would be seen. */
  withWhereToLook(whereToLook: string): OutcomeUnknownError {
    return new OutcomeUnknownError(this.failure, `${whereToLook}.`);
  }
}

/** How often a request was really sent, for a message. */
function sendsText({ sends, doubtfulBefore }: PlatformError): string {
  if (sends === 0) return '';
  if (sends === 1) return 'The request was not sent again.';
  const ofLast = doubtfulBefore === 0 ? ' Only the last one can have had an effect.' : '';
  return `The request was sent ${sends} times.${ofLast}`;
}

/** The platform's schema does not have what is asked of it. Nothing was sent. */
export class UnsupportedError extends PlatformError {}

/** The platform answers, but does not return its schema. */
export class IntrospectionRefusedError extends PlatformError {
  constructor(cause: PlatformError) {
    super('The platform does not return its schema: it refuses introspection', {
      hint: `Ask a platform administrator to allow introspection for this login: to switch it on, and to leave it out of limits on depth, cost and size. Until then only the documented operations work: listing projects and jobs, "Run" and "Delete" of jobs, and "Execute Query". (${cause.message})`,
      reach: 'answered',
      cause,
    });
  }
}

/** The platform answered "false": it did not do what it was asked for, and gave no reason. */
export class NotDoneError extends PlatformError {
  constructor(message: string, why: string) {
    super(message, { hint: `It returned "false" without a reason. ${why}`, reach: 'answered' });
  }
}

/** What nobody expected, as a value of a form that the code does not know. The words of its cause are told to nobody. */
export class UnexpectedError extends PlatformError {}

/** The first part of a change was made, a later one was not: it must not be made again as it was asked for. */
export class PartlyDoneError extends PlatformError {
  constructor(message: string, details: PlatformErrorDetails) {
    super(message, { ...details, effect: 'made' });
  }
}

/** A change was made and could not be read afterward; to make it once more would change nothing. */
export class NotReadAfterwardsError extends PartlyDoneError {}
