import {
  UnexpectedResponseError,
  type Effect,
  type GraphqlResponseError,
  type GraphqlErrorEntry,
  type RateLimit,
} from '../../errors/errors';
import { type TextResponse, isSuccess } from '../../http/response';
import { blockPageError, detailsOfStatus, statusError } from '../../http/failures';
import { effectOfPaths } from '../../session/errorPaths';
import { sessionEnd } from '../../session/sessionEnd';
import { parseExactJson } from '../../text/exactJson';
import { excerpt, htmlTitle, isHtml } from '../../text/text';
import {
  combinedError,
  readErrors,
  hasTooManyRequestsCode,
  isTooManyRequests,
} from './responseErrors';
import type { GraphqlData } from './request';
import { isObject } from '../../text/values';

/**
 * Reads a GraphQL response (interface, sections 4.2 and 7).
 * @throws GraphqlResponseError if `errors` came in any form, whatever the HTTP status; PlatformError;
 * UnexpectedResponseError for HTML, text that was cut, or JSON that is no GraphQL response.
 */
export function readGraphqlResponse(
  url: URL,
  response: TextResponse,
  secrets: readonly string[],
  onNumbersAsText?: (fields: string[]) => void,
): GraphqlData {
  const body = parseBody(response.text, onNumbersAsText);
  const data = readData(body);
  const errors = readErrors(body?.errors, secrets);
  if (errors.length > 0) {
    throw failureOf(response, errors, body?.data === null ? null : data);
  }
  if (!isSuccess(response)) throw statusError(url, response, secrets, effectOfEnd(response));
  if (data) return data;
  throw unexpectedResponse(url, response, body !== undefined, secrets);
}

/** Whether the text of a response says that there were too many requests, and whether it proves that nothing was done. */
export function readRateLimit(text: string): { hadNoEffect: boolean } | undefined {
  if (!text.includes('"errors"')) return undefined;
  const body = parseBody(text);
  const errors = readErrors(body?.errors, []);
  if (!areTooMany(errors, readData(body))) return undefined;
  return { hadNoEffect: body?.data === undefined && areBeforeExecution(errors) };
}

function failureOf(
  response: TextResponse,
  errors: readonly GraphqlErrorEntry[],
  data: GraphqlData | null | undefined,
): GraphqlResponseError {
  const ofErrors = effectOfErrors(response, errors, data);
  const ofStatus = detailsOfStatus(response);
  if (!areTooMany(errors, data)) {
    return combinedError('The platform responded', errors, data, {
      ...(!isSuccess(response) && ofStatus),
      ...(ofErrors && { effect: ofErrors, rateLimit: withoutProof(ofStatus.rateLimit) }),
    });
  }
  const isProven = data === undefined && areBeforeExecution(errors);
  return combinedError('The platform responded', errors, data, {
    isTemporary: true,
    status: isSuccess(response) ? undefined : response.status,
    code: 'RATE_LIMITED',
    retryAfterMs: ofStatus.retryAfterMs,
    rateLimit: isProven ? ofStatus.rateLimit : withoutProof(ofStatus.rateLimit),
    effect: isProven ? 'none' : (ofErrors ?? 'none'),
  });
}

/** Errors with a path say that the platform began, whatever the status says. */
function withoutProof(rateLimit: RateLimit | undefined): RateLimit | undefined {
  return rateLimit && { ...rateLimit, hadNoEffect: false };
}

/** Returns the effect of a mutation with these errors; undefined if only the status of the response decides. */
function effectOfErrors(
  response: TextResponse,
  errors: readonly GraphqlErrorEntry[],
  data: GraphqlData | null | undefined,
): Effect | undefined {
  const effect = effectOfPaths(
    errors.map(({ path = [] }) => path),
    data,
  );
  const isMade = effect === 'made' || Object.values(data ?? {}).some(isResult);
  if (isMade) return 'made';
  // The platform itself says in which field it failed.
  return effectOfEnd(response) ?? (effect === 'unknown' ? 'none' : undefined);
}

/** Whether a root field has the result of a change. */
function isResult(value: unknown): boolean {
  return value !== null && value !== false;
}

function effectOfEnd(response: TextResponse): Effect | undefined {
  return sessionEnd(response)?.effect;
}

/** If some of it was answered, the rest is shown as what it is. */
function areTooMany(
  errors: readonly GraphqlErrorEntry[],
  data: GraphqlData | null | undefined,
): boolean {
  const isNothing = Object.values(data ?? {}).every((value) => value === null);
  return isNothing && errors.length > 0 && errors.every(isTooManyRequests);
}

/** A field that fails may have begun its work; what a limit turns down has no field. */
function areBeforeExecution(errors: readonly GraphqlErrorEntry[]): boolean {
  return errors.every((entry) => entry.path === undefined && hasTooManyRequestsCode(entry));
}

/**
 * Whether a mutation was carried out although something failed: its root fields have values, and all errors lie below
 * them, in what was asked to hear about the result.
 */
export function wasCarriedOut({ data, errors }: GraphqlResponseError): boolean {
  if (!data) return false;
  const values = new Map(Object.entries(data));
  return errors.every(
    ({ path = [] }) => path.length > 1 && (values.get(String(path[0])) ?? null) !== null,
  );
}

/** @param onNumbersAsText gets the fields whose numbers JavaScript would change: they become text */
function parseBody(
  text: string,
  onNumbersAsText?: (fields: string[]) => void,
): Record<string, unknown> | undefined {
  try {
    const { value, numbersAsText } = parseExactJson(text);
    if (numbersAsText.size > 0) {
      onNumbersAsText?.([...numbersAsText.keys()].map((field) => field.replace(/^data\./, '')));
    }
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function readData(body: Record<string, unknown> | undefined): GraphqlData | undefined {
  return isObject(body?.data) ? body.data : undefined;
}

function unexpectedResponse(
  url: URL,
  response: TextResponse,
  isJson: boolean,
  secrets: readonly string[],
): UnexpectedResponseError {
  const blocked = blockPageError(url, response, secrets);
  if (blocked) return blocked;
  if (isHtml(response.text)) {
    return new UnexpectedResponseError(
      `${url.host} returned a web page instead of data: "${htmlTitle(response.text, secrets)}"`,
      {
        hint: 'Check the base URL and the platform ID in the credential. The page may come from a login page or a gateway in front of the platform.',
        status: response.status,
        page: 'gateway',
        effect: effectOfEnd(response) ?? 'unknown',
      },
    );
  }
  const shown = excerpt(response.text, secrets);
  return new UnexpectedResponseError(
    isJson
      ? `${url.host} returned JSON without "data"`
      : `The response of ${url.host} is not valid JSON`,
    {
      hint: shown ? `It starts with: ${shown.slice(0, 200)}` : 'The response was empty.',
      isTemporary: !isJson,
      status: response.status,
    },
  );
}
