import type { IHttpRequestOptions } from 'n8n-workflow';
import type { OwnAddress } from '../../platform/session/ownAddress';
import type { TlsOptions } from '../../platform/http/tls/options';

/**
 * Adds the token, and the credential's options for certificates, to a request of one of n8n's own nodes.
 * @throws InvalidInputError if the request goes to any other address than these
 */
export async function withBearer(
  request: IHttpRequestOptions,
  addresses: readonly OwnAddress[],
  tls: TlsOptions,
): Promise<IHttpRequestOptions> {
  const { ownTarget, tlsConnectOptions } = await import('../../platform');
  const { url, token = '' } = ownTarget({ ...request }, addresses);
  // The older of n8n's helpers knows the address by another name.
  const target = { url: url.href, uri: url.href };
  return {
    ...request,
    ...target,
    baseURL: undefined,
    headers: withToken(request.headers, token),
    agentOptions: { ...request.agentOptions, ...tlsConnectOptions(tls) },
    sendCredentialsOnCrossOriginRedirect: false,
    // A redirect to another host ends the request: to a name below its own, n8n would send the header.
    allowedDomains: request.allowedDomains ?? url.hostname,
  };
}

/** The credential may have a client certificate in place of a token. */
function withToken(headers: IHttpRequestOptions['headers'] = {}, token: string) {
  if (token === '') return headers;
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== LOGIN);
  return { ...Object.fromEntries(others), [LOGIN]: `Bearer ${token}` };
}

/** Older versions of n8n take this header off a redirect to another host only if it is in lower case. */
const LOGIN = 'authorization';
