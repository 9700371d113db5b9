import { createSchema } from 'graphql-yoga';
import type { ResolverContext, SchemaPart } from '../graphql/part';
import { Cron, DateTime, Upload, UUID } from '../graphql/scalars';
import { repositoryPart } from './repositoryPart';
import { technologyPart } from './technologyPart';

const scalarPart: SchemaPart = {
  typeDefs: /* GraphQL */ `
    scalar UUID
    scalar DateTime
    scalar Cron
    scalar Upload
  `,
  resolvers: { UUID, DateTime, Cron, Upload },
};

/** The schema of the Catalog module. A new subject is one file and one entry here. */
export function catalogSchema() {
  const parts: SchemaPart[] = [scalarPart, repositoryPart, technologyPart];
  return createSchema<ResolverContext>({
    typeDefs: parts.map(({ typeDefs }) => typeDefs),
    resolvers: parts.map(({ resolvers }) => resolvers),
  });
}
