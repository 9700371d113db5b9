import { InvalidInputError } from '../common/errors/errors';
import { excerpt, withoutLogin } from '../common/text/text';
import { isObject } from '../common/text/values';

/** An address of a credential, without a slash at its end. */
export interface OwnAddress {
  address: string;
  /** Undefined if the address needs no token. */
  token?: string;
}

/** These fields of a request decide where n8n's helpers send it. */
interface RequestTarget {
  url?: unknown;
  uri?: unknown;
  baseURL?: unknown;
  proxy?: unknown;
  headers?: Record<string, unknown>;
}

/** n8n's HTTP client decides by this expression whether an address is absolute. */
const ABSOLUTE = /^(?:[a-z][a-z\d+.-]*:)?\/\//i;
/** Matches a `..` that only the server resolves. */
const ENCODED_PARENT = /(?:\/|%2f|%5c)(?:\.|%2e){2}(?:\/|%2f|%5c|$)/i;

/**
 * Returns the absolute address of a request, with the credential's address that contains it. A user who may use a credential need
 * not know its token, so such a user's request must not take the token elsewhere.
 * @throws InvalidInputError if the request goes elsewhere by its address, a proxy or a host header
 */
export function ownTarget(
  request: RequestTarget,
  addresses: readonly OwnAddress[],
): OwnAddress & { url: URL } {
  const url = resolveTarget(request);
  const own = addresses.find(({ address }) => url && isBelow(url, new URL(address)));
  if (!url || !own)
    throw refusal(url ? addressText(url) : 'an address that is not valid', addresses);
  const { proxy } = request;
  if (proxy) throw refusal(`the proxy ${describeProxy(proxy)}`, addresses);
  const host = hostHeader(request);
  if (host !== undefined && host !== url.host) {
    throw refusal(`the host ${withoutLogin(host)}`, addresses);
  }
  return { ...own, url };
}

function resolveTarget({ url, uri, baseURL }: RequestTarget): URL | undefined {
  const written = String(url ?? uri ?? '');
  const base = String(baseURL ?? '');
  const isWhole = base === '' || ABSOLUTE.test(written);
  const whole = isWhole ? written : `${base.replace(/\/+$/, '')}/${written.replace(/^\/+/, '')}`;
  return URL.canParse(whole) ? new URL(whole) : undefined;
}

function isBelow({ origin, pathname }: URL, own: URL): boolean {
  const path = own.pathname.replace(/\/+$/, '');
  const isWithin = pathname === path || pathname.startsWith(`${path}/`);
  return origin === own.origin && isWithin && !(path !== '' && ENCODED_PARENT.test(pathname));
}

function hostHeader({ headers = {} }: RequestTarget): string | undefined {
  const [, host] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'host') ?? [];
  return host === undefined ? undefined : String(host).trim().toLowerCase();
}

function describeProxy(proxy: unknown): string {
  return withoutLogin(isObject(proxy) ? String(proxy.host) : String(proxy));
}

/** Leaves out the login and the query, which may be secret. */
function addressText({ protocol, host, pathname }: URL): string {
  return excerpt(`${protocol}//${host}${pathname.replace(/\/+$/, '')}`, [], 200);
}

function refusal(where: string, addresses: readonly OwnAddress[]): InvalidInputError {
  const own = addresses.map(({ address }) => address).join(' and ');
  return new InvalidInputError(
    `The request goes to ${where}, but this credential is only for ${own}`,
    'Correct the request, or choose another credential. The request was not sent.',
  );
}
