import { InvalidInputError } from './errors/errors';
import { excerpt, withoutLogin } from './text/text';
import { isObject } from './text/values';

/** An address of a credential, without a slash at its end. */
export interface OwnAddress {
  address: string;
  /** Left out: what answers there needs none. */
  token?: string;
}

/** What of a request says where it goes, in the words of n8n's helpers. */
interface RequestTarget {
  url?: unknown;
  uri?: unknown;
  baseURL?: unknown;
  proxy?: unknown;
  headers?: Record<string, unknown>;
}

/** As n8n's HTTP client tells them apart. */
const ABSOLUTE = /^(?:[a-z][a-z\d+.-]*:)?\/\//i;
/** A way up that only the server takes for one. */
const HIDDEN_WAY_UP = /(?:\/|%2f|%5c)(?:\.|%2e){2}(?:\/|%2f|%5c|$)/i;

/**
 * The only address that a request may go to, written out, and which of a credential's addresses it belongs to: of the same
 * origin, and at its path or below. Whoever may use a credential writes the request, and does not have to know its token.
 * @throws InvalidInputError for a request that goes anywhere else, by its address, a proxy, or the name of another host
 */
export function ownTarget(
  request: RequestTarget,
  addresses: readonly OwnAddress[],
): OwnAddress & { url: URL } {
  const url = targetOf(request);
  const own = addresses.find(({ address }) => url && isBelow(url, new URL(address)));
  if (!url || !own) throw refusal(url ? shown(url) : 'an address that is not valid', addresses);
  const { proxy } = request;
  if (proxy) throw refusal(`the proxy ${nameOf(proxy)}`, addresses);
  const host = hostHeader(request);
  if (host !== undefined && host !== url.host) {
    throw refusal(`the host ${withoutLogin(host)}`, addresses);
  }
  return { ...own, url };
}

function targetOf({ url, uri, baseURL }: RequestTarget): URL | undefined {
  const written = String(url ?? uri ?? '');
  const base = String(baseURL ?? '');
  const isWhole = base === '' || ABSOLUTE.test(written);
  const whole = isWhole ? written : `${base.replace(/\/+$/, '')}/${written.replace(/^\/+/, '')}`;
  return URL.canParse(whole) ? new URL(whole) : undefined;
}

function isBelow({ origin, pathname }: URL, own: URL): boolean {
  const path = own.pathname.replace(/\/+$/, '');
  const isWithin = pathname === path || pathname.startsWith(`${path}/`);
  return origin === own.origin && isWithin && !(path !== '' && HIDDEN_WAY_UP.test(pathname));
}

function hostHeader({ headers = {} }: RequestTarget): string | undefined {
  const [, host] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'host') ?? [];
  return host === undefined ? undefined : String(host).trim().toLowerCase();
}

function nameOf(proxy: unknown): string {
  return withoutLogin(isObject(proxy) ? String(proxy.host) : String(proxy));
}

/** Without what may be secret: a login, and what stands behind the path. */
function shown({ protocol, host, pathname }: URL): string {
  return excerpt(`${protocol}//${host}${pathname.replace(/\/+$/, '')}`, [], 200);
}

function refusal(where: string, addresses: readonly OwnAddress[]): InvalidInputError {
  const own = addresses.map(({ address }) => address).join(' and ');
  return new InvalidInputError(
    `The request goes to ${where}, but this credential is only for ${own}`,
    'Correct the request, or choose another credential. The request was not sent.',
  );
}
