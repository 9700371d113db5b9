import type { INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import {
  buildNamedKind,
  buildLocatorInProject,
  projectLocator,
} from '../../shared/locators/locators';
import type { Resource } from '../../shared/operation/operation';
import { IN_PROJECT } from '../outputs';
import { ProjectKind } from './projectKind';

const settings: INodeProperties[] = [
  {
    displayName: 'Registry',
    name: 'registry',
    type: 'string',
    default: '',
    placeholder: 'e.g. registry.example.com',
    description: 'The address of the registry. Leave empty for Docker Hub.',
  },
  {
    displayName: 'Username',
    name: 'username',
    type: 'string',
    default: '',
    description: 'The username for the registry',
  },
  {
    displayName: 'Password',
    name: 'password',
    type: 'string',
    typeOptions: { password: true },
    default: '',
    description: 'The password or token for the registry. The platform never returns it.',
  },
];

/** Docker credentials have no names, so lists show the user and registry. Without a project, the list is empty. */
const DOCKER_CREDENTIAL_LIST = buildNamedKind('Docker credential', ({ dockerCredentials }) => ({
  list: async (projectId, options) =>
    (await dockerCredentials.list(projectId, options)).map(({ id, registry, username }) => ({
      id,
      name: [username, registry].filter(Boolean).join(' at '),
    })),
  listInAllProjects: async () => [],
}));

const USED_BY = { id: 'string', name: 'string' } as const;

const output = {
  id: 'string',
  registry: 'string',
  username: 'string',
  lastUpdate: 'string',
  jobs: [USED_BY],
  apps: [USED_BY],
} as const;

const dockerCredentialLocator = buildLocatorInProject({
  displayName: 'Docker Credential',
  name: 'dockerCredentialId',
  description: 'The Docker credential to use',
  searchListMethod: 'searchDockerCredentials',
  kind: DOCKER_CREDENTIAL_LIST,
  entityWithArticle: 'a Docker credential',
  idPlaceholder: '92d4a7bb-…',
  formatForAgents: 'user at registry',
});

const DOCKER_CREDENTIAL = new ProjectKind({
  noun: 'Docker credential',
  methods: ({ client, parameters }) =>
    client.dockerCredentials.forProject(parameters.locator('projectId')),
  picker: [projectLocator, dockerCredentialLocator],
  settings,
  secretParameters: ['password'],
  output,
  listOutput: { ...output, ...IN_PROJECT },
});

export const dockerCredential: Resource<PlatformClient> = {
  value: 'dockerCredential',
  name: 'Docker Credential',
  operations: [
    DOCKER_CREDENTIAL.buildGetMany(),
    DOCKER_CREDENTIAL.buildCreate('Create a login to an image registry in a project', {
      ask: ['username', 'password', 'registry'],
      optional: ['registry'],
    }),
    DOCKER_CREDENTIAL.buildUpdate(
      'Update the login to an image registry. The password is required each time.',
      { ask: ['password'] },
    ),
    DOCKER_CREDENTIAL.buildDelete('Delete the login to an image registry permanently'),
  ],
};
