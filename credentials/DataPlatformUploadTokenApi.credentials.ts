import type {
  ICredentialDataDecryptedObject,
  ICredentialType,
  Icon,
  IHttpRequestOptions,
  INodeProperties,
} from 'n8n-workflow';
import type { UploadTokenCredential } from '../platform/confFiles/access';
import { authorizeRequest } from './shared/bearer';
import { baseUrlField, platformIdField, tlsFields } from './shared/fields';

export class DataPlatformUploadTokenApi implements ICredentialType {
  name = 'dataPlatformUploadTokenApi';

  displayName = 'Data Platform Upload Token API';

  icon: Icon = {
    light: 'file:../nodes/ConfFiles/confFiles.svg',
    dark: 'file:../nodes/ConfFiles/confFiles.dark.svg',
  };

  documentationUrl =
    'https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/blob/main/docs/configuration-files.md';

  properties: INodeProperties[] = [
    baseUrlField,
    {
      displayName: 'Customer',
      name: 'customer',
      type: 'string',
      default: '',
      description: 'The customer’s name, as shown in the addresses of configuration files',
      required: true,
    },
    platformIdField,
    {
      displayName: 'Upload Token',
      name: 'uploadToken',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description:
        'The upload token. Find it in the cluster’s secret platform-common-conf-upload-token, or in the log of the service platform-common-confservice. Leave empty if nodes read it from the cluster.',
      hint: 'If empty, uploads and deletes need the token from the cluster',
    },
    {
      displayName: 'Local Address',
      name: 'localAddress',
      type: 'string',
      default: 'http://localhost:8080',
      description:
        'The address for listing and reading files: a port forwarded to the service platform-common-confservice, or its address inside the cluster. Leave empty if nodes read files through the cluster.',
    },
    {
      displayName: 'Upload Format',
      name: 'uploadFormat',
      type: 'options',
      options: [
        { name: 'Multipart Form Data', value: 'multipart' },
        { name: 'Raw Body', value: 'binary' },
      ],
      default: 'multipart',
      description: 'The format for uploading files, which depends on the platform’s version',
    },
    ...tlsFields,
  ];

  /** n8n calls this for its own nodes, such as HTTP Request. The upload token never expires. The local address needs no token. */
  authenticate = async (
    credentials: ICredentialDataDecryptedObject,
    request: IHttpRequestOptions,
  ) => {
    const { readConfFileAccess } = await import('../platform');
    const access = readConfFileAccess(credentials as unknown as UploadTokenCredential);
    const { baseUrl, readRoute, tokenSource, tls } = access;
    const platform = { address: baseUrl, token: await tokenSource?.getToken() };
    return await authorizeRequest(
      request,
      readRoute ? [platform, { address: readRoute.address }] : [platform],
      tls,
    );
  };
}
