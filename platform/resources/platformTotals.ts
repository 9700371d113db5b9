import {
  GraphqlResponseError,
  UnexpectedResponseError,
  UnsupportedError,
} from '../common/errors/errors';
import { readOneEntity } from '../graphql/call/callRootField';
import { writtenFields } from '../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { isObject } from '../common/text/values';

const PLATFORM = writtenFields('id name counts { projects jobs pipelines apps }');
const CAPACITY = writtenFields('cpu gpu memory');

export class PlatformTotals {
  constructor(private readonly endpoint: GraphqlEndpoint) {}

  /** In the result, `clusterNodes` (memory in GB) is null if the query `getClusterCapacity` is missing or refused. */
  async get(options?: CallOptions): Promise<Record<string, unknown>> {
    const read = async (name: string, fields: typeof PLATFORM) =>
      await readOneEntity(
        this.endpoint,
        () => ({ name, noun: 'platform', id: undefined, fields }),
        options,
      );
    const [platform, clusterNodes] = await Promise.all([
      read('platform', PLATFORM),
      read('getClusterCapacity', CAPACITY).catch((error: unknown) => {
        if (error instanceof UnsupportedError || error instanceof GraphqlResponseError) return null;
        throw error;
      }),
    ]);
    if (isObject(platform)) return { ...platform, clusterNodes };
    throw new UnexpectedResponseError('The platform returned nothing for "platform"', {
      hint: 'Check whether this login is allowed to read the platform.',
    });
  }
}
