import type { INodeProperties } from 'n8n-workflow';

export const username: INodeProperties = {
  displayName: 'Username',
  name: 'username',
  type: 'string',
  default: '',
  description: 'The username for the registry',
};

export const password: INodeProperties = {
  displayName: 'Password',
  name: 'password',
  type: 'string',
  typeOptions: { password: true },
  default: '',
  required: true,
  description: 'The password or token for the registry. The platform never returns it.',
};

export const registry: INodeProperties = {
  displayName: 'Registry',
  name: 'registry',
  type: 'string',
  default: '',
  placeholder: 'e.g. registry.example.com',
  description: 'The address of the registry. Leave empty for Docker Hub.',
};
