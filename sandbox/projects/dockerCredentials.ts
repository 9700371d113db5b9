import { found, notFound, type Resolvers } from '../graphql/resolvers';
import type { DockerCredentials } from '../store/volumes';
import type { SandboxStore } from '../store/store';

interface Creation {
  projectId: string;
  registry?: string | null;
  username: string;
  password: string;
}

interface Update extends Omit<Creation, 'username'> {
  id: string;
  username?: string | null;
}

interface Named {
  id: string;
  projectId: string;
}

/** Logins of image registries. A password is never read. */
export const dockerCredentialsResolvers: Resolvers = {
  Query: {
    allDockerCredentials: (_root, { projectId }: { projectId: string }, { store }) => {
      found(store.project(projectId), 'Project', projectId);
      return store.dockerCredentials.of(projectId);
    },
    dockerCredentials: (_root, named: Named, { store }) => existing(store, named),
  },
  Mutation: {
    createDockerCredentials: (
      _root,
      { dockerCredentials }: { dockerCredentials: Creation },
      { store },
    ) => {
      const { projectId, registry = null, username, password } = dockerCredentials;
      found(store.project(projectId), 'Project', projectId);
      const updatedAt = store.clock();
      return store.dockerCredentials.add({ projectId, registry, username, password, updatedAt });
    },
    updateDockerCredentials: (
      _root,
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
    deleteDockerCredentials: (_root, named: Named, { store }) =>
      store.dockerCredentials.delete(existing(store, named).id),
  },
  DockerCredentials: {
    lastUpdate: ({ updatedAt }: DockerCredentials) => updatedAt,
    jobs: ({ id, projectId }: DockerCredentials, _args: unknown, { store }) =>
      store
        .jobs({ projectId })
        .filter((job) => store.jobTable.current(job)?.dockerInfo?.dockerCredentialsId === id),
    apps: ({ id, projectId }: DockerCredentials, _args: unknown, { store }) =>
      store.apps
        .list(projectId)
        .filter((app) => store.apps.current(app)?.dockerInfo?.dockerCredentialsId === id),
  },
};

function existing(store: SandboxStore, { id, projectId }: Named): DockerCredentials {
  const credentials = found(store.dockerCredentials.find(id), 'Docker credentials', id);
  if (credentials.projectId !== projectId.toLowerCase()) throw notFound('Docker credentials', id);
  return credentials;
}
