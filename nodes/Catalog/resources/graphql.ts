import type { PlatformClient } from '../../../platform/client';
import { graphqlResource } from '../../shared/graphql/resource';
import type { ModuleOf } from '../../shared/graphql/module';

export const catalogModule: ModuleOf<PlatformClient> = async (client, options) =>
  (await client.catalog(options)).graphql;

export const graphql = graphqlResource(catalogModule);
