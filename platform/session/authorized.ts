import { PlatformError } from '../common/errors/errors';
import type { HttpRequest } from '../http/request';
import type { TextResponse } from '../http/response';
import type { Sending } from '../http/sending';
import type { Session } from './session';
import { readSessionEnd, type SessionEnd } from './sessionEnd';

/** A platform that restarts may refuse several tokens in a row. */
const MAX_TOKENS = 3;

export interface Authorized<Received> {
  response: Received;
  token: string;
  /** Set if the response may mean that the session has ended. */
  end?: SessionEnd;
  /** True if the next request logs in, but this one must not be sent again. */
  isSessionRenewed: boolean;
}

/**
 * If the response may mean that the session has ended, the session is renewed, and the request is sent again if its `Sending`
 * allows that. If the new token gets the same response, and its status is not 401, the response is returned: it has another
 * reason, such as a missing right.
 * @param send usually `exchangeText`; its response has a text, unless a file was requested
 */
export async function sendAuthorized<Received extends TextResponse>(
  session: Session,
  request: HttpRequest & { sending: Sending },
  send: (request: HttpRequest) => Promise<Received>,
): Promise<Authorized<Received>> {
  const { sending, signal } = request;
  let wasRenewed = false;
  for (let tokens = 1; tokens <= MAX_TOKENS; tokens++) {
    const token = await session.token(signal);
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const response = await send({ ...request, headers });
    const end = readSessionEnd(response);
    if (!end) return { token, response, isSessionRenewed: false };
    if (end.isCertain) session.discard(token);
    else if (!wasRenewed && session.renewInDoubt(token, end.effect)) wasRenewed = true;
    else return { token, response, end, isSessionRenewed: false };
    if (!sending.allowRepeat(end.effect)) return { token, response, end, isSessionRenewed: true };
  }
  throw new PlatformError('The platform rejects the token that it has just issued', {
    hint: 'Check the platform ID in the credential. Check that this login has access to that platform.',
    code: 'LOGIN_FAILED',
    status: 401,
  });
}
