import type {
  ICredentialDataDecryptedObject,
  ICredentialType,
  IHttpRequestHelper,
  IHttpRequestOptions,
  Icon,
  INodeProperties,
} from 'n8n-workflow';
import type { PlatformCredential } from '../platform/session/access';
import { loadPlatform } from '../nodes/shared/client/loadPlatform';
import { authorizeRequest } from './shared/bearer';
import { baseUrlField, platformIdField, tlsFields } from './shared/fields';

export class DataPlatformApi implements ICredentialType {
  name = 'dataPlatformApi';

  displayName = 'Data Platform API';

  icon: Icon = {
    light: 'file:../nodes/shared/dataPlatform.svg',
    dark: 'file:../nodes/shared/dataPlatform.dark.svg',
  };

  documentationUrl =
    'https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/blob/main/docs/credentials/platform-api.md';

  properties: INodeProperties[] = [
    {
      // n8n fills this field if one of its own nodes uses the credential. Our nodes keep their token in memory.
      displayName: 'Session Token',
      name: 'sessionToken',
      type: 'hidden',
      typeOptions: { expirable: true, password: true },
      default: '',
    },
    baseUrlField,
    platformIdField,
    {
      displayName: 'Realm',
      name: 'realm',
      type: 'string',
      default: '',
      placeholder: 'e.g. acme',
      description:
        'The realm of the login. It is the prefix that was set when the platform was installed.',
      required: true,
    },
    {
      displayName: 'Login',
      name: 'login',
      type: 'string',
      default: '',
      required: true,
    },
    {
      displayName: 'Password',
      name: 'password',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
    },
    {
      displayName: 'Catalog Address',
      name: 'catalogAddress',
      type: 'options',
      options: [
        { name: 'Find Automatically', value: 'auto' },
        { name: 'Gateway (/gateway/api/graphql)', value: 'gateway' },
        { name: 'General (/api/graphql)', value: 'general' },
        { name: 'Technology (/technology/api/graphql)', value: 'technology' },
      ],
      default: 'auto',
      description:
        'The path of the technology catalog, which depends on the platform’s version. “Find Automatically” tries Technology, then Gateway.',
    },
    {
      displayName: 'Realm Header',
      name: 'realmHeader',
      type: 'string',
      default: 'Platform-Realm',
      description:
        'The name of the HTTP header with the realm. Some installations use their own product’s name.',
    },
    // eslint-disable-next-line @n8n/community-nodes/credential-password-field -- the field contains the location of the token, not the token
    {
      displayName: 'Token Path',
      name: 'tokenPath',
      // eslint-disable-next-line n8n-nodes-base/cred-class-field-type-options-password-missing -- as above
      type: 'string',
      default: '',
      placeholder: 'e.g. data.token or header:X-Auth-Token',
      description:
        'The location of the token in the login response: a path in the JSON, with dots, or “header:” and the name of a header. Leave empty to search the usual locations.',
    },
    ...tlsFields,
  ];

  /**
   * n8n calls this for its own nodes if it has no token, and again after a request has failed. All nodes of a process share one
   * session, and so one token. An empty result tells n8n that the token did not cause the failure.
   */
  preAuthentication = async function (
    this: IHttpRequestHelper,
    credentials: ICredentialDataDecryptedObject,
  ) {
    const client = await loadPlatform(this.helpers);
    const platform = client.connectPlatform(credentials as unknown as PlatformCredential);
    const currentToken =
      typeof credentials.sessionToken === 'string' ? credentials.sessionToken : '';
    const sessionToken = await platform.replaceHeldToken(currentToken);
    return sessionToken === undefined ? {} : { sessionToken };
  };

  /** Is a property, because n8n's own nodes list a credential only if a copy of it, which has no methods, has this function. */
  authenticate = async (
    credentials: ICredentialDataDecryptedObject,
    request: IHttpRequestOptions,
  ): Promise<IHttpRequestOptions> => {
    const { readPlatformAccess } = await import('../platform');
    const { baseUrl, tls } = readPlatformAccess(credentials as unknown as PlatformCredential);
    const token = String(credentials.sessionToken ?? '');
    return await authorizeRequest(request, [{ address: baseUrl, token }], tls);
  };
}
