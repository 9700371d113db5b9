import { badInput, conflict } from '../graphql/refusals';
import { type ById, fieldsOf, type ResolverContext, type Subject } from '../graphql/resolvers';
import { dataSizeBytes } from '../graphql/scalars';
import type { App } from '../store/apps';
import type { SandboxStore } from '../store/store';
import { VOLUME_SETTINGS, type Volume, type VolumeSettings } from '../store/volumes';
import { edited, freeName, given } from './inputs';
import { moved, type Target } from './move';

type NewVolume = Pick<Volume, 'projectId' | 'name' | 'size'> &
  Partial<VolumeSettings> & { originalVolumeId?: string };

interface VolumeEditionInput extends Partial<VolumeSettings> {
  id: string;
  name?: string | null;
  size?: string | null;
}

const SETTINGS = Object.keys(VOLUME_SETTINGS) as Array<keyof VolumeSettings>;

/** Storage of apps. */
export const volume: Subject = {
  Query: {
    volume: ({ id }: ById, { store }) => store.volumes.get(id),
  },
  Mutation: {
    createVolume: ({ volume }: { volume: NewVolume }, context) => {
      context.store.projectTable.get(volume.projectId);
      return addVolume(context, { ...volume, size: someSize(volume.size) });
    },
    editVolume: ({ volumeEdition }: { volumeEdition: VolumeEditionInput }, context) => {
      const { store } = context;
      const input = edited(volumeEdition, context);
      const volume = store.volumes.get(input.id);
      const size = input.size && someSize(input.size);
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
      const app = appOf(store, volume);
      if (app) throw conflict(`Volume ${volume.name} is used by the app ${app.name}`);
      store.volumes.delete(id);
      return volume;
    },
    // The app continues without it. A volume that no app uses stays as it is.
    unlinkVolume: ({ id }: ById, { store }) => {
      const volume = store.volumes.get(id);
      const app = appOf(store, volume);
      if (app) store.apps.unlink(app, volume.id);
      return volume;
    },
    moveVolume: (args: Target & { volumeId: string }, context) => {
      const { volumes } = context.store;
      const volume = volumes.get(args.volumeId);
      const app = appOf(context.store, volume);
      return moved(context, volume, args, app ? [`the app ${app.name} uses it`] : []);
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
  Volume: fieldsOf<Volume>({
    creationDate: ({ createdAt }) => createdAt,
    linkedApp: (volume, { store }) => appOf(store, volume),
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
    ...VOLUME_SETTINGS,
    ...given(volume, SETTINGS),
    creator,
    createdAt: store.clock(),
    originalVolumeId: originalVolumeId ?? null,
  });
}

/** The app whose current version uses the volume. */
export function appOf(store: SandboxStore, { id, projectId }: Volume): App | undefined {
  return store.apps
    .list(projectId)
    .find((app) =>
      store.apps.current(app)?.volumesWithPath.some(({ volumeId }) => volumeId === id),
    );
}

function someSize(size: string): string {
  if (dataSizeBytes(size) > 0) return size;
  throw badInput('A volume must be larger than 0');
}

/** Volumes have each name once on every platform. */
function freeVolumeName(
  context: ResolverContext,
  projectId: string,
  asked: string,
  ownId?: string,
): string {
  const all = context.store.volumes.list(projectId);
  return freeName({ ...context, uniqueNames: true }, all, asked, ownId);
}
