import type { INodeProperties } from 'n8n-workflow';

export const username: INodeProperties = {
  displayName: 'Username',
  name: 'username',
  type: 'string',
  default: '',
  description: 'The name to log in to the registry with',
};

export const password: INodeProperties = {
  displayName: 'Password',
  name: 'password',
  type: 'string',
  typeOptions: { password: true },
  default: '',
  required: true,
  description: 'The password or token to log in with. It cannot be read again.',
};

export const registry: INodeProperties = {
  displayName: 'Registry',
  name: 'registry',
  type: 'string',
  default: '',
  placeholder: 'e.g. registry.example.com',
  description: 'The address of the registry; left empty, the public one of Docker',
};
