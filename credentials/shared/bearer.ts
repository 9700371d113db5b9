import type { IHttpRequestOptions } from 'n8n-workflow';
import type { OwnAddress } from '../../platform/session/ownAddress';
import type { TlsOptions } from '../../platform/http/tls/options';

/**
 * A request of one of n8n's own nodes, with a token and with what the credential says of certificates.
 * @param addresses where it may go
 * @throws InvalidInputError for any other address
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

/** A client certificate may be all there is to show. */
function withToken(headers: IHttpRequestOptions['headers'] = {}, token: string) {
  if (token === '') return headers;
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== LOGIN);
  return { ...Object.fromEntries(others), [LOGIN]: `Bearer ${token}` };
}

/** In lower case: otherwise, older versions of n8n send it to whatever host a redirect names. */
const LOGIN = 'authorization';
