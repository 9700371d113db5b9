import { conflict, found, notFound } from '../graphql/errors';
import type { SchemaPart } from '../graphql/part';
import type { Volume } from '../store/volumes';
import { nameOf } from './inputs';

interface VolumeInput {
  projectId: string;
  name: string;
  size: string;
  description?: string | null;
}

/** Storage of apps. Read through the project. */
export const volumePart: SchemaPart = {
  typeDefs: /* GraphQL */ `
    type Volume {
      id: UUID!
      name: String!
      size: DataSize!
      description: String
      creator: String!
      creationDate: DateTime!
    }

    input VolumeInput {
      projectId: UUID!
      name: String!
      size: DataSize!
      description: String
    }

    type Mutation {
      createVolume(volume: VolumeInput!): Volume!
      deleteVolume(id: UUID!): Boolean!
    }
  `,
  resolvers: {
    Mutation: {
      createVolume: (_root, { volume }: { volume: VolumeInput }, { store, user }) => {
        found(store.project(volume.projectId), 'Project', volume.projectId);
        const name = nameOf(volume.name);
        if (store.volumes.of(volume.projectId).some((other) => other.name === name)) {
          throw conflict(`There is already a volume ${name}`);
        }
        return store.volumes.add({
          projectId: volume.projectId,
          name,
          size: volume.size,
          description: volume.description ?? null,
          creator: user,
          createdAt: store.clock(),
        });
      },
      deleteVolume: (_root, { id }: { id: string }, { store }) => {
        if (!store.volumes.delete(id)) throw notFound('Volume', id);
        return true;
      },
    },
    Volume: {
      creationDate: ({ createdAt }: Volume) => createdAt,
    },
  },
};
