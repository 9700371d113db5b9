import {
  GraphqlResponseError,
  UnexpectedResponseError,
  type Effect,
  type GraphqlErrorEntry,
} from '../../common/errors/errors';
import { type TextResponse, isSuccess } from '../../http/response';
import { readStatusDetails, statusError, webPageError } from '../../http/failures';
import { deriveEffect } from '../../session/errorPaths';
import type { AuthorizedResult } from '../../session/authorized';
import { findCodeInErrors } from '../../common/errors/errorCodes';
import { parseExactJson } from '../../common/text/exactJson';
import { excerpt } from '../../common/text/text';
import { combinedError, readErrors } from './responseErrors';
import type { GraphqlData } from './request';
import { isObject } from '../../common/text/values';

/**
 * Reads a GraphQL response (interface, sections 4.2 and 7).
 * @throws GraphqlResponseError if the body has `errors` in any format, with any HTTP status; PlatformError for a failed status;
 *   UnexpectedResponseError for HTML, text that was cut, or JSON that is not a GraphQL response
 */
export function readGraphqlResponse(
  url: URL,
  { response, end }: Pick<AuthorizedResult<TextResponse>, 'response' | 'end'>,
  secrets: readonly string[],
  onNumbersAsText?: (fields: string[]) => void,
): GraphqlData {
  const body = parseBody(response.text, onNumbersAsText);
  const data = isObject(body?.data) ? body.data : undefined;
  const errors = readErrors(body?.errors, secrets);
  if (errors.length > 0) {
    throw buildFailure(response, errors, body?.data === null ? null : data, end?.effect);
  }
  if (!isSuccess(response)) throw statusError(url, response, secrets, end?.effect);
  if (data) return data;
  throw unexpectedResponseError(url, response, body !== undefined, secrets, end?.effect);
}

function buildFailure(
  response: TextResponse,
  errors: readonly GraphqlErrorEntry[],
  data: GraphqlData | null | undefined,
  sessionEndEffect: Effect | undefined,
): GraphqlResponseError {
  const details = readStatusDetails(response);
  // A rate limit refuses a whole request. If only one field was refused, the request may have had an effect.
  const hasBegun = data !== undefined || errors.some(({ path }) => path !== undefined);
  const hadNoEffect = details.rateLimit?.hadNoEffect === true && !hasBegun;
  const effect = hadNoEffect ? 'none' : deriveEffectOfErrors(errors, data, sessionEndEffect);
  return combinedError('The platform responded', errors, data, {
    ...(!isSuccess(response) && details),
    // Even then, `Sending` repeats a change only if that is safe.
    ...(findCodeInErrors(errors) === 'RATE_LIMITED' && { isTemporary: true }),
    ...(details.rateLimit && { rateLimit: { ...details.rateLimit, hadNoEffect } }),
    ...(effect && { effect }),
  });
}

/** Returns the effect that the errors and the data show; undefined if only the status of the response shows it. */
function deriveEffectOfErrors(
  errors: readonly GraphqlErrorEntry[],
  data: GraphqlData | null | undefined,
  sessionEndEffect: Effect | undefined,
): Effect | undefined {
  const paths = errors.map(({ path = [] }) => path);
  const effect = deriveEffect(paths, data);
  if (effect === 'made' || Object.values(data ?? {}).some(isResult)) return 'made';
  // An error at a root field claims that the change failed. The user sees this claim, but `Sending` does not rely on it.
  return sessionEndEffect ?? (effect === 'unknown' ? 'none' : undefined);
}

function isResult(value: unknown): boolean {
  return value !== null && value !== false;
}

/**
 * Returns true if a mutation was carried out although the response has errors: every error has a path below a root field, and that
 * root field has a value.
 */
export function isCarriedOut(
  error: unknown,
): error is GraphqlResponseError & { data: GraphqlData } {
  if (!(error instanceof GraphqlResponseError) || !error.data) return false;
  const values = new Map(Object.entries(error.data));
  return error.errors.every(
    ({ path = [] }) => path.length > 1 && (values.get(String(path[0])) ?? null) !== null,
  );
}

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

function unexpectedResponseError(
  url: URL,
  response: TextResponse,
  isJson: boolean,
  secrets: readonly string[],
  sessionEndEffect: Effect | undefined,
): UnexpectedResponseError {
  const page = webPageError(url, response, secrets, 'data', sessionEndEffect);
  if (page) return page;
  const start = excerpt(response.text, secrets);
  return new UnexpectedResponseError(
    isJson
      ? `${url.host} returned JSON without "data"`
      : `The response of ${url.host} is not valid JSON`,
    {
      hint: start ? `It starts with: ${start.slice(0, 200)}` : 'The response was empty.',
      isTemporary: !isJson,
      status: response.status,
    },
  );
}
