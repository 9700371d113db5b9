import type { INodeProperties } from 'n8n-workflow';

export const filePathField: INodeProperties = {
  displayName: 'File Path',
  name: 'filePath',
  type: 'string',
  default: '',
  required: true,
  placeholder: 'e.g. spark/log4j.properties',
  description: 'The path of the file, from the top folder',
};

export const binaryPropertyField: INodeProperties = {
  displayName: 'Input Binary Field',
  name: 'binaryPropertyName',
  type: 'string',
  default: 'data',
  required: true,
  description: 'The name of the input field containing the file',
};

/** Allows no expressions: it decides which credentials are needed, so it must have the same value for all items. */
export const readThroughField: INodeProperties = {
  displayName: 'Read Files Through',
  name: 'readThrough',
  type: 'options',
  noDataExpression: true,
  options: [
    {
      name: 'Cluster',
      value: 'cluster',
      description:
        'Use the cluster’s API server. No port forwarding and no local address are needed.',
    },
    {
      name: 'Local Address',
      value: 'localAddress',
      description: 'Use the local address in the credential, such as a forwarded port',
    },
  ],
  default: 'localAddress',
  description:
    'How to reach the service that lists and returns files. It is available only inside the cluster.',
};

export const uploadTokenSourceField: INodeProperties = {
  displayName: 'Upload Token From',
  name: 'uploadTokenFrom',
  type: 'options',
  noDataExpression: true,
  options: [
    {
      name: 'Cluster',
      value: 'cluster',
      description:
        'Get the token from the cluster’s secret when it is needed. The token is kept only in memory.',
    },
    {
      name: 'Credential',
      value: 'credential',
      description: 'Use the token stored in the credential',
    },
  ],
  default: 'credential',
  description: 'Where the token for uploading and deleting files comes from',
};

/**
 * Replaces `uploadTokenSourceField` in operations that also have `readThroughField`. With both fields, n8n would hide the
 * Kubernetes credential if only one of them is set to Cluster.
 */
export const uploadTokenSourceOption: INodeProperties = {
  ...uploadTokenSourceField,
  displayOptions: { show: { '/readThrough': ['cluster'] } },
};
