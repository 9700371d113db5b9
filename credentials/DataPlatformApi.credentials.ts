import type {
  ICredentialDataDecryptedObject,
  ICredentialType,
  IHttpRequestOptions,
  Icon,
  INodeProperties,
} from 'n8n-workflow';
import type { PlatformCredential } from '../platform';

export class DataPlatformApi implements ICredentialType {
  name = 'dataPlatformApi';

  displayName = 'Data Platform API';

  icon: Icon = {
    light: 'file:../nodes/shared/dataPlatform.svg',
    dark: 'file:../nodes/shared/dataPlatform.dark.svg',
  };

  documentationUrl =
    'https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform#credentials';

  properties: INodeProperties[] = [
    {
      // Filled by n8n when one of its own nodes uses this credential; our nodes keep their token in memory.
      displayName: 'Session Token',
      name: 'sessionToken',
      type: 'hidden',
      typeOptions: { expirable: true, password: true },
      default: '',
    },
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      placeholder: 'https://platform.example.com',
      description: 'Address of the platform, without the path of a module or page',
      required: true,
    },
    {
      displayName: 'Platform ID',
      name: 'platformId',
      type: 'string',
      default: '1',
      description: 'Identifier of the platform, as it stands in the addresses of its pages',
      required: true,
    },
    {
      displayName: 'Realm',
      name: 'realm',
      type: 'string',
      default: '',
      description: 'The prefix that was fixed when the platform was installed',
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
        { name: 'Technology (/technology/api/graphql)', value: 'technology' },
      ],
      default: 'auto',
      description: 'Where the technology catalog answers, which depends on the platform’s version',
    },
    {
      displayName: 'Realm Header',
      name: 'realmHeader',
      type: 'string',
      default: 'Platform-Realm',
      description:
        'Name of the header that carries the realm. Some installations name it after their own product.',
    },
    // eslint-disable-next-line @n8n/community-nodes/credential-password-field -- a switch holds no secret
    {
      displayName: 'Ignore SSL Issues (Insecure)',
      name: 'allowUnauthorizedCerts',
      type: 'boolean',
      default: false,
      description: 'Whether to connect even if the platform’s certificate cannot be verified',
    },
    // eslint-disable-next-line @n8n/community-nodes/credential-password-field -- a certificate is public
    {
      displayName: 'CA Certificate',
      name: 'caCertificate',
      type: 'string',
      typeOptions: { rows: 4 },
      default: '',
      placeholder: '-----BEGIN CERTIFICATE-----',
      description:
        'Certificate in PEM form of a private authority that signed the platform’s certificate',
    },
  ];

  /**
   * Called by n8n for its own nodes when it holds no token, and again after a request failed.
   * The process-wide session gives all of them the same token; an empty answer means "the token is not to blame".
   */
  async preAuthentication(credentials: ICredentialDataDecryptedObject) {
    const { Platform } = await import('../platform');
    const platform = Platform.connect(credentials as unknown as PlatformCredential);
    const held = typeof credentials.sessionToken === 'string' ? credentials.sessionToken : '';
    const sessionToken = await platform.successorOfToken(held);
    return sessionToken === undefined ? {} : { sessionToken };
  }

  async authenticate(
    credentials: ICredentialDataDecryptedObject,
    request: IHttpRequestOptions,
  ): Promise<IHttpRequestOptions> {
    const { trustOptions } = await import('../platform');
    return {
      ...request,
      headers: { ...request.headers, Authorization: `Bearer ${String(credentials.sessionToken)}` },
      agentOptions: { ...request.agentOptions, ...trustOptions(credentials) },
      sendCredentialsOnCrossOriginRedirect: false,
    };
  }
}
