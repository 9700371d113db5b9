import { getProxyForUrl } from 'proxy-from-env';
import { InvalidInputError } from '../../errors/errors';
import { hideProxyLogin } from '../../text/secrets';
import { withoutLogin } from '../../text/text';

const SCHEMES = ['http:', 'https:'];

/**
 * The proxy that the environment names for an address, by the library with which the rest of n8n reads HTTP_PROXY,
 * HTTPS_PROXY, ALL_PROXY and NO_PROXY.
 * @throws InvalidInputError for a proxy whose address cannot be used
 */
export function proxyFor(url: URL): URL | undefined {
  // Of an URL it takes what it would otherwise parse by other rules.
  const named = getProxyForUrl(url as never);
  if (!named) return undefined;
  const proxy = URL.canParse(named) ? new URL(named) : undefined;
  if (proxy?.hostname && SCHEMES.includes(proxy.protocol)) {
    hideProxyLogin(proxy);
    return proxy;
  }
  if (proxy?.protocol.startsWith('socks')) {
    throw new InvalidInputError(
      `The environment variable ${variableFor(url)} of n8n is set to a SOCKS proxy: "${withoutLogin(named)}"`,
      'n8n and these nodes do not support SOCKS. Use an HTTP proxy, for example http://proxy.example.com:3128, or add the host to NO_PROXY. Then restart n8n. Nothing was sent.',
    );
  }
  throw new InvalidInputError(
    `The environment variable ${variableFor(url)} of n8n is not a valid proxy address: "${withoutLogin(named)}"`,
    'Use the format http://proxy.example.com:3128. Fix it, and then restart n8n. Nothing was sent.',
  );
}

/** The one that counts, in the library's order. */
function variableFor({ protocol }: URL): string {
  const own = `${protocol.slice(0, -1)}_proxy`;
  const values = new Map(Object.entries(process.env));
  const names = [`npm_config_${own}`, own, 'npm_config_proxy', 'all_proxy'];
  return (
    names.flatMap((name) => [name, name.toUpperCase()]).find((name) => values.get(name)) ?? own
  );
}
