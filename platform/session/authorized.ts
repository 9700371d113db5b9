import { PlatformError } from '../common/errors/errors';
import type { HttpRequest } from '../http/request';
import type { TextResponse } from '../http/response';
import type { Sending } from '../http/sending';
import type { Session } from './session';
import { readSessionEnd, type SessionEnd } from './sessionEnd';

/** A platform that restarts may refuse several tokens in a row. */
const MAX_TOKENS = 3;

export interface AuthorizedResult<Received> {
  response: Received;
  token: string;
  /** Set if the response may mean that the session has ended. */
  end?: SessionEnd;
  /** True if the session is renewed only for the next request, because this one must not be sent again. */
  isSessionRenewed: boolean;
}

/**
 * Sends a request with the session's token. After a response that may mean that the session has ended, renews the session, and
 * sends the request again if its `Sending` allows that. If such a response, other than a 401, comes again soon, it has another
 * reason, such as a missing right, and is returned.
 * @param send usually `exchangeText`; for a file, returns an empty `text`
 */
export async function sendAuthorized<Received extends TextResponse>(
  session: Session,
  request: HttpRequest & { sending: Sending },
  send: (request: HttpRequest) => Promise<Received>,
): Promise<AuthorizedResult<Received>> {
  const { sending, signal } = request;
  let wasRenewed = false;
  for (let tokens = 1; tokens <= MAX_TOKENS; tokens++) {
    const token = await session.getToken(signal);
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const response = await send({ ...request, headers });
    const end = readSessionEnd(response);
    if (!end) return { token, response, isSessionRenewed: false };
    if (end.isCertain) session.forgetRefused(token);
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
