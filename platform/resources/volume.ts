import { writtenFields } from '../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { repeatableChange } from '../http/retry';
import { readIdentifier, readProjectId } from '../common/input/identifiers';
import { requireName } from './changes';
import { prepareById } from '../graphql/call/callRootField';
import type { Entity, PreparedChange } from './entities';
import { selectionOf, type SettingsOf } from './entityFields';
import { VOLUME } from './volumeFields';
import { ListedResource, type Settings } from './resource';

type VolumeSettings = SettingsOf<typeof VOLUME.settings>;

const FIELDS = writtenFields(selectionOf(VOLUME.settings));

const UNLINK = {
  kind: 'mutation',
  name: 'unlinkVolume',
  what: 'volume',
  fields: FIELDS,
  idempotent: true,
} as const;

/** Storage of apps. The platform refuses to delete a volume that an app uses. */
export class Volumes extends ListedResource<Entity, VolumeSettings> {
  constructor(endpoint: GraphqlEndpoint) {
    super(endpoint, { what: 'volume', fields: FIELDS });
  }

  /** Takes it from the app that uses it. It is repeated if the response was lost: what is not linked stays so. */
  async prepareUnlink(id: unknown, options?: CallOptions): Promise<PreparedChange<Entity>> {
    const send = await prepareById<Entity>(this.endpoint, UNLINK, id, options);
    return async (mayHaveBeenMade) =>
      (await repeatableChange(send, () => false, mayHaveBeenMade)) ?? { id: this.readId(id) };
  }

  async prepareCreate(
    projectId: unknown,
    { values, more }: Settings<VolumeSettings>,
    options?: CallOptions,
  ): Promise<PreparedChange<Entity>> {
    const name = requireName(values.name);
    const size = readIdentifier(values.size, 'size');
    const wanted = { values: { ...values, name, size, projectId: readProjectId(projectId) }, more };
    return await this.prepareCreation(name, () => wanted, options);
  }
}
