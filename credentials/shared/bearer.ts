import type { IHttpRequestOptions } from 'n8n-workflow';
import type { OwnAddress } from '../../platform/session/ownAddress';
import type { TlsOptions } from '../../platform/http/tls/options';

/**
 * Adds the token, and the credential's options for certificates, to a request of one of n8n's own nodes.
 * @throws InvalidInputError if the request goes to any other address than these
 */
export async function authorizeRequest(
  request: IHttpRequestOptions,
  addresses: readonly OwnAddress[],
  tls: TlsOptions,
): Promise<IHttpRequestOptions> {
  const { ownTarget, tlsConnectOptions } = await import('../../platform');
  const { url, token = '' } = ownTarget({ ...request }, addresses);
  // n8n's older helper reads `uri`, the newer one `url`.
  const target = { url: url.href, uri: url.href };
  return {
    ...request,
    ...target,
    baseURL: undefined,
    headers: setToken(request.headers, token),
    agentOptions: { ...request.agentOptions, ...tlsConnectOptions(tls) },
    sendCredentialsOnCrossOriginRedirect: false,
    // Ends a redirect to another host. Otherwise n8n would send the header to a subdomain of this one.
    allowedDomains: request.allowedDomains ?? url.hostname,
  };
}

/** The credential may have a client certificate in place of a token. */
function setToken(headers: IHttpRequestOptions['headers'] = {}, token: string) {
  if (token === '') return headers;
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== AUTHORIZATION);
  return { ...Object.fromEntries(others), [AUTHORIZATION]: `Bearer ${token}` };
}

/** Older versions of n8n take this header off a redirect to another host only if it is in lower case. */
const AUTHORIZATION = 'authorization';
