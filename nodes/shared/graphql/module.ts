import type { GraphqlEndpoint } from '../../../platform/graphql/endpoint';
import type { ApiClient } from '../loadPlatform';

/** Gives the endpoint of the module that a node works with. */
export type EndpointOf<Client extends ApiClient> = (
  client: Client,
  signal?: AbortSignal,
) => Promise<GraphqlEndpoint>;
