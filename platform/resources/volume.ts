import { readProjectId, readRequiredText } from '../common/input/identifiers';
import { prepareCallById } from '../graphql/call/callRootField';
import { writtenFields } from '../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { makeRepeatableChange } from '../http/retry';
import { requireName } from './changes';
import type { Entity, PreparedChange } from './entities';
import { buildSelection, type SettingsOf } from './entityFields';
import { ListedResource, type Settings } from './resource';
import { VOLUME } from './volumeFields';

type VolumeSettings = SettingsOf<typeof VOLUME.settings>;

const VOLUME_FIELDS = writtenFields(buildSelection(VOLUME.settings));

const UNLINK_CALL = {
  kind: 'mutation',
  name: 'unlinkVolume',
  noun: 'volume',
  fields: VOLUME_FIELDS,
  idempotent: true,
} as const;

/** The platform refuses to delete a volume that an app uses. */
export class Volumes extends ListedResource<Entity, VolumeSettings> {
  constructor(endpoint: GraphqlEndpoint) {
    super(endpoint, { noun: 'volume', fields: VOLUME_FIELDS });
  }

  async prepareCreate(
    projectId: unknown,
    { values, more }: Settings<VolumeSettings>,
    options?: CallOptions,
  ): Promise<PreparedChange<Entity>> {
    const name = requireName(values.name);
    const size = readRequiredText(values.size, 'Size');
    const input = { values: { ...values, name, size, projectId: readProjectId(projectId) }, more };
    return await this.prepareCreation(name, () => input, options);
  }

  /** Removes the volume from its app. Sends the request again if its response is lost, because a second removal changes nothing more. */
  async prepareUnlink(id: unknown, options?: CallOptions): Promise<PreparedChange<Entity>> {
    const send = await prepareCallById<Entity>(this.endpoint, UNLINK_CALL, id, options);
    return async (mayHaveBeenMade) =>
      (await makeRepeatableChange(send, () => false, mayHaveBeenMade)) ?? { id: this.readId(id) };
  }
}
