import type { INodeProperties } from 'n8n-workflow';

export const repositoryName: INodeProperties = {
  displayName: 'Name',
  name: 'name',
  type: 'string',
  default: '',
  placeholder: 'e.g. Our technologies',
  description: 'The name of the repository. It must be unique in the catalog.',
};

export const repositoryUrl: INodeProperties = {
  displayName: 'URL',
  name: 'url',
  type: 'string',
  default: '',
  placeholder: 'e.g. https://git.example.com/technologies.zip',
  description: 'The URL of a metadata file, or of an archive of metadata files',
};
