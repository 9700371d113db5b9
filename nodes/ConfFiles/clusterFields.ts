import type { INodeProperties } from 'n8n-workflow';

/** Of everything that reads files. The same for all items: it decides which credentials are needed. */
export const readThroughField: INodeProperties = {
  displayName: 'Read Files Through',
  name: 'readThrough',
  type: 'options',
  noDataExpression: true,
  options: [
    {
      name: 'Cluster',
      value: 'cluster',
      description: 'The cluster’s API server: no port is forwarded, and no local address is needed',
    },
    {
      name: 'Local Address',
      value: 'localAddress',
      description: 'The address in the credential, as of a forwarded port',
    },
  ],
  default: 'localAddress',
  description:
    'How to reach the service that lists and returns files, which answers inside the cluster only',
};

/** Of everything that uploads or deletes files. */
export const uploadTokenFromField: INodeProperties = {
  displayName: 'Upload Token From',
  name: 'uploadTokenFrom',
  type: 'options',
  noDataExpression: true,
  options: [
    {
      name: 'Cluster',
      value: 'cluster',
      description: 'The cluster’s secret, read when it is needed and kept in memory only',
    },
    {
      name: 'Credential',
      value: 'credential',
      description: 'The token that was pasted into the credential',
    },
  ],
  default: 'credential',
  description: 'Where the token comes from that files are uploaded and deleted with',
};

/** n8n shows a credential where all of its conditions are met, so what reads and changes files has one of the two fields. */
export const uploadTokenFromOption: INodeProperties = {
  ...uploadTokenFromField,
  displayOptions: { show: { '/readThrough': ['cluster'] } },
};
