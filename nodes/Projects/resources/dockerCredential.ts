import type { INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { dockerCredentialLocator, projectLocator } from '../../shared/locators/locators';
import type { ItemCall, Resource } from '../../shared/operation/operation';
import { updateFields } from '../../shared/parameters/collections';
import { DELETED, dockerCredential as output, IN_PROJECT } from '../outputs';
import { type EntityKind, change, createOne, getMany, idOf } from './entityOperations';
import { readChanges } from './settings';

const DOCKER_CREDENTIAL: EntityKind = {
  noun: 'Docker credential',
  resource: ({ dockerCredentials }) => dockerCredentials,
  output,
  listed: { ...output, ...IN_PROJECT },
  picker: [projectLocator, dockerCredentialLocator],
};

const username: INodeProperties = {
  displayName: 'Username',
  name: 'username',
  type: 'string',
  default: '',
  description: 'The username for the registry',
};

const password: INodeProperties = {
  displayName: 'Password',
  name: 'password',
  type: 'string',
  typeOptions: { password: true },
  default: '',
  required: true,
  description: 'The password or token for the registry. The platform never returns it.',
};

const registry: INodeProperties = {
  displayName: 'Registry',
  name: 'registry',
  type: 'string',
  default: '',
  placeholder: 'e.g. registry.example.com',
  description: 'The address of the registry. Leave empty for Docker Hub.',
};

const projectOf = ({ parameters }: ItemCall<PlatformClient>) => parameters.locator('projectId');

const create = createOne(DOCKER_CREDENTIAL, {
  secretParameters: ['password'],
  description: 'Create a login to an image registry in a project',
  fields: [projectLocator, registry, { ...username, required: true }, password],

  async prepare(call) {
    const { parameters, client, options } = call;
    const settings = {
      projectId: projectOf(call),
      registry: parameters.text('registry') || undefined,
      username: parameters.text('username'),
      password: parameters.text('password'),
    };
    return await client.dockerCredentials.prepareCreate(settings, options);
  },
});

const update = change(DOCKER_CREDENTIAL, {
  isRepeatable: true,
  secretParameters: ['password'],
  value: 'update',
  name: 'Update',
  description: 'Update the login to an image registry. The password is required each time.',
  fields: [
    ...DOCKER_CREDENTIAL.picker,
    password,
    updateFields(
      [registry, username],
      'Other fields to update. Fields that are not added keep their values.',
    ),
  ],

  async prepare(call) {
    const { parameters, client, options } = call;
    const { values } = readChanges(parameters, 'updateFields');
    const password = parameters.text('password');
    const settings = { values: { ...values, password, projectId: projectOf(call) } };
    const id = idOf(DOCKER_CREDENTIAL, call);
    return await client.dockerCredentials.prepareUpdate(id, settings, options);
  },
});

const remove = change(DOCKER_CREDENTIAL, {
  isRepeatable: true,
  value: 'delete',
  name: 'Delete',
  description: 'Delete the login to an image registry permanently',
  output: DELETED,
  fields: [...DOCKER_CREDENTIAL.picker],

  async prepare(call) {
    const id = idOf(DOCKER_CREDENTIAL, call);
    return await call.client.dockerCredentials.prepareDelete(id, call.options, projectOf(call));
  },
});

/** Logins of image registries. */
export const dockerCredential: Resource<PlatformClient> = {
  value: 'dockerCredential',
  name: 'Docker Credential',
  operations: [
    getMany(DOCKER_CREDENTIAL, ({ dockerCredentials }) => dockerCredentials),
    create,
    update,
    remove,
  ],
};
