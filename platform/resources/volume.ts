import { prepareById } from '../graphql/call/callRootField';
import { writtenFields } from '../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { repeatableChange } from '../http/retry';
import type { Entity, PreparedChange } from './entities';
import { selectionOf } from './entityFields';
import { TableResource } from './resource';
import { VOLUME } from './volumeFields';

const UNLINK = {
  kind: 'mutation',
  name: 'unlinkVolume',
  what: 'volume',
  fields: writtenFields(selectionOf(VOLUME.settings)),
  idempotent: true,
} as const;

/** Storage of apps. The platform refuses to delete a volume that an app uses. */
export class Volumes extends TableResource<typeof VOLUME.settings> {
  constructor(endpoint: GraphqlEndpoint) {
    super(endpoint, 'volume', VOLUME.settings);
  }

  /** Takes it from the app that uses it. It is repeated if the response was lost: what is not linked stays so. */
  async prepareUnlink(id: unknown, options?: CallOptions): Promise<PreparedChange<Entity>> {
    const send = await prepareById<Entity>(this.endpoint, UNLINK, id, options);
    return async (mayHaveBeenMade) =>
      (await repeatableChange(send, () => false, mayHaveBeenMade)) ?? { id: this.readId(id) };
  }
}
