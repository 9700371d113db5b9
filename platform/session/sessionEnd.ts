import type { Effect } from '../common/errors/errors';
import { type TextResponse, readHeaderText } from '../http/response';
import { isLoginPage, readBlockPage } from '../http/gatewayPages';
import { isObject, toObject } from '../common/text/values';
import { deriveEffect, readPathSteps } from './errorPaths';

/** A sign in a response that the session may have ended. */
export interface SessionEnd {
  /** True only after a 401. */
  isCertain: boolean;
  /** The possible effect of the request: a 403 may come from a filter that inspects responses. */
  effect: Effect;
}

/** @returns undefined if nothing shows that the session has ended */
export function readSessionEnd(response: TextResponse): SessionEnd | undefined {
  const { status, headers } = response;
  const errors = readSessionErrors(response.text);
  // A path in an error proves that the platform began to execute the request, even after a 401.
  if (status === 401) return { isCertain: true, effect: errors?.effect ?? 'none' };
  // A firewall may have blocked the response to a request that was carried out.
  if (readBlockPage(response, [])?.by === 'firewall') return undefined;
  if (errors?.isEnd) return doubtfulEnd(errors.effect);
  if (status === 403) return doubtfulEnd('unknown');
  if ([302, 303, 307].includes(status)) {
    return doubtfulEnd(leadsToLogin(headers.location) ? 'none' : 'unknown');
  }
  return isLoginPage(response) ? doubtfulEnd('none') : undefined;
}

function doubtfulEnd(effect: Effect): SessionEnd {
  return { isCertain: false, effect };
}

/** A response that reports the end of a session is shorter. */
const MAX_REFUSAL_CHARACTERS = 256 * 1024;

/** Codes of GraphQL servers and of OAuth, in lowercase letters only. */
const END_CODES = new Set([
  'unauthenticated',
  'unauthorized',
  'notauthenticated',
  'authnotauthenticated',
  'authenticationrequired',
  'invalidtoken',
  'invalidjwt',
  'tokenexpired',
  'jwtexpired',
  'sessionexpired',
]);

/** @returns `isEnd`: true if a code says that no user is logged in, and the response has no data */
function readSessionErrors(text: string): { isEnd: boolean; effect: Effect } | undefined {
  if (text.length > MAX_REFUSAL_CHARACTERS || !/"(?:errors?|code|message)"/.test(text)) {
    return undefined;
  }
  let body: Record<string, unknown>;
  try {
    body = toObject(JSON.parse(text));
  } catch {
    return undefined;
  }
  const { data, error, errors } = body;
  const hasData = isObject(data) && Object.values(data).some((value) => value !== null);
  const entries: unknown[] = Array.isArray(errors) ? errors : [];
  const isEnd = !hasData && [error, ...entries.flatMap(readCodes)].some(isEndingCode);
  const paths = entries.map((entry) => readPathSteps(toObject(entry).path));
  return { isEnd, effect: deriveEffect(paths, data) };
}

function readCodes(entry: unknown): unknown[] {
  if (!isObject(entry)) return [entry];
  const { message, extensions } = entry;
  return isObject(extensions) ? [message, extensions.code, extensions.classification] : [message];
}

function isEndingCode(code: unknown): boolean {
  return (
    typeof code === 'string' &&
    code.length < 100 &&
    END_CODES.has(code.toLowerCase().replace(/[^a-z]/g, ''))
  );
}

const LOGIN_ADDRESS =
  /\b(?:log-?[io]n|sign-?[io]n|sso|saml2?|oauth2?|openid|auth|authenticate|authentication|authorize|cas|idp)\b/i;

function leadsToLogin(location: string | string[] | undefined): boolean {
  return LOGIN_ADDRESS.test(readHeaderText(location)?.slice(0, 2_000) ?? '');
}
