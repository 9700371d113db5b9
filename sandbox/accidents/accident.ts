import { isObject } from '../http/body';

const ACCIDENT_KINDS = [
  /** The connection is dropped, and nothing happened. */
  'resetBefore',
  /** It happened, then the connection is dropped without an answer. */
  'resetAfter',
  /** An error answer of a gateway. */
  'status',
  /** No answer, ever. */
  'hang',
  /** 200 with an HTML page. */
  'html',
  /** It happened, and the answer breaks off half-way. */
  'truncated',
  /** 200 with JSON that does not parse. */
  'badJson',
  /** 401, and the request's token is revoked; an upload token stays good. */
  'expiredToken',
  /** A page or JSON that repeats the request, its token and a login's password. */
  'echo',
  /** A GraphQL answer with `errors` as given. */
  'errors',
  /** It happened, and the answer has null for the ID of the changed entity, and an error below the root field. */
  'lostId',
] as const;

export interface Accident {
  kind: (typeof ACCIDENT_KINDS)[number];
  /** Only requests with this root field (or documented call: 'authenticate'). */
  operation?: string;
  /** Only requests whose path below the base path starts so. */
  path?: string;
  /** How many requests it happens to. Default 1. */
  times?: number;
  /** How many matching requests go through first. Default 0. */
  skip?: number;
  /** For `status` (default 503) and `echo` (default 200). */
  status?: number;
  /** Value of the header Retry-After, for `status`. */
  retryAfter?: number | string;
  /** For `status` and `echo`: an HTML page (default) or a JSON object. */
  body?: 'html' | 'json';
  /** For `status`, `hang`, `html`, `badJson` and `errors`: the effect happens first. Default false. */
  afterEffect?: boolean;
  /** For those and `resetAfter`: the effect comes this many milliseconds after the answer or the reset. */
  lateByMs?: number;
  /** For `errors`: what stands there, of any form. */
  errors?: unknown;
  /** For `errors`: what stands beside them. Default null. */
  data?: unknown;
  /**
   * For `truncated`: how many bytes of the answer are sent; half of it where left out. For what happens without an
   * effect: how many bytes of an uploaded file's request come in first.
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

/** Reads an accident that came over HTTP. Throws an Error that says what is wrong with it. */
export function readAccident(value: unknown): Accident {
  if (!isObject(value)) throw new Error('An accident is a JSON object');
  for (const [field, given] of Object.entries({ kind: undefined, ...value })) {
    const isRight = new Map(Object.entries(FIELDS)).get(field);
    if (!isRight) throw new Error(`An accident has no field ${field}`);
    if (!isRight(given)) throw new Error(`The value of ${field} is not right`);
  }
  return value as unknown as Accident;
}
