import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';
import { bearerFrom } from './shared/bearer';
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
      description: 'Address of the cluster’s control plane, as "kubectl cluster-info" shows it',
      required: true,
    },
    {
      displayName: 'Token',
      name: 'token',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description:
        'Of a service account that may read nodes; the documentation shows how to make one',
      required: true,
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
  authenticate = bearerFrom('token');
}
