import type { PlatformClient } from '../../../platform/client';
import type { GetEndpoint } from '../../shared/graphql/executeQuery';
import { buildGraphqlResource } from '../../shared/graphql/resource';
import type { Resources } from '../../shared/operation/operation';
import { repository } from './repository';
import { context, technology } from './technology';

export const getCatalogEndpoint: GetEndpoint<PlatformClient> = async (client, options) =>
  (await client.catalog(options)).endpoint;

export const resources: Resources<PlatformClient> = [
  technology,
  repository,
  context,
  buildGraphqlResource(getCatalogEndpoint),
];
