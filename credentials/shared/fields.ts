import type { INodeProperties } from 'n8n-workflow';

export const baseUrlField: INodeProperties = {
  displayName: 'Base URL',
  name: 'baseUrl',
  type: 'string',
  default: '',
  placeholder: 'https://platform.example.com',
  description: 'The address of the platform, without the path of a module or page',
  required: true,
};

export const platformIdField: INodeProperties = {
  displayName: 'Platform ID',
  name: 'platformId',
  type: 'string',
  default: '1',
  description: 'The ID of the platform, as shown in the addresses of its pages',
  required: true,
};

export const tlsFields: INodeProperties[] = [
  {
    displayName: 'Ignore SSL Issues (Insecure)',
    name: 'allowUnauthorizedCerts',
    type: 'boolean',
    default: false,
    description: 'Whether to connect even if the server’s certificate cannot be verified',
  },
  {
    displayName: 'CA Certificate',
    name: 'caCertificate',
    type: 'string',
    typeOptions: { rows: 4 },
    default: '',
    placeholder: '-----BEGIN CERTIFICATE-----',
    description:
      'The certificate of the private certificate authority (CA) that signed the server’s certificate, in PEM format',
  },
  {
    displayName: 'Client Certificate',
    name: 'clientCertificate',
    type: 'string',
    typeOptions: { rows: 4 },
    default: '',
    placeholder: '-----BEGIN CERTIFICATE-----',
    description:
      'The certificate, in PEM format, that n8n sends if the server or a gateway in front of it requests one',
  },
  {
    displayName: 'Client Key',
    name: 'clientKey',
    type: 'string',
    typeOptions: { password: true },
    default: '',
    placeholder: '-----BEGIN PRIVATE KEY-----',
    description: 'The private key of the client certificate, in PEM format',
  },
  {
    displayName: 'Passphrase',
    name: 'passphrase',
    type: 'string',
    typeOptions: { password: true },
    default: '',
    description: 'The passphrase of the client key, if it is encrypted',
  },
];
