import type { GraphQLSchema } from 'graphql';
import { InvalidInputError } from '../errors/errors';
import { callRootField, prepareRootField, type RootFieldCall } from '../graphql/call/callRootField';
import { inputObject } from '../graphql/call/inputObject';
import { idArgument, inputArgument } from '../graphql/call/commonArguments';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import type { RootField } from '../graphql/schema/rootFields';
import { writtenFields } from '../graphql/selection/supported';
import { repeatableChange } from '../http/retry';
import { readIdentifier, readProjectId } from '../input/identifiers';
import { prepareCreation, prepareDeletion, type Deleted } from './changes';
import {
  objectsIn,
  withKnownId,
  type Entity,
  type InProject,
  type PreparedChange,
} from './entities';
import { isObject } from '../text/values';

/** The login of an image registry; nobody is told its password. */
export interface DockerCredentials extends Entity {
  registry?: string | null;
  username?: string;
  lastUpdate?: string;
  /** Those that pull their images with it. */
  jobs?: Entity[];
  apps?: Entity[];
}

interface DockerCredentialsSettings {
  registry?: string | null;
  username?: string;
  password?: string;
}

const WHAT = 'docker credential';
const FIELDS = writtenFields('id registry username lastUpdate jobs { id name } apps { id name }');

export async function listDockerCredentials(
  endpoint: GraphqlEndpoint,
  projectId: unknown,
  options?: CallOptions,
): Promise<Array<DockerCredentials & InProject>> {
  const id = readProjectId(projectId);
  const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => ({
    arguments: idArgument(root, 'project', id),
    selection: { mode: 'supported', text: FIELDS },
  });
  const found = await callRootField(endpoint, 'query', 'allDockerCredentials', call, options);
  return objectsIn<DockerCredentials>(found).map((credentials) => ({
    ...withoutPassword(credentials),
    projectId: id,
    projectName: null,
  }));
}

/** Prepares to store a login; never a second one where the response is lost. */
export async function prepareCreateDockerCredentials(
  endpoint: GraphqlEndpoint,
  projectId: unknown,
  given: DockerCredentialsSettings,
  options?: CallOptions,
): Promise<PreparedChange<DockerCredentials>> {
  const username = readIdentifier(given.username, 'username');
  const values = {
    ...given,
    username,
    password: requirePassword(given.password),
    projectId: readProjectId(projectId),
  };
  const creation = {
    name: 'createDockerCredentials',
    what: 'login',
    argument: 'dockerCredentials',
    fields: FIELDS,
    ifLost: `Before you try again, check whether the project has a Docker credential for "${username}"`,
  };
  const create = await prepareCreation<DockerCredentials>(
    endpoint,
    creation,
    { values },
    withSecretPassword(given, options),
  );
  return async () => withoutPassword(await create());
}

/**
 * Prepares to change a login. The platform takes the password with every change. It is repeated where the response was
 * lost: the second time changes nothing more.
 */
export async function prepareUpdateDockerCredentials(
  endpoint: GraphqlEndpoint,
  projectId: unknown,
  credentialsId: unknown,
  given: DockerCredentialsSettings,
  options?: CallOptions,
): Promise<PreparedChange<DockerCredentials>> {
  const id = readIdentifier(credentialsId, WHAT);
  const values = {
    ...given,
    id,
    password: requirePassword(given.password),
    projectId: readProjectId(projectId),
  };
  const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
    const { name, type } = inputArgument(root, 'dockerCredentials');
    return {
      arguments: { [name]: inputObject(type, { values }) },
      selection: { mode: 'supported', text: FIELDS },
      idempotent: true,
    };
  };
  const name = 'updateDockerCredentials';
  const secret = withSecretPassword(given, options);
  const send = await prepareRootField(endpoint, 'mutation', name, call, secret);
  return async (mayHaveBeenMade) => {
    const result = await repeatableChange(send, () => false, mayHaveBeenMade);
    const withoutIt = withKnownId(isObject(result) ? result : {}, id);
    return withoutPassword(withoutIt as unknown as DockerCredentials);
  };
}

export async function prepareDeleteDockerCredentials(
  endpoint: GraphqlEndpoint,
  projectId: unknown,
  credentialsId: unknown,
  options?: CallOptions,
): Promise<PreparedChange<Deleted>> {
  const more = { projectId: readProjectId(projectId) };
  const name = 'deleteDockerCredentials';
  return await prepareDeletion(endpoint, name, WHAT, credentialsId, options, more);
}

function withSecretPassword(
  { password }: DockerCredentialsSettings,
  options?: CallOptions,
): CallOptions {
  return { ...options, secrets: [...(options?.secrets ?? []), ...(password ? [password] : [])] };
}

function requirePassword(password: string | undefined): string {
  if (password) return password;
  throw new InvalidInputError(
    'The password is empty',
    'Fill in "Password". The platform requires it with every update.',
  );
}

/** Whatever a platform answers: the password goes no further. */
function withoutPassword(credentials: DockerCredentials): DockerCredentials {
  const { password, ...told } = credentials as DockerCredentials & { password?: unknown };
  return password === undefined ? credentials : told;
}
