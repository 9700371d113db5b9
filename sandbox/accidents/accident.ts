import { isObject } from '../http/body';

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

const HTML_NAMES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** Encodings in which a gateway may repeat a text. */
const WRITTEN = {
  plain: (text: string) => text,
  json: inJson,
  jsonTwice: (text: string) => inJson(inJson(text)),
  html: (text: string) => text.replace(/[&<>"']/g, (sign) => HTML_NAMES.get(sign) ?? sign),
  htmlNumeric: (text: string) => text.replace(/[^\w ]/gu, (sign) => `&#${sign.codePointAt(0)};`),
  percent: encodeURIComponent,
  form: (text: string) => String(new URLSearchParams({ text })).slice('text='.length),
  base64: (text: string) => Buffer.from(text).toString('base64'),
};

type Encoding = keyof typeof WRITTEN;

export const ENCODINGS = Object.keys(WRITTEN) as Encoding[];

export function encoded(text: string, encoding: Encoding): string {
  return WRITTEN[encoding](text);
}

/**
 * resetBefore: the connection is dropped and nothing happened. resetAfter: it happened, then the connection is
 * dropped without an answer. status: an error answer of a gateway. hang: no answer, ever. html: 200 with an
 * HTML page. truncated: it happened, and the answer breaks off half-way. badJson: 200 with JSON that does not
 * parse. expiredToken: 401, and the request's token is revoked (an upload token stays good). echo: a page or JSON that
 * repeats the request, its token and a login's password. errors: a GraphQL answer with `errors` as given. huge: 200 with
 * `bytes` bytes of JSON. endless: JSON without an end. drip: a byte of JSON now and then, without an end. lostId: the answer has null for the ID of the changed entity, and
 * an error below the root field.
 */
const ACCIDENT_KINDS = [
  'resetBefore',
  'resetAfter',
  'status',
  'hang',
  'html',
  'truncated',
  'badJson',
  'expiredToken',
  'echo',
  'errors',
  'huge',
  'endless',
  'drip',
  'lostId',
] as const;

type AccidentKind = (typeof ACCIDENT_KINDS)[number];

export interface Accident {
  kind: AccidentKind;
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
  /** For `status`, `hang`, `html`, `badJson`, `errors`, `huge`, `endless` and `drip`: the effect happens first. Default false. */
  afterEffect?: boolean;
  /** For those and `resetAfter`: the effect comes this many milliseconds after the answer or the reset. */
  lateByMs?: number;
  /** For `echo`: how the request is written. Default `plain`. */
  encoding?: Encoding;
  /** For `errors`: what stands there, of any form. */
  errors?: unknown;
  /** For `errors`: what stands beside them. Default null. */
  data?: unknown;
  /** For `huge`: how many. Default 64 MiB. */
  bytes?: number;
  /** For `drip`: from byte to byte, in milliseconds. Default 1000. */
  everyMs?: number;
  /**
   * For `truncated`: how many bytes of the answer are sent; half of it where left out. For what happens without an
   * effect: how many bytes of an uploaded file's request come in first.
   */
  afterBytes?: number;
}

/** Reads an accident that came over HTTP. Throws an Error that says what is wrong with it. */
export function readAccident(value: unknown): Accident {
  if (!isObject(value)) throw new Error('An accident is a JSON object');
  for (const [field, given] of Object.entries(value)) {
    const isRight = new Map(Object.entries(FIELDS)).get(field);
    if (!isRight) throw new Error(`An accident has no field ${field}`);
    if (!isRight(given)) throw new Error(`The value of ${field} is not right`);
  }
  if (value.kind === undefined) throw new Error(`kind must be one of ${ACCIDENT_KINDS.join(', ')}`);
  return value as unknown as Accident;
}

const isText = (value: unknown) => typeof value === 'string';
const isWhole =
  (from: number, to = Infinity) =>
  (value: unknown) =>
    Number.isInteger(value) && Number(value) >= from && Number(value) <= to;
const isOneOf = (values: readonly unknown[]) => (value: unknown) => values.includes(value);

const FIELDS: Record<keyof Accident, (value: unknown) => boolean> = {
  kind: isOneOf(ACCIDENT_KINDS),
  operation: isText,
  path: isText,
  times: isWhole(1),
  skip: isWhole(0),
  status: isWhole(400, 599),
  retryAfter: (value) => isText(value) || typeof value === 'number',
  body: isOneOf(['html', 'json']),
  afterEffect: (value) => typeof value === 'boolean',
  afterBytes: isWhole(0),
  lateByMs: isWhole(0),
  encoding: isOneOf(ENCODINGS),
  errors: () => true,
  data: () => true,
  bytes: isWhole(0),
  everyMs: isWhole(0),
};
