import { unlessCancelled } from '../cancel';
import {
  GraphqlAnswerError,
  HttpStatusError,
  PlatformError,
  UnexpectedAnswerError,
} from '../errors';
import { GraphqlEndpoint, type CallOptions } from '../graphql/endpoint';
import type { Session } from '../session/session';
import { addressOf, type PlatformSettings } from '../settings';

/** Where the catalog answers depends on the platform's version (interface, sections 4.3 and 9). */
const ADDRESSES = ['technology', 'gateway'] as const;
const MAX_REMEMBERED = 100;

const remembered = new Map<string, Promise<GraphqlEndpoint>>();

/**
 * The catalog's endpoint. With `auto` both documented addresses are tried in turn; the one that answers
 * GraphQL is remembered for all who use this login.
 * @throws PlatformError naming both addresses where neither answers
 */
export async function catalogEndpoint(
  settings: PlatformSettings,
  session: Session,
  { signal }: CallOptions = {},
): Promise<GraphqlEndpoint> {
  const at = (address: (typeof ADDRESSES)[number]) =>
    new GraphqlEndpoint(addressOf(settings, address, 'api', 'graphql'), settings.tls, session);
  if (settings.catalogAddress !== 'auto') return at(settings.catalogAddress);

  const known = remembered.get(session.key);
  if (known) return await unlessCancelled(known, signal);
  const search = firstThatAnswers(ADDRESSES.map(at));
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(session.key, search);
  search.catch(() => remembered.delete(session.key));
  return await unlessCancelled(search, signal);
}

async function firstThatAnswers(endpoints: GraphqlEndpoint[]): Promise<GraphqlEndpoint> {
  const refusals: string[] = [];
  for (const endpoint of endpoints) {
    try {
      await endpoint.query({ query: '{ __typename }' });
      return endpoint;
    } catch (error) {
      // GraphQL that says no is GraphQL; anything but "there is no such thing here" is a trouble of its own.
      if (error instanceof GraphqlAnswerError) return endpoint;
      if (!isNotThere(error)) throw error;
      refusals.push(error.message);
    }
  }
  throw new PlatformError('The technology catalog answers at neither of its two addresses', {
    hint: `${refusals.join('\n')}\nCheck the base URL in the credential, and whether the platform has a catalog.`,
    reach: 'answered',
  });
}

function isNotThere(error: unknown): error is PlatformError {
  if (error instanceof UnexpectedAnswerError) return !error.transient;
  return (
    error instanceof HttpStatusError &&
    [301, 302, 303, 307, 308, 404, 405, 410].includes(error.status ?? 0)
  );
}
