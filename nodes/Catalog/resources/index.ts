import type { PlatformClient } from '../../../platform/client';
import type { EndpointOf } from '../../shared/graphql/executeQuery';
import { graphqlResource } from '../../shared/graphql/resource';
import type { Resources } from '../../shared/operation/operation';
import { repository } from './repository';
import { context, technology } from './technology';

export const catalogEndpoint: EndpointOf<PlatformClient> = async (client, options) =>
  (await client.catalog(options)).endpoint;

export const resources: Resources<PlatformClient> = [
  technology,
  repository,
  context,
  graphqlResource(catalogEndpoint),
];
