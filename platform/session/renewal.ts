import { exchangeText } from '../http/exchange';
import type { PlatformAccess } from '../access';
import type { Session } from './session';
import { sessionEnd } from './sessionEnd';

/**
 * For a caller that keeps a token of its own, as n8n's HTTP Request node does: the token to go on with,
 * or undefined where the one it holds still works and a failure must have had another reason.
 * Telling the two apart matters: n8n repeats a failed request, a started run included, whenever it is given a token.
 */
export async function successorOf(
  heldToken: string,
  session: Session,
  access: PlatformAccess,
  graphqlUrl: URL,
): Promise<string | undefined> {
  if (heldToken !== '') {
    if (!(await isRefused(heldToken, access, graphqlUrl))) return undefined;
    session.refuse(heldToken);
  }
  return await session.token();
}

async function isRefused(token: string, access: PlatformAccess, url: URL): Promise<boolean> {
  const response = await exchangeText({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: '{ __typename }' }),
    response: 'short',
    tls: access.tls,
  });
  return sessionEnd(response) !== undefined;
}
