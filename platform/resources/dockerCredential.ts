import { InvalidInputError } from '../errors/errors';
import { readOneEntity } from '../graphql/call/callRootField';
import { writtenFields } from '../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { readIdentifier, readProjectId } from '../input/identifiers';
import { without } from '../text/names';
import { prepareDeletion } from './changes';
import { objectsIn, type Entity, type InProject, type PreparedChange } from './entities';
import { prepareCreation, resource, whereCreated } from './resource';

/** The login of an image registry. Its password is never returned. */
interface DockerCredential extends Entity {
  registry?: string | null;
  username?: string;
}

interface DockerCredentialSettings {
  registry?: string | null;
  username?: string;
  password?: string;
}

const KIND = {
  what: 'docker credential',
  names: {
    create: 'createDockerCredentials',
    update: 'updateDockerCredentials',
    delete: 'deleteDockerCredentials',
  },
  argument: 'dockerCredentials',
  fields: writtenFields('id registry username lastUpdate jobs { id name } apps { id name }'),
  // Whatever a platform returns: the password goes no further.
  inOneForm: (one: DockerCredential): DockerCredential =>
    'password' in one ? without(one as DockerCredential & { password: unknown }, 'password') : one,
} as const;

/** Logins of image registries. */
export const dockerCredentials = (endpoint: GraphqlEndpoint) => ({
  async list(
    projectId: unknown,
    options?: CallOptions,
  ): Promise<Array<DockerCredential & InProject>> {
    const id = readProjectId(projectId);
    const asked = { name: 'allDockerCredentials', what: 'project', id, fields: KIND.fields };
    const found = await readOneEntity(endpoint, () => asked, options);
    return objectsIn<DockerCredential>(found).map((credential) => ({
      ...KIND.inOneForm(credential),
      projectId: id,
      projectName: null,
    }));
  },

  async prepareCreate(
    projectId: unknown,
    settings: DockerCredentialSettings,
    options?: CallOptions,
  ): Promise<PreparedChange<DockerCredential>> {
    const username = readIdentifier(settings.username, 'username');
    const values = { ...checked(projectId, settings), username };
    const kind = { ...KIND, what: 'login' };
    const ifLost = whereCreated('Docker credential for', username);
    return await prepareCreation<DockerCredential>(
      endpoint,
      kind,
      ifLost,
      () => ({ values }),
      withSecret(settings, options),
    );
  },

  /** The platform requires the password with every change. */
  async prepareUpdate(
    projectId: unknown,
    id: unknown,
    settings: DockerCredentialSettings,
    options?: CallOptions,
  ): Promise<PreparedChange<DockerCredential>> {
    const known = readIdentifier(id, KIND.what);
    const values = checked(projectId, settings);
    const usual = resource<DockerCredential, DockerCredentialSettings, 'update'>(endpoint, KIND);
    return await usual.prepareUpdate(known, { values }, withSecret(settings, options));
  },

  async prepareDelete(projectId: unknown, id: unknown, options?: CallOptions) {
    const more = { projectId: readProjectId(projectId) };
    return await prepareDeletion(endpoint, KIND.names.delete, KIND.what, id, options, more);
  },
});

function checked(projectId: unknown, { password, ...others }: DockerCredentialSettings) {
  if (password) return { ...others, password, projectId: readProjectId(projectId) };
  throw new InvalidInputError(
    'The password is empty',
    'Fill in "Password". The platform requires it with every update.',
  );
}

function withSecret({ password }: DockerCredentialSettings, options?: CallOptions): CallOptions {
  return { ...options, secrets: [...(options?.secrets ?? []), ...(password ? [password] : [])] };
}
