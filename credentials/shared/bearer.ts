import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

/** A request of one of n8n's own nodes, with a token and with what the credential says of certificates. */
export async function withBearer(
  request: IHttpRequestOptions,
  token: unknown,
  credentials: ICredentialDataDecryptedObject,
): Promise<IHttpRequestOptions> {
  const { tlsConnectOptions } = await import('../../platform');
  // A client certificate may be all there is to show.
  const login =
    token === undefined || token === '' ? {} : { Authorization: `Bearer ${String(token)}` };
  return {
    ...request,
    headers: { ...request.headers, ...login },
    agentOptions: { ...request.agentOptions, ...tlsConnectOptions(credentials) },
    sendCredentialsOnCrossOriginRedirect: false,
  };
}

/** `authenticate` of a credential that holds its token itself. */
export function bearerFrom<Field extends string>(field: Field) {
  return async (credentials: ICredentialDataDecryptedObject, request: IHttpRequestOptions) =>
    await withBearer(request, credentials[field], credentials);
}
