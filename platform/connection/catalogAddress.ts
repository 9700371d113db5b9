import { Cache } from '../time/cache';
import { SharedWork } from '../time/cancel';
import {
  CancelledError,
  ConnectionError,
  GraphqlResponseError,
  PlatformError,
  UnexpectedResponseError,
} from '../errors/errors';
import { GraphqlEndpoint, type CallOptions } from '../graphql/send/endpoint';
import type { Session } from '../session/session';
import { addressOf, type CatalogAddress, type PlatformAccess } from '../access';

/** A platform that is updated may have it elsewhere, in milliseconds. */
const KEPT_MS = 10 * 60_000;

/** Where each login found the catalog. */
const searches = new Cache<string, SharedWork<GraphqlEndpoint>>({ size: 100, ageMs: KEPT_MS });

/**
 * The catalog's endpoint. With `auto` both addresses of the module are tried in turn; the one that answers
 * GraphQL is remembered for all who use this login.
 * @throws PlatformError with the failures of both addresses if neither answers
 */
export async function catalogEndpoint(
  access: PlatformAccess,
  session: Session,
  { signal }: CallOptions = {},
): Promise<GraphqlEndpoint> {
  const endpointAt = (address: CatalogAddress) => {
    const module = address === 'general' ? [] : [address];
    const url = addressOf(access, ...module, 'api', 'graphql');
    return new GraphqlEndpoint(url, access.tls, session);
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
  const refusals: PlatformError[] = [];
  for (const endpoint of endpoints) {
    try {
      await endpoint.query({ query: '{ __typename }' }, options);
      return endpoint;
    } catch (error) {
      // GraphQL that says no is GraphQL.
      if (error instanceof GraphqlResponseError) return endpoint;
      if (!isRefusal(error)) throw error;
      refusals.push(error);
    }
  }
  // A refusal says more than an address where nothing is.
  const cause = refusals.find((refusal) => !isNotThere(refusal));
  const failures = refusals.map(({ message, hint }) => `${message}${hint ? `. ${hint}` : ''}`);
  throw new PlatformError(
    cause
      ? 'The technology catalog cannot be used at either of its two addresses'
      : 'The technology catalog was not found at either of its two addresses',
    {
      hint: `Check the base URL in the credential, the rights of the login, and whether the platform has a catalog. If it is at another documented address, set "Catalog Address" in the credential.\n${failures.join('\n')}`,
      isTemporary: cause?.isTemporary,
      status: cause?.status,
      retryAfterMs: cause?.retryAfterMs,
      rateLimit: cause?.rateLimit,
      code: cause ? undefined : 'NOT_FOUND',
      cause,
    },
  );
}

/** Whether this address refused. A failed login or connection fails at each address. */
function isRefusal(error: unknown): error is PlatformError {
  if (error instanceof ConnectionError || error instanceof CancelledError) return false;
  return error instanceof PlatformError && error.sends > 0;
}

function isNotThere(error: PlatformError): boolean {
  if (error instanceof UnexpectedResponseError) return !error.isTemporary;
  return (
    error instanceof PlatformError &&
    [301, 302, 303, 307, 308, 404, 405, 410].includes(error.status ?? 0)
  );
}
