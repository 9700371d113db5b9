import { InvalidInputError } from '../common/errors/errors';
import { readOneEntity } from '../graphql/call/callRootField';
import { writtenFields } from '../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { readIdentifier, readProjectId } from '../common/input/identifiers';
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
const DELETION = 'deleteDockerCredentials';

/** Logins of image registries. Each change needs the project. */
export class DockerCredentials extends Resource<DockerCredential, DockerCredentialSettings> {
  constructor(
    endpoint: GraphqlEndpoint,
    private readonly projectId?: unknown,
  ) {
    super(endpoint, {
      what: 'docker credential',
      names: { create: 'createDockerCredentials', update: 'updateDockerCredentials' },
      argument: 'dockerCredentials',
      fields: FIELDS,
      inOneForm: withoutPassword,
    });
  }

  ofProject(projectId: unknown): DockerCredentials {
    return new DockerCredentials(this.endpoint, projectId);
  }

  async list(
    projectId: unknown,
    options?: CallOptions,
  ): Promise<Array<DockerCredential & InProject>> {
    const id = readProjectId(projectId);
    const asked = { name: 'allDockerCredentials', what: 'project', id, fields: FIELDS };
    const found = await readOneEntity(this.endpoint, () => asked, options);
    return objectsIn<DockerCredential>(found).map((credential) => ({
      ...withoutPassword(credential),
      projectId: id,
      projectName: null,
    }));
  }

  async prepareCreate(
    projectId: unknown,
    { values }: Settings<DockerCredentialSettings>,
    options?: CallOptions,
  ): Promise<PreparedChange<DockerCredential>> {
    const username = readIdentifier(values.username, 'username');
    const registry = values.registry || undefined;
    const wanted = { values: { ...checked(projectId, values), registry, username } };
    return await this.prepareCreation(username, () => wanted, withSecret(values, options));
  }

  /** The platform requires the password for each change. */
  override async prepareUpdate(
    givenId: unknown,
    { values }: Settings<DockerCredentialSettings>,
    options?: CallOptions,
  ): Promise<PreparedChange<DockerCredential>> {
    const id = this.readId(givenId);
    const settings = { values: checked(this.projectId, values) };
    return await super.prepareUpdate(id, settings, withSecret(values, options));
  }

  override async prepareDelete(id: unknown, options?: CallOptions) {
    const more = { projectId: readProjectId(this.projectId) };
    return await prepareDeletion(this.endpoint, DELETION, this.kind.what, id, options, more);
  }

  protected override whereCreated(username: string): string {
    return `Before you try again, check whether the project has a Docker credential for "${username}"`;
  }
}

/** Some platforms may return the password. */
function withoutPassword(one: DockerCredential): DockerCredential {
  return 'password' in one
    ? without(one as DockerCredential & { password: unknown }, 'password')
    : one;
}

function checked(projectId: unknown, settings: DockerCredentialSettings) {
  if (settings.password) return { ...settings, projectId: readProjectId(projectId) };
  throw new InvalidInputError(
    'The password is empty',
    'Fill in "Password". The platform requires it with every update.',
  );
}

function withSecret({ password }: DockerCredentialSettings, options?: CallOptions): CallOptions {
  return { ...options, secrets: [...(options?.secrets ?? []), ...(password ? [password] : [])] };
}
