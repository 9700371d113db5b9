import type {
  ICredentialDataDecryptedObject,
  ICredentialType,
  Icon,
  IHttpRequestOptions,
  INodeProperties,
} from 'n8n-workflow';
import { withBearer } from './shared/bearer';
import { tlsFields } from './shared/fields';

export class DataPlatformKubernetesApi implements ICredentialType {
  name = 'dataPlatformKubernetesApi';

  displayName = 'Data Platform Kubernetes API';

  icon: Icon = {
    light: 'file:../nodes/Settings/kubernetes.svg',
    dark: 'file:../nodes/Settings/kubernetes.dark.svg',
  };

  documentationUrl =
    'https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/blob/main/docs/credentials/kubernetes-api.md';

  properties: INodeProperties[] = [
    // eslint-disable-next-line @n8n/community-nodes/credential-unnecessary-password -- it holds tokens and keys
    {
      displayName: 'Kubeconfig',
      name: 'kubeconfig',
      type: 'string',
      typeOptions: { password: true, rows: 4 },
      default: '',
      description:
        'Output of "kubectl config view --raw --minify --flatten -o json". What the other fields hold wins. Without a kubeconfig, fill in API Server and Token.',
    },
    {
      displayName: 'Context',
      name: 'context',
      type: 'string',
      default: '',
      description: 'Of the kubeconfig, if it is not the current one',
    },
    {
      displayName: 'API Server',
      name: 'apiServer',
      type: 'string',
      default: '',
      placeholder: 'https://10.0.0.1:6443',
      description:
        'Address of the cluster’s control plane, as "kubectl cluster-info" shows it. Leave it empty to take it from the kubeconfig.',
    },
    {
      displayName: 'Token',
      name: 'token',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description:
        'Of a service account that may read nodes; the documentation shows how to make one. Leave it empty for a kubeconfig’s login, a client certificate or "kubectl proxy".',
    },
    {
      displayName: 'Namespace',
      name: 'namespace',
      type: 'string',
      default: 'platform-common',
      description: 'Where the platform’s own services and secrets are',
      required: true,
    },
    ...tlsFields,
  ];

  /** For n8n's own nodes. */
  authenticate = async (
    credentials: ICredentialDataDecryptedObject,
    request: IHttpRequestOptions,
  ) => {
    const { withKubeconfig } = await import('../platform');
    const login = await withKubeconfig(credentials);
    return await withBearer(request, login.token, { ...login });
  };
}
