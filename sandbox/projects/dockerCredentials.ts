import { notFound } from '../graphql/refusals';
import { resolveFields, type InProject, type Subject } from '../graphql/resolvers';
import type { SandboxStore } from '../store/store';
import type { DockerCredentials } from '../store/volumes';

interface Named {
  id: string;
  projectId: string;
}

type Update = Named & { registry?: string | null; username?: string | null; password: string };

export const dockerCredentials: Subject = {
  Query: {
    allDockerCredentials: ({ projectId }: InProject, { store }) =>
      store.dockerCredentials.list(store.projectTable.get(projectId).id),
    dockerCredentials: (named: Named, { store }) => existing(store, named),
  },
  Mutation: {
    createDockerCredentials: (
      { dockerCredentials: given }: { dockerCredentials: Omit<DockerCredentials, 'id'> },
      { store },
    ) => {
      const { id: projectId } = store.projectTable.get(given.projectId);
      return store.dockerCredentials.add({ ...given, projectId, updatedAt: store.clock() });
    },
    updateDockerCredentials: (
      { dockerCredentialsUpdate: update }: { dockerCredentialsUpdate: Update },
      { store },
    ) => {
      const before = existing(store, update);
      return store.dockerCredentials.replace({
        ...before,
        registry: update.registry === undefined ? before.registry : update.registry,
        username: update.username ?? before.username,
        password: update.password,
        updatedAt: store.clock(),
      });
    },
    deleteDockerCredentials: (named: Named, { store }) =>
      store.dockerCredentials.delete(existing(store, named).id),
  },
  DockerCredentials: resolveFields<DockerCredentials>({
    lastUpdate: ({ updatedAt }) => updatedAt,
    jobs: (credentials, { store }) => findUsers(credentials, store.jobTable),
    apps: (credentials, { store }) => findUsers(credentials, store.apps),
  }),
};

function findUsers<T>(
  { id, projectId }: DockerCredentials,
  table: {
    list(projectId: string): T[];
    current(one: T): { dockerInfo: { dockerCredentialsId: string | null } | null } | undefined;
  },
): T[] {
  return table
    .list(projectId)
    .filter((one) => table.current(one)?.dockerInfo?.dockerCredentialsId === id);
}

function existing(store: SandboxStore, { id, projectId }: Named): DockerCredentials {
  const credentials = store.dockerCredentials.get(id);
  if (credentials.projectId !== projectId) throw notFound(store.dockerCredentials.noun, id);
  return credentials;
}
