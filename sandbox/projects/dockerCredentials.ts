import { notFound } from '../graphql/refusals';
import { resolveFields, type InProject, type Resolvers } from '../graphql/resolvers';
import type { SandboxStore } from '../store/store';
import type { DockerCredentials } from '../store/volumes';

interface CredentialsKey {
  id: string;
  projectId: string;
}

type Update = CredentialsKey & {
  registry?: string | null;
  username?: string | null;
  password: string;
};

export const dockerCredentials: Resolvers = {
  Query: {
    allDockerCredentials: ({ projectId }: InProject, { store }) =>
      store.dockerCredentials.list(store.projectTable.get(projectId).id),
  },
  Mutation: {
    createDockerCredentials: (
      { dockerCredentials: input }: { dockerCredentials: Omit<DockerCredentials, 'id'> },
      { store },
    ) => {
      const { id: projectId } = store.projectTable.get(input.projectId);
      return store.dockerCredentials.add({ ...input, projectId, updatedAt: store.clock() });
    },
    updateDockerCredentials: (
      { dockerCredentialsUpdate: update }: { dockerCredentialsUpdate: Update },
      { store },
    ) => {
      const before = getInProject(store, update);
      return store.dockerCredentials.replace({
        ...before,
        registry: update.registry === undefined ? before.registry : update.registry,
        username: update.username ?? before.username,
        password: update.password,
        updatedAt: store.clock(),
      });
    },
    deleteDockerCredentials: (key: CredentialsKey, { store }) =>
      store.dockerCredentials.delete(getInProject(store, key).id),
  },
  DockerCredentials: resolveFields<DockerCredentials>({
    lastUpdate: ({ updatedAt }) => updatedAt,
    jobs: (credentials, { store }) => listEntitiesUsing(credentials, store.jobTable),
    apps: (credentials, { store }) => listEntitiesUsing(credentials, store.apps),
  }),
};

function listEntitiesUsing<T>(
  { id, projectId }: DockerCredentials,
  table: {
    list(projectId: string): T[];
    details(entity: T): { dockerInfo: { dockerCredentialsId: string | null } | null } | undefined;
  },
): T[] {
  return table
    .list(projectId)
    .filter((entity) => table.details(entity)?.dockerInfo?.dockerCredentialsId === id);
}

function getInProject(store: SandboxStore, { id, projectId }: CredentialsKey): DockerCredentials {
  const credentials = store.dockerCredentials.get(id);
  if (credentials.projectId !== projectId) throw notFound(store.dockerCredentials.noun, id);
  return credentials;
}
