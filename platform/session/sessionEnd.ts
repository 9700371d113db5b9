import { type TextResponse, headerText } from '../http/response';
import { isLoginPage, refusingPage } from '../http/gatewayPages';
import { isObject } from '../text/values';

/** How a response says that the session has ended. After a 401 this is certain; the others may mean something else. */
export type SessionEnd = '401' | 'invalid token' | 'status' | 'redirect' | 'code' | 'login page';

const KINDS: ReadonlyArray<[SessionEnd, (response: TextResponse) => boolean]> = [
  ['401', ({ status }) => status === 401],
  ['invalid token', ({ headers }) => namesInvalidToken(headers['www-authenticate'])],
  // 419, 440 and 498 are those of Laravel, IIS and nginx for an ended session.
  ['status', ({ status }) => [403, 419, 440, 498].includes(status)],
  ['redirect', ({ status }) => [302, 303, 307].includes(status)],
  ['code', ({ text }) => hasEndingCode(text)],
  ['login page', isLoginPage],
];

/** @returns undefined for a response to a session that goes on, and for a firewall's, which looks at what the platform did */
export function sessionEnd(response: TextResponse): SessionEnd | undefined {
  const end = KINDS.find(([, fits]) => fits(response))?.[0];
  return end && end !== '401' && refusingPage(response, [])?.by === 'firewall' ? undefined : end;
}

/** A refusal that is longer is none of the session alone. */
const MAX_REFUSAL_CHARACTERS = 256 * 1024;

/** Codes of GraphQL servers and of OAuth, without signs between their words. */
const CODES = new Set([
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

/** Whether a body says by a code that nobody is logged in, and has no data: then nothing was done. */
function hasEndingCode(text: string): boolean {
  if (text.length > MAX_REFUSAL_CHARACTERS || !/"(?:errors?|code|message)"/.test(text))
    return false;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return false;
  }
  if (!isObject(body)) return false;
  const { data, error, errors } = body;
  const isDone = isObject(data) && Object.values(data).some((value) => value !== null);
  const entries: unknown[] = Array.isArray(errors) ? errors : [];
  return !isDone && [error, ...entries.flatMap(codesOf)].some(isEndingCode);
}

function codesOf(entry: unknown): unknown[] {
  if (!isObject(entry)) return [entry];
  const { message, extensions } = entry;
  return isObject(extensions) ? [message, extensions.code, extensions.classification] : [message];
}

function isEndingCode(code: unknown): boolean {
  return (
    typeof code === 'string' &&
    code.length < 100 &&
    CODES.has(code.toLowerCase().replace(/[^a-z]/g, ''))
  );
}

function namesInvalidToken(challenge: string | string[] | undefined): boolean {
  return /\berror="?invalid_token\b/i.test(headerText(challenge) ?? '');
}
