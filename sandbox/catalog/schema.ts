import { join } from 'node:path';
import { GraphQLScalarType, type GraphQLSchema } from 'graphql';
import { definitionsIn } from '../definitions/definitions';
import { executableSchema } from '../graphql/executableSchema';
import { Cron, DataSize, DateTime, Upload, UUID } from '../graphql/scalars';
import { repositoryResolvers } from './repositoryFields';
import { technologyResolvers } from './technologyFields';

const Instant = new GraphQLScalarType({ ...DateTime.toConfig(), name: 'Instant' });

const SCALARS = { UUID, Instant, Cron, DataSize, Upload };

let schema: GraphQLSchema | undefined;

/** The schema of the Catalog module. It holds no data: every sandbox of the process shares it. */
export function catalogSchema(): GraphQLSchema {
  schema ??= executableSchema({
    definitions: definitionsIn(join(__dirname, 'schema')),
    resolvers: [SCALARS, repositoryResolvers, technologyResolvers],
    unknownId: 'error',
  });
  return schema;
}
