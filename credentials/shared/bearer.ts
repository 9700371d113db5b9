import type { IHttpRequestOptions } from 'n8n-workflow';
import type { CredentialAddress } from '../../platform/session/credentialAddress';
import type { TlsOptions } from '../../platform/http/tls/options';

/**
 * Adds the credential's token and TLS options to a request of a built-in n8n node.
 * @throws InvalidInputError if the request goes outside `addresses`, sets a proxy, or has another host header
 */
export async function authorizeRequest(
  request: IHttpRequestOptions,
  addresses: readonly CredentialAddress[],
  tls: TlsOptions,
): Promise<IHttpRequestOptions> {
  const { resolveCredentialTarget, buildTlsConnectOptions } = await import('../../platform');
  const { url, token = '' } = resolveCredentialTarget({ ...request }, addresses);
  // n8n's older helper reads `uri`, the newer one `url`.
  const target = { url: url.href, uri: url.href };
  return {
    ...request,
    ...target,
    baseURL: undefined,
    headers: setToken(request.headers, token),
    agentOptions: { ...request.agentOptions, ...buildTlsConnectOptions(tls) },
    sendCredentialsOnCrossOriginRedirect: false,
    // Blocks redirects to other hosts. Otherwise, n8n would also send the token to subdomains of this host.
    allowedDomains: request.allowedDomains ?? url.hostname,
  };
}

/** Changes nothing if the token is empty: the credential may have a client certificate instead. */
function setToken(headers: IHttpRequestOptions['headers'] = {}, token: string) {
  if (token === '') return headers;
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== AUTHORIZATION);
  return { ...Object.fromEntries(others), [AUTHORIZATION]: `Bearer ${token}` };
}

/** Is lowercase because older versions of n8n remove only a lowercase header from a redirect to another host. */
const AUTHORIZATION = 'authorization';
