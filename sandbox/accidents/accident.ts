import { isObject } from '../server/body';

/**
 * resetBefore: the connection is dropped and nothing happened. resetAfter: it happened, then the connection is
 * dropped without an answer. status: an error answer of a gateway. hang: no answer, ever. html: 200 with an
 * HTML page. truncated: it happened, and the answer breaks off half-way. badJson: 200 with JSON that does not
 * parse. expiredToken: 401, and the request's token is revoked (an upload token stays good).
 */
export const ACCIDENT_KINDS = [
  'resetBefore',
  'resetAfter',
  'status',
  'hang',
  'html',
  'truncated',
  'badJson',
  'expiredToken',
] as const;

export type AccidentKind = (typeof ACCIDENT_KINDS)[number];

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
  /** For `status`. Default 503. */
  status?: number;
  /** Value of the header Retry-After, for `status`. */
  retryAfter?: number | string;
  /** For `status`: a gateway's HTML page (default) or a JSON object. */
  body?: 'html' | 'json';
  /** For `status`, `hang`, `html` and `badJson`: the effect happens first. Default false. */
  afterEffect?: boolean;
  /**
   * For `truncated`: how many bytes of the answer are sent; half of it where left out. For what happens without an
   * effect: how many bytes of an uploaded file's request come in first.
   */
  afterBytes?: number;
}

/** Reads an accident that came over HTTP. Throws an Error that says what is wrong with it. */
export function readAccident(value: unknown): Accident {
  if (!isObject(value)) throw new Error('An accident is a JSON object');
  if (!(ACCIDENT_KINDS as readonly unknown[]).includes(value.kind)) {
    throw new Error(`kind must be one of ${ACCIDENT_KINDS.join(', ')}`);
  }
  for (const [field, isRight] of Object.entries(FIELDS)) {
    if (value[field] !== undefined && !isRight(value[field])) {
      throw new Error(`The value of ${field} is not right`);
    }
  }
  const unknown = Object.keys(value).find((field) => field !== 'kind' && !(field in FIELDS));
  if (unknown !== undefined) throw new Error(`An accident has no field ${unknown}`);
  return value as unknown as Accident;
}

const FIELDS: Record<Exclude<keyof Accident, 'kind'>, (value: unknown) => boolean> = {
  operation: (value) => typeof value === 'string',
  path: (value) => typeof value === 'string',
  times: (value) => Number.isInteger(value) && Number(value) > 0,
  skip: (value) => Number.isInteger(value) && Number(value) >= 0,
  status: (value) => Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599,
  retryAfter: (value) => typeof value === 'string' || typeof value === 'number',
  body: (value) => value === 'html' || value === 'json',
  afterEffect: (value) => typeof value === 'boolean',
  afterBytes: (value) => Number.isInteger(value) && Number(value) >= 0,
};
