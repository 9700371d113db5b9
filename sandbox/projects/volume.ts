import { badInput, conflict } from '../graphql/refusals';
import { type ById, resolveFields, type ResolverContext, type Subject } from '../graphql/resolvers';
import { dataSizeBytes } from '../graphql/scalars';
import type { App } from '../store/apps';
import type { SandboxStore } from '../store/store';
import { VOLUME_SETTINGS, type Volume, type VolumeSettings } from '../store/volumes';
import { readEdit, freeName, given } from './inputs';
import { move, type Target } from './move';

type NewVolume = Pick<Volume, 'projectId' | 'name' | 'size'> &
  Partial<VolumeSettings> & { originalVolumeId?: string };

interface VolumeEditionInput extends Partial<VolumeSettings> {
  id: string;
  name?: string | null;
  size?: string | null;
}

const SETTINGS = Object.keys(VOLUME_SETTINGS) as Array<keyof VolumeSettings>;

export const volume: Subject = {
  Query: {
    volume: ({ id }: ById, { store }) => store.volumes.get(id),
  },
  Mutation: {
    createVolume: ({ volume }: { volume: NewVolume }, context) => {
      context.store.projectTable.get(volume.projectId);
      return addVolume(context, { ...volume, size: checkSize(volume.size) });
    },
    editVolume: ({ volumeEdition }: { volumeEdition: VolumeEditionInput }, context) => {
      const { store } = context;
      const input = readEdit(volumeEdition, context);
      const volume = store.volumes.get(input.id);
      const size = input.size && checkSize(input.size);
      if (size && dataSizeBytes(size) < dataSizeBytes(volume.size)) {
        throw badInput(`Volume ${volume.name} has ${volume.size} and cannot become smaller`);
      }
      return store.volumes.edit(volume.id, {
        ...given(input, SETTINGS),
        ...(size && { size }),
        ...(typeof input.name === 'string' && {
          name: freeVolumeName(context, volume.projectId, input.name, volume.id),
        }),
      });
    },
    deleteVolume: ({ id }: ById, { store }) => {
      const volume = store.volumes.get(id);
      const app = findApp(store, volume);
      if (app) throw conflict(`Volume ${volume.name} is used by the app ${app.name}`);
      store.volumes.delete(id);
      return volume;
    },
    // The app continues without it.
    unlinkVolume: ({ id }: ById, { store }) => {
      const volume = store.volumes.get(id);
      const app = findApp(store, volume);
      if (app) store.apps.unlink(app, volume.id);
      return volume;
    },
    moveVolume: (args: Target & { volumeId: string }, context) => {
      const { volumes } = context.store;
      const volume = volumes.get(args.volumeId);
      const app = findApp(context.store, volume);
      return move(context, volume, args, app ? [`the app ${app.name} uses it`] : []);
    },
    duplicateVolume: ({ originalVolumeId }: { originalVolumeId: string }, context) => {
      const original = context.store.volumes.get(originalVolumeId);
      return addVolume(context, {
        ...original,
        name: `Copy of ${original.name}`,
        originalVolumeId,
      });
    },
  },
  Volume: resolveFields<Volume>({
    creationDate: ({ createdAt }) => createdAt,
    linkedApp: (volume, { store }) => findApp(store, volume),
    isLocked: () => false,
  }),
};

function addVolume(context: ResolverContext, volume: NewVolume): Volume {
  const { store, user: creator } = context;
  const { projectId, name, size, originalVolumeId } = volume;
  return store.volumes.add({
    projectId,
    name: freeVolumeName(context, projectId, name),
    size,
    ...given(volume, SETTINGS),
    creator,
    createdAt: store.clock(),
    originalVolumeId: originalVolumeId ?? null,
  });
}

/** The app whose current version uses the volume. */
export function findApp(store: SandboxStore, { id, projectId }: Volume): App | undefined {
  return store.apps
    .list(projectId)
    .find((app) =>
      store.apps.current(app)?.volumesWithPath.some(({ volumeId }) => volumeId === id),
    );
}

function checkSize(size: string): string {
  if (dataSizeBytes(size) > 0) return size;
  throw badInput('A volume must be larger than 0');
}

/** Names of volumes are unique on every platform. */
function freeVolumeName(
  context: ResolverContext,
  projectId: string,
  asked: string,
  ownId?: string,
): string {
  const all = context.store.volumes.list(projectId);
  return freeName({ ...context, uniqueNames: true }, all, asked, ownId);
}
