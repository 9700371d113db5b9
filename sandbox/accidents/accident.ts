import { isObject } from '../http/body';

const ACCIDENT_KINDS = [
  /** The connection is dropped, and nothing happened. */
  'resetBefore',
  /** It happened, then the connection is dropped without an answer. */
  'resetAfter',
  /** An error answer of a gateway. */
  'status',
  'hang',
  /** 200 with an HTML page. */
  'html',
  /** It happened, and the answer breaks off half-way. */
  'truncated',
  'badJson',
  /** 401, and the request's token is revoked; an upload token stays good. */
  'expiredToken',
  /** A page or JSON that repeats the request, its token and a login's password. */
  'echo',
  /** A GraphQL answer with `errors` and `data` as given. */
  'errors',
  /** It happened, and an error below the root field replaces the ID of the changed entity. */
  'lostId',
] as const;

export interface Accident {
  kind: (typeof ACCIDENT_KINDS)[number];
  /** Only requests with this root field, or this documented call, such as 'authenticate'. */
  operation?: string;
  /** Only requests whose path below the base path starts so. */
  path?: string;
  /** Number of requests that it happens to. Default 1. */
  times?: number;
  /** Number of matching requests that go through first. Default 0. */
  skip?: number;
  /** For `status` (default 503) and `echo` (default 200). */
  status?: number;
  /** For `status`. */
  retryAfter?: number | string;
  /** For `status` and `echo`: an HTML page (default) or a JSON object. */
  body?: 'html' | 'json';
  /** For `status`, `hang`, `html`, `badJson` and `errors`: the effect happens first. Default false. */
  afterEffect?: boolean;
  /** For those and `resetAfter`: the effect comes this many milliseconds after the answer or the reset. */
  lateByMs?: number;
  /** For `errors`: any value. */
  errors?: unknown;
  /** For `errors`. Default null. */
  data?: unknown;
  /**
   * For `truncated`: bytes of the answer that are sent; default half. Without an effect: bytes of an uploaded file's
   * request that come in first.
   */
  afterBytes?: number;
}

const isText = (value: unknown) => typeof value === 'string';
const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0;
const isOneOf = (values: readonly unknown[]) => (value: unknown) => values.includes(value);
const isAnything = () => true;

const FIELDS: Record<keyof Accident, (value: unknown) => boolean> = {
  kind: isOneOf(ACCIDENT_KINDS),
  operation: isText,
  path: isText,
  times: isCount,
  skip: isCount,
  status: (value) => isCount(value) && Number(value) >= 400 && Number(value) < 600,
  retryAfter: (value) => isText(value) || isCount(value),
  body: isOneOf(['html', 'json']),
  afterEffect: isOneOf([true, false]),
  lateByMs: isCount,
  errors: isAnything,
  data: isAnything,
  afterBytes: isCount,
};

/** @throws Error if it is no accident */
export function readAccident(value: unknown): Accident {
  if (!isObject(value)) throw new Error('An accident is a JSON object');
  for (const [field, given] of Object.entries({ kind: undefined, ...value })) {
    const isRight = new Map(Object.entries(FIELDS)).get(field);
    if (!isRight) throw new Error(`An accident has no field ${field}`);
    if (!isRight(given)) throw new Error(`The value of ${field} is not right`);
  }
  return value as unknown as Accident;
}
