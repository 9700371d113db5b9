import { badInput, conflict } from '../graphql/refusals';
import {
  type ById,
  resolveFields,
  type ResolverContext,
  type Resolvers,
} from '../graphql/resolvers';
import { toBytes } from '../graphql/scalars';
import type { App } from '../store/apps';
import type { SandboxStore } from '../store/store';
import { VOLUME_SETTINGS, type Volume, type VolumeSettings } from '../store/volumes';
import { readEdit, checkFreeName, pickDefined } from './inputs';
import { moveEntity, type MoveTarget } from './move';

type NewVolume = Pick<Volume, 'projectId' | 'name' | 'size'> &
  Partial<VolumeSettings> & { originalVolumeId?: string };

interface VolumeEditionInput extends Partial<VolumeSettings> {
  id: string;
  name?: string | null;
  size?: string | null;
}

const SETTING_NAMES = Object.keys(VOLUME_SETTINGS) as Array<keyof VolumeSettings>;

export const volume: Resolvers = {
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
      if (size && toBytes(size) < toBytes(volume.size)) {
        throw badInput(`Volume ${volume.name} has ${volume.size} and cannot be made smaller`);
      }
      return store.volumes.edit(volume.id, {
        ...pickDefined(input, SETTING_NAMES),
        ...(size && { size }),
        ...(typeof input.name === 'string' && {
          name: checkFreeVolumeName(context, volume.projectId, input.name, volume.id),
        }),
      });
    },
    deleteVolume: ({ id }: ById, { store }) => {
      const volume = store.volumes.get(id);
      const app = findLinkedApp(store, volume);
      if (app) throw conflict(`Volume ${volume.name} is used by the app ${app.name}`);
      store.volumes.delete(id);
      return volume;
    },
    // The app continues without the volume.
    unlinkVolume: ({ id }: ById, { store }) => {
      const volume = store.volumes.get(id);
      const app = findLinkedApp(store, volume);
      if (app) store.apps.unlinkVolume(app, volume.id);
      return volume;
    },
    moveVolume: (args: MoveTarget & { volumeId: string }, context) => {
      const { volumes } = context.store;
      const volume = volumes.get(args.volumeId);
      const app = findLinkedApp(context.store, volume);
      return moveEntity(context, volume, args, app ? [`the app ${app.name} uses it`] : []);
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
    linkedApp: (volume, { store }) => findLinkedApp(store, volume),
    isLocked: () => false,
  }),
};

function addVolume(context: ResolverContext, volume: NewVolume): Volume {
  const { store, user: creator } = context;
  const { projectId, name, size, originalVolumeId } = volume;
  return store.volumes.add({
    projectId,
    name: checkFreeVolumeName(context, projectId, name),
    size,
    ...pickDefined(volume, SETTING_NAMES),
    creator,
    createdAt: store.clock(),
    originalVolumeId: originalVolumeId ?? null,
  });
}

/** Finds the app whose current version uses the volume. */
export function findLinkedApp(store: SandboxStore, { id, projectId }: Volume): App | undefined {
  return store.apps
    .list(projectId)
    .find((app) =>
      store.apps.details(app)?.volumesWithPath.some(({ volumeId }) => volumeId === id),
    );
}

function checkSize(size: string): string {
  if (toBytes(size) > 0) return size;
  throw badInput('A volume must be larger than 0');
}

/** Requires a unique name on every platform, regardless of `uniqueNames`. */
function checkFreeVolumeName(
  context: ResolverContext,
  projectId: string,
  name: string,
  ownId?: string,
): string {
  const all = context.store.volumes.list(projectId);
  return checkFreeName({ ...context, uniqueNames: true }, all, name, ownId);
}
