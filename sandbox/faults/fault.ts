import { isObject } from '../http/body';

const FAULT_KINDS = [
  /** Drops the connection. The request has no effect. */
  'resetBefore',
  /** Lets the request take effect, then drops the connection without an answer. */
  'resetAfter',
  /** Answers with an error of a gateway. */
  'status',
  'hang',
  /** Answers 200 with an HTML page. */
  'html',
  /** Lets the request take effect, then closes the connection in the middle of the answer. */
  'truncated',
  'badJson',
  /** Answers 401 and revokes the request's token. An upload token stays valid. */
  'expiredToken',
  /** Answers with a page or JSON that repeats the request, its token and the password of a login. */
  'echo',
  /** Answers with the fields `errors` and `data` of the fault. */
  'errors',
  /** Lets the request take effect, and replaces the ID of the changed entity with a GraphQL error. */
  'lostId',
] as const;

export interface Fault {
  kind: (typeof FAULT_KINDS)[number];
  /** Limits the fault to a GraphQL root field, or to another documented call such as 'authenticate'. */
  operation?: string;
  /** Limits the fault to paths, below the base path, that start with this text. */
  path?: string;
  /** Number of requests that have the fault. Default 1. */
  times?: number;
  /** Number of matching requests before the first fault. Default 0. */
  skip?: number;
  /** HTTP status of `status` (default 503) and `echo` (default 200). */
  status?: number;
  /** Retry-After header of `status`. */
  retryAfter?: number | string;
  /** Format of `status` and `echo`: an HTML page (default) or a JSON object. */
  body?: 'html' | 'json';
  /** Lets the request take effect before a `status`, `hang`, `html`, `badJson` or `errors`. Default false. */
  afterEffect?: boolean;
  /** Lets the request take effect this many milliseconds after the answer or the reset. Not for `lostId` and `truncated`. */
  lateByMs?: number;
  /** Value of `errors` in the answer of the kind `errors`. */
  errors?: unknown;
  /** Value of `data` in the answer of the kind `errors`. Default null. */
  data?: unknown;
  /**
   * Bytes of the answer that `truncated` sends; default half of the answer. For a fault before the effect: bytes of
   * an uploaded file that the sandbox reads first.
   */
  afterBytes?: number;
}

/** Kinds that change the answer of a request that has taken effect. */
const KINDS_CHANGING_ANSWER: ReadonlySet<unknown> = new Set<Fault['kind']>(['lostId', 'truncated']);

const isText = (value: unknown) => typeof value === 'string';
const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0;
const isOneOf = (values: readonly unknown[]) => (value: unknown) => values.includes(value);
const isAnything = () => true;

const FIELDS: Record<keyof Fault, (value: unknown) => boolean> = {
  kind: isOneOf(FAULT_KINDS),
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

/** @throws Error if a field is unknown or invalid, or the kind does not support `lateByMs` */
export function readFault(value: unknown): Fault {
  if (!isObject(value)) throw new Error('A fault must be a JSON object');
  for (const [field, fieldValue] of Object.entries({ kind: undefined, ...value })) {
    const isValid = new Map(Object.entries(FIELDS)).get(field);
    if (!isValid) throw new Error(`A fault has no field ${field}`);
    if (!isValid(fieldValue)) throw new Error(`The value of ${field} is invalid`);
  }
  const { kind, lateByMs } = value as unknown as Fault;
  if (lateByMs !== undefined && KINDS_CHANGING_ANSWER.has(kind)) {
    throw new Error(`${kind} needs the effect before its answer, so it cannot have lateByMs`);
  }
  return value as unknown as Fault;
}
