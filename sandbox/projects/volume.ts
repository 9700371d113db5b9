import { conflict, found, notFound } from '../graphql/errors';
import type { Resolvers } from '../graphql/resolvers';
import type { Volume } from '../store/volumes';
import { nameOf } from './inputs';

interface VolumeInput {
  projectId: string;
  name: string;
  size: string;
  description?: string | null;
}

/** Storage of apps. */
export const volumeResolvers: Resolvers = {
  Query: {
    volume: (_root, { id }: { id: string }, { store }) =>
      found(store.volumes.find(id), 'Volume', id),
  },
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
      const volume = found(store.volumes.find(id), 'Volume', id);
      if (!store.volumes.delete(id)) throw notFound('Volume', id);
      return volume;
    },
  },
  Volume: {
    creationDate: ({ createdAt }: Volume) => createdAt,
    linkedApp: ({ id, projectId }: Volume, _args: unknown, { store }) =>
      store.apps
        .list(projectId)
        .find((app) =>
          store.apps
            .version(app.id, app.versionNumber)
            ?.details.volumesWithPath.some(({ volumeId }) => volumeId === id),
        ),
    isLocked: () => false,
  },
};
