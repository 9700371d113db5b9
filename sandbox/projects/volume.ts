import {
  badInput,
  conflict,
  found,
  notFound,
  type ResolverContext,
  type Resolvers,
} from '../graphql/resolvers';
import { dataSizeBytes } from '../graphql/scalars';
import type { App } from '../store/apps';
import type { SandboxStore } from '../store/store';
import type { Volume } from '../store/volumes';
import { edited, freeName, given } from './inputs';
import { leaving, migrationFields, moved } from './move';

interface VolumeInput {
  projectId: string;
  name: string;
  size: string;
  description?: string | null;
}

interface MoveArgs {
  volumeId: string;
  targetPlatformId: number;
  targetProjectId: string;
}

interface VolumeEditionInput {
  id: string;
  name?: string | null;
  size?: string | null;
  description?: string | null;
}

/** How long the content of a volume takes to be copied. */
const DUPLICATION_MS = 2_000;

/** Storage of apps. */
export const volumeResolvers: Resolvers = {
  Query: {
    volume: (_root, { id }: { id: string }, { store }) =>
      found(
        store.volumes.find(id) ?? leaving(store, id, (newId) => store.volumes.find(newId)),
        'Volume',
        id,
      ),
  },
  Mutation: {
    createVolume: (_root, { volume }: { volume: VolumeInput }, context) => {
      const { store, user } = context;
      found(store.project(volume.projectId), 'Project', volume.projectId);
      return store.volumes.add({
        projectId: volume.projectId,
        name: freeVolumeName(context, volume.projectId, volume.name),
        size: someSize(volume.size),
        description: volume.description ?? null,
        creator: user,
        createdAt: store.clock(),
      });
    },
    editVolume: (_root, { volumeEdition }: { volumeEdition: VolumeEditionInput }, context) => {
      const { store } = context;
      const input = edited(volumeEdition, context);
      const volume = found(store.volumes.find(input.id), 'Volume', input.id);
      const size = input.size && someSize(input.size);
      if (size && dataSizeBytes(size) < dataSizeBytes(volume.size)) {
        throw badInput(`Volume ${volume.name} has ${volume.size} and cannot become smaller`);
      }
      return store.volumes.edit(volume.id, {
        ...given(input, ['description']),
        ...(size && { size }),
        ...(typeof input.name === 'string' && {
          name: freeVolumeName(context, volume.projectId, input.name, volume.id),
        }),
      });
    },
    deleteVolume: (_root, { id }: { id: string }, { store }) => {
      const volume = found(store.volumes.find(id), 'Volume', id);
      const app = appOf(store, volume);
      if (app) throw conflict(`Volume ${volume.name} is used by the app ${app.name}`);
      if (!store.volumes.delete(id)) throw notFound('Volume', id);
      return volume;
    },
    // The app goes on without it. A volume that no app uses stays as it is.
    unlinkVolume: (_root, { id }: { id: string }, { store }) => {
      const volume = found(store.volumes.find(id), 'Volume', id);
      const app = appOf(store, volume);
      if (app) store.apps.unlink(app, volume.id);
      return volume;
    },
    moveVolume: (_root, args: MoveArgs, context) => {
      const { store } = context;
      const volume = found(store.volumes.find(args.volumeId), 'Volume', args.volumeId);
      const app = appOf(store, volume);
      return moved(context, 'volume', volume, args, app ? [`the app ${app.name} uses it`] : []);
    },
    duplicateVolume: (_root, { originalVolumeId: id }: { originalVolumeId: string }, context) => {
      const { store, user } = context;
      const { projectId, name, size, description } = found(store.volumes.find(id), 'Volume', id);
      return store.volumes.add({
        projectId,
        name: freeVolumeName(context, projectId, `Copy of ${name}`),
        size,
        description,
        creator: user,
        createdAt: store.clock(),
        originalVolumeId: id,
      });
    },
  },
  Volume: {
    ...migrationFields('migrationVolumeId'),
    creationDate: ({ createdAt }: Volume) => createdAt,
    linkedApp: (volume: Volume, _args: unknown, { store }) => appOf(store, volume),
    duplicationStatus: (volume: Volume, _args: unknown, { store }) => {
      if (isBeingCopied(volume, store)) return 'DUPLICATION_IN';
      return copyBeingMade(volume, store) ? 'DUPLICATION_OUT' : null;
    },
    duplicationTargetId: (volume: Volume, _args: unknown, { store }) =>
      copyBeingMade(volume, store)?.id,
    isLocked: (volume: Volume, _args: unknown, { store }) =>
      isBeingCopied(volume, store) || copyBeingMade(volume, store) !== undefined,
  },
};

/** The app whose current version uses the volume. */
export function appOf(store: SandboxStore, { id, projectId }: Volume): App | undefined {
  return store.apps
    .list(projectId)
    .find((app) =>
      store.apps.current(app)?.volumesWithPath.some(({ volumeId }) => volumeId === id),
    );
}

function isBeingCopied({ originalVolumeId, createdAt }: Volume, store: SandboxStore): boolean {
  return originalVolumeId !== null && store.clock() < createdAt + DUPLICATION_MS;
}

function copyBeingMade({ id, projectId }: Volume, store: SandboxStore): Volume | undefined {
  return store.volumes
    .of(projectId)
    .find((other) => other.originalVolumeId === id && isBeingCopied(other, store));
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
  const all = context.store.volumes.of(projectId);
  return freeName({ ...context, uniqueNames: true }, all, asked, ownId);
}
