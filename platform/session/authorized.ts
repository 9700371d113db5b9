import { AuthenticationError } from '../errors/errors';
import { pause } from '../http/retry/retry';
import { exchangeText } from '../http/exchange';
import type { Exchange } from '../http/send/outgoing';
import type { TextResponse } from '../http/response/collectText';
import type { Session } from './session';

/** So many tokens in a row may be refused where the login is known to work, as on a platform that restarts. */
const MOST_TOKENS = 4;
/** Where no token has ever been taken, another one hardly helps. */
const MOST_FIRST_TOKENS = 2;
/** Before the third token, in milliseconds; twice as long before each one after it. */
const PAUSE_MS = 250;

/** How a request is sent, and what is done with a response that refuses the token. */
export interface Sender<Received extends { status: number }> {
  send(exchange: Exchange): Promise<Received>;
  drop?(refused: Received): void;
}

const AS_TEXT: Sender<TextResponse> = { send: exchangeText };

/** Sends a request with the session's token and reads the response as text; see `sendAuthorized`. */
export async function exchangeAuthorized(
  session: Session,
  exchange: Exchange,
): Promise<{ response: TextResponse; token: string }> {
  return await sendAuthorized(session, exchange, AS_TEXT);
}

/**
 * Sends a request with the session's token. A 401 means the token has ended or was revoked:
 * the request was not carried out, so it is sent again with a new token, whatever it does.
 */
export async function sendAuthorized<Received extends { status: number }>(
  session: Session,
  exchange: Exchange,
  { send, drop }: Sender<Received>,
): Promise<{ response: Received; token: string }> {
  for (let tokens = 1; ; tokens++) {
    const token = await session.token(exchange.signal);
    const headers = { ...exchange.headers, authorization: `Bearer ${token}` };
    const response = await send({ ...exchange, headers });
    if (response.status !== 401) {
      session.hasWorked = true;
      return { token, response };
    }
    drop?.(response);
    session.refuse(token);
    if (tokens >= (session.hasWorked ? MOST_TOKENS : MOST_FIRST_TOKENS)) break;
    if (tokens > 1) await pause(PAUSE_MS * 2 ** (tokens - 2), exchange.signal);
  }
  throw new AuthenticationError('The platform rejects the token that it has just issued', {
    hint: 'Check the platform ID in the credential. Check that this login has access to that platform.',
    reach: 'answered',
    status: 401,
  });
}
