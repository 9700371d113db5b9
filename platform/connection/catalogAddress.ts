import { Cache } from '../common/time/cache';
import { shareResult, type SharedWork } from '../common/time/cancel';
import {
  GraphqlResponseError,
  PlatformError,
  UnexpectedResponseError,
  wasAnswered,
} from '../common/errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import type { Session } from '../session/session';
import type { CatalogAddress, PlatformAccess } from '../session/access';

/** An update of the platform may move the catalog. */
const MAX_AGE_MS = 10 * 60_000;

/** The addresses by login. Endpoints are not kept, because they would keep the password in memory. */
const addresses = new Cache<string, SharedWork<CatalogAddress>>({ size: 100, ageMs: MAX_AGE_MS });

/**
 * Returns the address in the credential. If that is `auto`, tries `technology`, then `gateway`, and remembers for the login which one
 * answers in GraphQL.
 * @throws PlatformError with the failures of both addresses if neither answers
 */
export async function findCatalogAddress(
  { catalogAddress }: PlatformAccess,
  session: Session,
  getEndpoint: (address: CatalogAddress) => GraphqlEndpoint,
  { signal }: CallOptions = {},
): Promise<CatalogAddress> {
  if (catalogAddress !== 'auto') return catalogAddress;
  return await shareResult(addresses, session.key, signal, (abandoned) =>
    findAnsweringAddress(getEndpoint, { signal: abandoned }),
  );
}

/** The right address depends on the platform's version (interface, sections 4.3 and 9). */
async function findAnsweringAddress(
  getEndpoint: (address: CatalogAddress) => GraphqlEndpoint,
  options: CallOptions,
): Promise<CatalogAddress> {
  const failures: PlatformError[] = [];
  for (const address of ['technology', 'gateway'] as const) {
    try {
      await getEndpoint(address).query({ query: '{ __typename }' }, options);
      return address;
    } catch (error) {
      // The address has a GraphQL server, although it refused the query.
      if (error instanceof GraphqlResponseError) return address;
      // A failed login or connection would also fail at the other address.
      if (!wasAnswered(error)) throw error;
      failures.push(error);
    }
  }
  // The refusal of a catalog says more than the failure of an address without a catalog.
  const cause = failures.find((failure) => !isCatalogMissing(failure));
  const reasons = failures.map(({ message, hint }) => `${message}${hint ? `. ${hint}` : ''}`);
  throw new PlatformError(
    cause
      ? 'The technology catalog cannot be used at either of its two addresses'
      : 'The technology catalog was not found at either of its two addresses',
    {
      hint: `Check the base URL in the credential, the rights of the login, and whether the platform has a catalog. If it is at another documented address, set "Catalog Address" in the credential.\n${reasons.join('\n')}`,
      isTemporary: cause?.isTemporary,
      status: cause?.status,
      retryAfterMs: cause?.retryAfterMs,
      rateLimit: cause?.rateLimit,
      code: cause ? undefined : 'NOT_FOUND',
      cause,
    },
  );
}

function isCatalogMissing(error: PlatformError): boolean {
  if (error instanceof UnexpectedResponseError) return !error.isTemporary;
  return [301, 302, 303, 307, 308, 404, 405, 410].includes(error.status ?? 0);
}
