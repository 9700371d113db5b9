import { writtenFields } from '../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { repeatableChange } from '../http/retry';
import { readIdentifier, readProjectId } from '../input/identifiers';
import { requireName } from './changes';
import { DESCRIPTION, ID, MADE_BY_PLATFORM, NAME } from './commonFields';
import { prepareById, type Entity, type PreparedChange } from './entities';
import { selectionOf, type EntityTable } from './entityFields';
import { RULES } from './fileRules';
import { listsIn, prepareCreation, resource, whereCreated, type Settings } from './resource';

export const VOLUME = {
  settings: {
    name: NAME,
    id: ID,
    description: DESCRIPTION,
    /** As `10 GB`. */
    size: { output: 'string', set: true, file: { shape: RULES.size, whenAbsent: 'keep' } },
    creator: { output: 'string', ...MADE_BY_PLATFORM },
    creationDate: { output: 'string', ...MADE_BY_PLATFORM },
    projectId: { output: 'string', set: true, isFixed: true, file: false },
    linkedApp: {
      select: '{ id name }',
      output: { id: 'string', name: 'string' },
      ...MADE_BY_PLATFORM,
    },
    isLocked: { output: 'boolean', ...MADE_BY_PLATFORM },
    originalVolumeId: { output: 'string', ...MADE_BY_PLATFORM },
    duplicationStatus: { output: 'string', ...MADE_BY_PLATFORM },
    expansionStatus: { output: 'string', ...MADE_BY_PLATFORM },
    migrationStatus: { output: 'string', ...MADE_BY_PLATFORM },
  },
} as const satisfies EntityTable;

/** What can be set of a volume; null empties. */
export interface VolumeSettings {
  name?: string;
  description?: string | null;
  size?: string;
}

const KIND = {
  what: 'volume',
  names: {
    create: 'createVolume',
    get: 'volume',
    update: 'editVolume',
    duplicate: 'duplicateVolume',
    delete: 'deleteVolume',
  },
  fields: writtenFields(selectionOf(VOLUME.settings)),
} as const;

const UNLINK = {
  kind: 'mutation',
  name: 'unlinkVolume',
  what: 'volume',
  fields: KIND.fields,
  idempotent: true,
} as const;

/** Storage of apps. The platform refuses to delete a volume that an app uses. */
export const volumes = (endpoint: GraphqlEndpoint) => ({
  ...listsIn<Entity>(endpoint, 'volumes', KIND.fields),
  ...resource<Entity, VolumeSettings, 'get' | 'update' | 'duplicate' | 'delete'>(endpoint, KIND),

  /** Takes it from the app that uses it. It is repeated if the response was lost: what is not linked stays so. */
  async prepareUnlink(id: unknown, options?: CallOptions): Promise<PreparedChange<Entity>> {
    const send = await prepareById<Entity>(endpoint, UNLINK, id, options);
    return async (mayHaveBeenMade) =>
      (await repeatableChange(send, () => false, mayHaveBeenMade)) ?? {
        id: readIdentifier(id, 'volume'),
      };
  },

  async prepareCreate(
    projectId: unknown,
    { values, more }: Settings<VolumeSettings>,
    options?: CallOptions,
  ): Promise<PreparedChange<Entity>> {
    const name = requireName(values.name);
    const size = readIdentifier(values.size, 'size');
    const wanted = { values: { ...values, name, size, projectId: readProjectId(projectId) }, more };
    const ifLost = whereCreated('volume', name);
    return await prepareCreation<Entity>(endpoint, KIND, ifLost, () => wanted, options);
  },
});
