import { prepareById } from '../graphql/call/callRootField';
import { writtenFields } from '../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { makeRepeatableChange } from '../http/retry';
import type { Entity, PreparedChange } from './entities';
import { buildSelection } from './entityFields';
import { TableResource } from './resource';
import { VOLUME } from './volumeFields';

const UNLINK_CALL = {
  kind: 'mutation',
  name: 'unlinkVolume',
  what: 'volume',
  fields: writtenFields(buildSelection(VOLUME.settings)),
  idempotent: true,
} as const;

/** The platform refuses to delete a volume that an app uses. */
export class Volumes extends TableResource<typeof VOLUME.settings> {
  constructor(endpoint: GraphqlEndpoint) {
    super(endpoint, 'volume', VOLUME.settings);
  }

  /** Removes the volume from its app. Sends the request again if its response is lost, because a second removal changes nothing. */
  async prepareUnlink(id: unknown, options?: CallOptions): Promise<PreparedChange<Entity>> {
    const send = await prepareById<Entity>(this.endpoint, UNLINK_CALL, id, options);
    return async (mayHaveBeenMade) =>
      (await makeRepeatableChange(send, () => false, mayHaveBeenMade)) ?? { id: this.readId(id) };
  }
}
