import type { PlatformClient } from '../../../platform/client';
import type { ModuleOf } from '../../shared/graphql/executeQuery';
import { graphqlResource } from '../../shared/graphql/resource';
import type { Resources } from '../../shared/operation/operation';
import { repository } from './repository';
import { context, technology } from './technology';

export const catalogModule: ModuleOf<PlatformClient> = async (client, options) =>
  (await client.catalog(options)).graphql;

export const resources: Resources<PlatformClient> = [
  technology,
  repository,
  context,
  graphqlResource(catalogModule),
];
