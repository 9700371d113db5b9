import type { INodeProperties } from 'n8n-workflow';

export const repositoryLocator: INodeProperties = {
  displayName: 'Repository',
  name: 'repositoryId',
  type: 'resourceLocator',
  default: { mode: 'list', value: '' },
  required: true,
  description: 'The repository to use',
  modes: [
    {
      displayName: 'From List',
      name: 'list',
      type: 'list',
      placeholder: 'Choose a repository…',
      typeOptions: { searchListMethod: 'searchRepositories', searchable: true },
    },
    { displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 9fcbddfe-…' },
  ],
};
