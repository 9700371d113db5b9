import { Cache } from '../time/cache';
import { SharedWork } from '../time/cancel';
import {
  GraphqlResponseError,
  HttpStatusError,
  PlatformError,
  UnexpectedResponseError,
} from '../errors/errors';
import { GraphqlEndpoint, type CallOptions } from '../graphql/send/endpoint';
import type { Session } from '../session/session';
import { addressOf, type PlatformAccess } from '../access';

/** A platform that is updated may have it elsewhere, in milliseconds. */
const KEPT_MS = 10 * 60_000;

/** Where each login found the catalog. */
const searches = new Cache<string, SharedWork<GraphqlEndpoint>>({ size: 100, ageMs: KEPT_MS });

/**
 * The catalog's endpoint. With `auto` both documented addresses are tried in turn; the one that answers
 * GraphQL is remembered for all who use this login.
 * @throws PlatformError naming both addresses where neither answers
 */
export async function catalogEndpoint(
  access: PlatformAccess,
  session: Session,
  { signal }: CallOptions = {},
): Promise<GraphqlEndpoint> {
  const endpointAt = (address: 'technology' | 'gateway') => {
    const url = addressOf(access, address, 'api', 'graphql');
    return new GraphqlEndpoint(url, access.tls, session, 'catalog');
  };
  if (access.catalogAddress !== 'auto') return endpointAt(access.catalogAddress);
  const known = searches.get(session.key);
  if (known && !known.isAbandoned) return await known.wait(signal);
  const candidates = [endpointAt('technology'), endpointAt('gateway')];
  const search = new SharedWork((abandoned) =>
    firstThatAnswers(candidates, { signal: abandoned }).catch((error: unknown) => {
      searches.forget(session.key, search);
      throw error;
    }),
  );
  searches.set(session.key, search);
  return await search.wait(signal);
}

/** Where the catalog answers depends on the platform's version (interface, sections 4.3 and 9). */
async function firstThatAnswers(
  endpoints: GraphqlEndpoint[],
  options: CallOptions,
): Promise<GraphqlEndpoint> {
  const refusals: string[] = [];
  for (const endpoint of endpoints) {
    try {
      await endpoint.query({ query: '{ __typename }' }, options);
      return endpoint;
    } catch (error) {
      // GraphQL that says no is GraphQL; anything but "there is no such thing here" is a trouble of its own.
      if (error instanceof GraphqlResponseError) return endpoint;
      if (!isNotThere(error)) throw error;
      refusals.push(error.message);
    }
  }
  throw new PlatformError('The technology catalog was not found at either of its two addresses', {
    hint: `${refusals.join('\n')}\nCheck the base URL in the credential, and whether the platform has a catalog.`,
    reach: 'answered',
    code: 'NOT_FOUND',
  });
}

function isNotThere(error: unknown): error is PlatformError {
  if (error instanceof UnexpectedResponseError) return !error.transient;
  return (
    error instanceof HttpStatusError &&
    [301, 302, 303, 307, 308, 404, 405, 410].includes(error.status ?? 0)
  );
}
