import { createSchema } from 'graphql-yoga';
import type { ResolverContext, SchemaPart } from '../graphql/part';
import { Cron, DataSize, DateTime, TimeZone, Upload, UUID } from '../graphql/scalars';
import type { Settings } from '../options';
import { appPart } from './app';
import { dockerCredentialsPart } from './dockerCredentials';
import { documentedPart } from './documented';
import { jobPart } from './job';
import { jobVersionPart } from './jobVersion';
import { logPart } from './log';
import { pipelinePart } from './pipeline';
import { pipelineRunPart } from './pipelineRun';
import { platformPart } from './platform';
import { projectPart } from './project';
import { runPart } from './run';
import { variablePart } from './variable';
import { volumePart } from './volume';

const scalarPart: SchemaPart = {
  typeDefs: /* GraphQL */ `
    scalar UUID
    scalar DateTime
    scalar Cron
    scalar TimeZone
    scalar DataSize
    scalar Upload
  `,
  resolvers: { UUID, DateTime, Cron, TimeZone, DataSize, Upload },
};

const documentedScalarPart: SchemaPart = {
  typeDefs: 'scalar UUID',
  resolvers: { UUID },
};

/** The schema of the Projects module. A new subject is one file and one entry here. */
export function projectsSchema(settings: Settings) {
  const { projectIdType, platformId, schema } = settings;
  const parts: SchemaPart[] =
    schema === 'documented'
      ? [documentedScalarPart, documentedPart(projectIdType)]
      : [
          scalarPart,
          projectPart,
          jobPart(projectIdType),
          jobVersionPart,
          runPart,
          logPart,
          pipelinePart,
          pipelineRunPart,
          appPart,
          variablePart,
          dockerCredentialsPart,
          volumePart,
          platformPart(platformId),
        ];
  return createSchema<ResolverContext>({
    typeDefs: parts.map(({ typeDefs }) => typeDefs),
    resolvers: parts.map(({ resolvers }) => resolvers),
  });
}
