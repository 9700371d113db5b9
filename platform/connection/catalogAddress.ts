import { Cache } from '../common/time/cache';
import { sharedResult, type SharedWork } from '../common/time/cancel';
import {
  GraphqlResponseError,
  PlatformError,
  UnexpectedResponseError,
  hasOwnResponse,
} from '../common/errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import type { Session } from '../session/session';
import type { CatalogAddress, PlatformAccess } from '../session/access';

/** A platform may move the catalog when it is updated. */
const KEPT_MS = 10 * 60_000;

/** The address where each login found the catalog. Endpoints are not kept: they would keep the password in memory. */
const addresses = new Cache<string, SharedWork<CatalogAddress>>({ size: 100, ageMs: KEPT_MS });

/**
 * Finds the address of the catalog. With `auto`, both addresses of the module are tried in turn, and the one that answers
 * GraphQL is remembered for the login.
 * @throws PlatformError with the failures of both addresses if neither answers
 */
export async function findCatalog(
  { catalogAddress }: PlatformAccess,
  session: Session,
  endpointAt: (address: CatalogAddress) => GraphqlEndpoint,
  { signal }: CallOptions = {},
): Promise<CatalogAddress> {
  if (catalogAddress !== 'auto') return catalogAddress;
  return await sharedResult(addresses, session.key, signal, (abandoned) =>
    firstThatAnswers(endpointAt, { signal: abandoned }),
  );
}

/** The address of the catalog depends on the platform's version (interface, sections 4.3 and 9). */
async function firstThatAnswers(
  endpointAt: (address: CatalogAddress) => GraphqlEndpoint,
  options: CallOptions,
): Promise<CatalogAddress> {
  const failures: PlatformError[] = [];
  for (const address of ['technology', 'gateway'] as const) {
    try {
      await endpointAt(address).query({ query: '{ __typename }' }, options);
      return address;
    } catch (error) {
      // A refusal in GraphQL proves that the address answers GraphQL.
      if (error instanceof GraphqlResponseError) return address;
      // A failed login or connection would fail at the other one, too.
      if (!hasOwnResponse(error)) throw error;
      failures.push(error);
    }
  }
  // A refusal says more than an empty address.
  const cause = failures.find((failure) => !isNotThere(failure));
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

function isNotThere(error: PlatformError): boolean {
  if (error instanceof UnexpectedResponseError) return !error.isTemporary;
  return (
    error instanceof PlatformError &&
    [301, 302, 303, 307, 308, 404, 405, 410].includes(error.status ?? 0)
  );
}
