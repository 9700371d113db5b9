import type { PlatformClient } from '../../../platform/client';
import { graphqlResource } from '../../shared/graphql/resource';
import type { ModuleOf } from '../../shared/graphql/module';

export const projectsModule: ModuleOf<PlatformClient> = async (client) => client.graphql;

export const graphql = graphqlResource(projectsModule);
