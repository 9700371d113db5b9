import { Cache } from '../time/cache';
import { unlessCancelled } from '../time/cancel';
import {
  GraphqlResponseError,
  HttpStatusError,
  OutcomeUnknownError,
  PlatformError,
  UnexpectedResponseError,
} from '../errors/errors';
import type { GraphqlData, GraphqlRequest } from '../graphql/send/request';
import { GraphqlEndpoint, type CallOptions } from '../graphql/send/endpoint';
import type { TlsOptions } from '../tls/options';
import type { Session } from '../session/session';
import { addressOf, type PlatformAccess } from '../access';

/** Where the catalog answers depends on the platform's version (interface, sections 4.3 and 9). */
const ADDRESSES = ['technology', 'gateway'] as const;
type Address = (typeof ADDRESSES)[number];

/** Where each login found the catalog. */
const searches = new Cache<string, Promise<FoundEndpoint>>({ size: 100 });

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
  const urlAt = (address: Address) => addressOf(access, address, 'api', 'graphql');
  if (access.catalogAddress !== 'auto') {
    return new GraphqlEndpoint(urlAt(access.catalogAddress), access.tls, session, 'catalog');
  }
  const lookAgain: LookAgain = async (gone, options) => {
    const search = searches.get(session.key);
    if ((await search) === gone) searches.forget(session.key, search);
    return await find(options);
  };
  const found = (address: Address) =>
    new FoundEndpoint(urlAt(address), access.tls, session, lookAgain);
  const find = async (options: CallOptions = {}): Promise<FoundEndpoint> => {
    const search = searches.getOrSet(session.key, () => firstThatAnswers(ADDRESSES.map(found)));
    search.catch(() => searches.forget(session.key, search));
    return await unlessCancelled(search, options.signal);
  };
  return await find({ signal });
}

type LookAgain = (gone: FoundEndpoint, options?: CallOptions) => Promise<FoundEndpoint>;

/** Where the catalog was found. Once it is no longer there, it is looked for again. */
class FoundEndpoint extends GraphqlEndpoint {
  /** This address alone. */
  readonly here: GraphqlEndpoint;

  constructor(
    url: URL,
    tls: TlsOptions,
    session: Session,
    private readonly lookAgain: LookAgain,
  ) {
    super(url, tls, session, 'catalog');
    this.here = new GraphqlEndpoint(url, tls, session, 'catalog');
  }

  override async query(request: GraphqlRequest, options?: CallOptions): Promise<GraphqlData> {
    return await this.here.query(request, options).catch(async (error: unknown) => {
      return await (await this.successor(error, options)).query(request, options);
    });
  }

  override async mutate(request: GraphqlRequest, options?: CallOptions): Promise<GraphqlData> {
    return await this.here.mutate(request, options).catch(async (error: unknown) => {
      // Whoever answered, a change is not sent again; the next one finds the new address.
      await this.successor(error, options);
      throw error;
    });
  }

  override async mutateIdempotent(
    request: GraphqlRequest,
    options?: CallOptions,
  ): Promise<GraphqlData> {
    return await this.here.mutateIdempotent(request, options).catch(async (error: unknown) => {
      return await (await this.successor(error, options)).mutateIdempotent(request, options);
    });
  }

  /** @throws the error itself, where the catalog is still here or nowhere */
  private async successor(error: unknown, options?: CallOptions): Promise<GraphqlEndpoint> {
    const failure = error instanceof OutcomeUnknownError ? error.failure : error;
    if (!isNotThere(failure)) throw error;
    const found = await this.lookAgain(this, options).catch(() => this);
    if (found.url.href === this.url.href) throw error;
    return found.here;
  }
}

async function firstThatAnswers(endpoints: FoundEndpoint[]): Promise<FoundEndpoint> {
  const refusals: string[] = [];
  for (const endpoint of endpoints) {
    try {
      await endpoint.here.query({ query: '{ __typename }' });
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
