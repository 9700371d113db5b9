import { found, notFound } from '../graphql/errors';
import type { SchemaPart } from '../graphql/part';
import type { DockerCredentials } from '../store/dockerCredentials';

interface Creation {
  projectId: string;
  dockerCredentials: { registry?: string | null; username: string; password: string };
}

/** Logins of image registries. A password is never read. */
export const dockerCredentialsPart: SchemaPart = {
  typeDefs: /* GraphQL */ `
    type DockerCredentials {
      id: UUID!
      "Null for the public registry"
      registry: String
      username: String!
      lastUpdate: DateTime!
    }

    input DockerCredentialsInput {
      registry: String
      username: String!
      password: String!
    }

    type Query {
      allDockerCredentials(projectId: UUID!): [DockerCredentials!]!
    }

    type Mutation {
      createDockerCredentials(
        projectId: UUID!
        dockerCredentials: DockerCredentialsInput!
      ): DockerCredentials!
      deleteDockerCredentials(id: UUID!): Boolean!
    }
  `,
  resolvers: {
    Query: {
      allDockerCredentials: (_root, { projectId }: { projectId: string }, { store }) => {
        found(store.project(projectId), 'Project', projectId);
        return store.dockerCredentials.of(projectId);
      },
    },
    Mutation: {
      createDockerCredentials: (_root, { projectId, dockerCredentials }: Creation, { store }) => {
        found(store.project(projectId), 'Project', projectId);
        const { registry = null, username, password } = dockerCredentials;
        const updatedAt = store.clock();
        return store.dockerCredentials.add({ projectId, registry, username, password, updatedAt });
      },
      deleteDockerCredentials: (_root, { id }: { id: string }, { store }) => {
        if (!store.dockerCredentials.delete(id)) throw notFound('Docker credentials', id);
        return true;
      },
    },
    DockerCredentials: {
      lastUpdate: ({ updatedAt }: DockerCredentials) => updatedAt,
    },
  },
};
