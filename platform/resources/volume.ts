import { writtenFields } from '../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { repeatableChange } from '../http/retry';
import { readIdentifier, readProjectId } from '../input/identifiers';
import { requireName } from './changes';
import { prepareById, type Entity, type PreparedChange } from './entities';
import { selectionOf, type SettingsOf } from './entityFields';
import { VOLUME } from './volumeFields';
import { listsIn, prepareCreation, resource, whereCreated, type Settings } from './resource';

type VolumeSettings = SettingsOf<typeof VOLUME.settings>;

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
