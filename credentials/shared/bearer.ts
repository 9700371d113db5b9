import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

/** A request of one of n8n's own nodes, with a token and with what the credential says of certificates. */
export async function withBearer(
  request: IHttpRequestOptions,
  token: unknown,
  credentials: ICredentialDataDecryptedObject,
): Promise<IHttpRequestOptions> {
  const { tlsConnectOptions } = await import('../../platform');
  return {
    ...request,
    headers: { ...request.headers, Authorization: `Bearer ${String(token)}` },
    agentOptions: { ...request.agentOptions, ...tlsConnectOptions(credentials) },
    sendCredentialsOnCrossOriginRedirect: false,
  };
}

/** `authenticate` of a credential that holds its token itself. */
export function bearerFrom<Field extends string>(field: Field) {
  return async (credentials: ICredentialDataDecryptedObject, request: IHttpRequestOptions) =>
    await withBearer(request, credentials[field], credentials);
}
