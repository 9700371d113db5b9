import { createSchema } from 'graphql-yoga';
import type { ResolverContext, SchemaPart } from '../graphql/part';
import { DateTime, UUID } from '../graphql/scalars';
import type { Settings } from '../options';
import { jobPart } from './job';
import { projectPart } from './project';
import { runPart } from './run';

const scalarPart: SchemaPart = {
  typeDefs: /* GraphQL */ `
    scalar UUID
    scalar DateTime
  `,
  resolvers: { UUID, DateTime },
};

/** The schema of the Projects module. A new subject is one file and one entry here. */
export function projectsSchema({ projectIdType }: Settings) {
  const parts: SchemaPart[] = [scalarPart, projectPart, jobPart(projectIdType), runPart];
  return createSchema<ResolverContext>({
    typeDefs: parts.map(({ typeDefs }) => typeDefs),
    resolvers: parts.map(({ resolvers }) => resolvers),
  });
}
