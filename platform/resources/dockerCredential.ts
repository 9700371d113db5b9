import { InvalidInputError } from '../common/errors/errors';
import { readOneEntity } from '../graphql/call/callRootField';
import { writtenFields } from '../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { readProjectId, readRequiredText } from '../common/input/identifiers';
import { without } from '../common/text/names';
import { prepareDeletion } from './changes';
import { objectsIn, type Entity, type InProject, type PreparedChange } from './entities';
import { Resource, type Settings } from './resource';

interface DockerCredential extends Entity {
  registry?: string | null;
  username?: string;
}

interface DockerCredentialSettings {
  registry?: string | null;
  username?: string;
  password?: string;
}

const FIELDS = writtenFields('id registry username lastUpdate jobs { id name } apps { id name }');
const DELETE_MUTATION = 'deleteDockerCredentials';

/** Logins for image registries. Each change needs the ID of the project. */
export class DockerCredentials extends Resource<DockerCredential, DockerCredentialSettings> {
  constructor(
    endpoint: GraphqlEndpoint,
    private readonly projectId?: unknown,
  ) {
    super(endpoint, {
      noun: 'docker credential',
      names: { create: 'createDockerCredentials', update: 'updateDockerCredentials' },
      fields: FIELDS,
      normalize: removePassword,
    });
  }

  forProject(projectId: unknown): DockerCredentials {
    return new DockerCredentials(this.endpoint, projectId);
  }

  async list(
    projectId: unknown,
    options?: CallOptions,
  ): Promise<Array<DockerCredential & InProject>> {
    const id = readProjectId(projectId);
    const query = { name: 'allDockerCredentials', noun: 'project', id, fields: FIELDS };
    const response = await readOneEntity(this.endpoint, () => query, options);
    return objectsIn<DockerCredential>(response).map((credential) => ({
      ...removePassword(credential),
      projectId: id,
      projectName: null,
    }));
  }

  async prepareCreate(
    projectId: unknown,
    { values }: Settings<DockerCredentialSettings>,
    options?: CallOptions,
  ): Promise<PreparedChange<DockerCredential>> {
    const username = readRequiredText(values.username, 'Username');
    const registry = values.registry || undefined;
    const input = { values: { ...readSettings(projectId, values), registry, username } };
    return await this.prepareCreation(username, () => input, addPasswordToSecrets(values, options));
  }

  /** Each update needs the password, because the platform requires it. */
  override async prepareUpdate(
    credentialId: unknown,
    { values }: Settings<DockerCredentialSettings>,
    options?: CallOptions,
  ): Promise<PreparedChange<DockerCredential>> {
    const id = this.readId(credentialId);
    const settings = { values: readSettings(this.projectId, values) };
    return await super.prepareUpdate(id, settings, addPasswordToSecrets(values, options));
  }

  override async prepareDelete(id: unknown, options?: CallOptions) {
    const more = { projectId: readProjectId(this.projectId) };
    return await prepareDeletion(this.endpoint, DELETE_MUTATION, this.kind.noun, id, options, more);
  }

  protected override buildLostCreationAdvice(username: string): string {
    return `Before you try again, check whether the project has a Docker credential for "${username}"`;
  }
}

/** Removes the password, which some platforms may return. */
function removePassword(credential: DockerCredential): DockerCredential {
  return without(credential as DockerCredential & { password?: unknown }, 'password');
}

/** Adds the ID of the project. @throws InvalidInputError if the password is empty */
function readSettings(projectId: unknown, settings: DockerCredentialSettings) {
  if (settings.password) return { ...settings, projectId: readProjectId(projectId) };
  const hint = 'Fill in "Password". Each update also requires it.';
  throw new InvalidInputError('The password is empty', hint);
}

/** Keeps the password out of errors. */
function addPasswordToSecrets(
  { password }: DockerCredentialSettings,
  options?: CallOptions,
): CallOptions {
  return { ...options, secrets: [...(options?.secrets ?? []), ...(password ? [password] : [])] };
}
