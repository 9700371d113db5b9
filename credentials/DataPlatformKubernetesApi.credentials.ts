import type {
  ICredentialDataDecryptedObject,
  ICredentialType,
  Icon,
  IHttpRequestOptions,
  INodeProperties,
} from 'n8n-workflow';
import { authorizeRequest } from './shared/bearer';
import { tlsFields } from './shared/fields';

export class DataPlatformKubernetesApi implements ICredentialType {
  name = 'dataPlatformKubernetesApi';

  displayName = 'Data Platform Kubernetes API';

  icon: Icon = {
    light: 'file:../nodes/Settings/kubernetes.svg',
    dark: 'file:../nodes/Settings/kubernetes.dark.svg',
  };

  documentationUrl =
    'https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/blob/main/docs/cluster.md';

  properties: INodeProperties[] = [
    {
      displayName: 'API Server',
      name: 'apiServer',
      type: 'string',
      default: '',
      placeholder: 'https://10.0.0.1:6443',
      description:
        'The address of the cluster’s control plane, as shown by "kubectl cluster-info".',
      required: true,
    },
    {
      displayName: 'Token',
      name: 'token',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description:
        'The token of a service account. The documentation shows how to create one. Leave empty to use a client certificate or "kubectl proxy".',
    },
    {
      displayName: 'Namespace',
      name: 'namespace',
      type: 'string',
      default: 'platform-common',
      description: 'The namespace of the platform’s own services and secrets',
      required: true,
    },
    ...tlsFields,
  ];

  /** n8n calls this for its own nodes, such as HTTP Request. */
  authenticate = async (
    credentials: ICredentialDataDecryptedObject,
    request: IHttpRequestOptions,
  ) => {
    const { readKubernetesAccess } = await import('../platform');
    const { apiServer, token, tls } = readKubernetesAccess(credentials);
    return await authorizeRequest(request, [{ address: apiServer, token }], tls);
  };
}
