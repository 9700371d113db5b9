import type {
  ICredentialDataDecryptedObject,
  ICredentialType,
  IHttpRequestHelper,
  IHttpRequestOptions,
} from 'n8n-workflow';

export const USUAL_CREDENTIAL = 'usualPlatformApi';

/** A credential as packages usually write it for a login that gives a token: n8n asks it for a token, and keeps that. */
export class UsualCredential implements ICredentialType {
  name = USUAL_CREDENTIAL;

  displayName = 'Usual Platform API';

  properties: ICredentialType['properties'] = [
    {
      displayName: 'Session Token',
      name: 'sessionToken',
      type: 'hidden',
      typeOptions: { expirable: true },
      default: '',
    },
  ];

  async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject) {
    const { baseUrl, realm, login, password } = credentials;
    const sessionToken = (await this.helpers.httpRequest({
      method: 'POST',
      url: `${String(baseUrl)}/authentication/api/open/authenticate`,
      headers: { 'platform-realm': realm },
      body: { login, password },
    })) as string;
    return { sessionToken };
  }

  async authenticate(
    credentials: ICredentialDataDecryptedObject,
    request: IHttpRequestOptions,
  ): Promise<IHttpRequestOptions> {
    const headers = {
      ...request.headers,
      Authorization: `Bearer ${String(credentials.sessionToken)}`,
    };
    return { ...request, headers };
  }
}
