import { InvalidInputError } from '../common/errors/errors';
import { excerpt, hideLogin } from '../common/text/text';
import { isObject } from '../common/text/values';

/** An address of a credential, without a slash at its end. */
export interface CredentialAddress {
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

/** The HTTP client of n8n uses this expression to decide whether an address is absolute. */
const ABSOLUTE_URL = /^(?:[a-z][a-z\d+.-]*:)?\/\//i;
/** Matches `..` beside an encoded slash or backslash. `URL` keeps it in the path, but the server may resolve it. */
const ENCODED_PARENT_FOLDER = /(?:\/|%2f|%5c)(?:\.|%2e){2}(?:\/|%2f|%5c|$)/i;

/**
 * Returns the absolute URL of a request, and that one of the `addresses` with which it begins. A user may use a credential
 * without knowing its token, so the token must not be sent to another address.
 * @throws InvalidInputError if the request goes to another address, or sets a proxy or another host header
 */
export function resolveCredentialTarget(
  request: RequestTarget,
  addresses: readonly CredentialAddress[],
): CredentialAddress & { url: URL } {
  const url = resolveTarget(request);
  const credentialAddress = addresses.find(({ address }) => url && isBelow(url, new URL(address)));
  if (!url || !credentialAddress)
    throw otherAddressError(url ? describeAddress(url) : 'an invalid address', addresses);
  const { proxy } = request;
  if (proxy) throw otherAddressError(`the proxy ${describeProxy(proxy)}`, addresses);
  const host = readHostHeader(request);
  if (host !== undefined && host !== url.host) {
    throw otherAddressError(`the host ${hideLogin(host)}`, addresses);
  }
  return { ...credentialAddress, url };
}

function resolveTarget({ url, uri, baseURL }: RequestTarget): URL | undefined {
  const address = String(url ?? uri ?? '');
  const base = String(baseURL ?? '');
  const needsBase = base !== '' && !ABSOLUTE_URL.test(address);
  const absolute = needsBase
    ? `${base.replace(/\/+$/, '')}/${address.replace(/^\/+/, '')}`
    : address;
  return URL.canParse(absolute) ? new URL(absolute) : undefined;
}

function isBelow({ origin, pathname }: URL, base: URL): boolean {
  const path = base.pathname.replace(/\/+$/, '');
  const isWithin = pathname === path || pathname.startsWith(`${path}/`);
  return (
    origin === base.origin && isWithin && !(path !== '' && ENCODED_PARENT_FOLDER.test(pathname))
  );
}

function readHostHeader({ headers = {} }: RequestTarget): string | undefined {
  const [, host] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'host') ?? [];
  return host === undefined ? undefined : String(host).trim().toLowerCase();
}

function describeProxy(proxy: unknown): string {
  return hideLogin(isObject(proxy) ? String(proxy.host) : String(proxy));
}

/** Leaves out the login and the query, which may be secret. */
function describeAddress({ protocol, host, pathname }: URL): string {
  return excerpt(`${protocol}//${host}${pathname.replace(/\/+$/, '')}`, [], 200);
}

function otherAddressError(
  target: string,
  addresses: readonly CredentialAddress[],
): InvalidInputError {
  const allowed = addresses.map(({ address }) => address).join(' and ');
  return new InvalidInputError(
    `The request goes to ${target}, but this credential is only for ${allowed}`,
    'Correct the request, or choose another credential. The request was not sent.',
  );
}
