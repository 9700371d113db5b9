import { AuthenticationError } from '../errors/errors';
import { exchangeText } from '../http/exchange';
import type { Exchange } from '../http/request';
import type { TextResponse } from '../http/response';
import type { Session } from './session';
import { sessionEnd } from './sessionEnd';

/** So many tokens in a row may be refused, as on a platform that restarts. */
const MAX_TOKENS = 3;

/** Sends a request with the session's token and reads the response as text; see `sendAuthorized`. */
export async function exchangeAuthorized(
  session: Session,
  exchange: Exchange,
): Promise<{ response: TextResponse; token: string }> {
  return await sendAuthorized(session, exchange, exchangeText);
}

/**
 * Sends a request with the session's token. A response that says that the session has ended means that the request was
 * not carried out, so it is sent again with a new token, whatever it does. Where the new one meets the same, and that is
 * not 401, the response is returned: it has another reason, as a right that is missing.
 * @param send its response has a text unless that is what was asked for, as a file
 */
export async function sendAuthorized<Received extends TextResponse>(
  session: Session,
  exchange: Exchange,
  send: (exchange: Exchange) => Promise<Received>,
): Promise<{ response: Received; token: string }> {
  let isDoubted = false;
  for (let tokens = 1; tokens <= MAX_TOKENS; tokens++) {
    const token = await session.token(exchange.signal);
    const headers = { ...exchange.headers, authorization: `Bearer ${token}` };
    const response = await send({ ...exchange, headers });
    const end = sessionEnd(response);
    if (end !== '401') {
      if (isDoubted || !session.mayHaveEnded(token, end)) {
        session.accept(token, end);
        return { token, response };
      }
      isDoubted = true;
    }
    session.refuse(token);
  }
  throw new AuthenticationError('The platform rejects the token that it has just issued', {
    hint: 'Check the platform ID in the credential. Check that this login has access to that platform.',
    reach: 'answered',
    status: 401,
  });
}
