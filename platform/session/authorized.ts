import { AuthenticationError } from '../errors';
import { exchangeText, type Exchange, type TextAnswer } from '../http/exchange';
import type { Session } from './session';

/**
 * Sends a request with the session's token. A 401 means the token has ended or was revoked:
 * the request was not carried out, so it is sent once more with a new token, whatever it does.
 */
export async function exchangeAuthorized(
  session: Session,
  exchange: Exchange,
): Promise<{ answer: TextAnswer; token: string }> {
  const first = await attempt(session, exchange);
  if (first.answer.status !== 401) return first;
  session.refuse(first.token);

  const second = await attempt(session, exchange);
  if (second.answer.status !== 401) return second;
  session.refuse(second.token);
  throw new AuthenticationError('The platform refuses the token that it has just issued', {
    hint: 'Check the platform ID in the credential, and whether this login may use that platform.',
    reach: 'answered',
    status: 401,
  });
}

async function attempt(session: Session, exchange: Exchange) {
  const token = await session.token(exchange.signal);
  const headers = { ...exchange.headers, authorization: `Bearer ${token}` };
  return { token, answer: await exchangeText({ ...exchange, headers }) };
}
