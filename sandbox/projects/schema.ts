import { Kind, visit, type GraphQLSchema } from 'graphql';
import { changed, type Definitions } from '../definitions/definitions';
import { executableSchema, type Resolvers } from '../graphql/resolvers';
import { Cron, DataSize, DateTime, Email, Long, TimeZone, Upload, UUID } from '../graphql/scalars';
import type { Settings } from '../options';
import { appResolvers } from './app/app';
import { appHistoryResolvers } from './app/appHistory';
import { conditionResolvers } from './pipeline/graphInput';
import { dockerCredentialsResolvers } from './dockerCredentials';
import { definitionsOfAge } from '../generations/ages';
import { definitionsOfGeneration } from '../generations/generation';
import { jobResolvers } from './job/job';
import { jobVersionResolvers } from './job/jobVersion';
import { logResolvers } from './runs/log';
import { pipelineMoveResolvers } from './pipeline/movePipeline';
import { pipelineResolvers } from './pipeline/pipeline';
import { pipelineRunResolvers } from './runs/pipelineRun';
import { platformResolvers, projectResolvers, technologyResolvers } from './project';
import { runResolvers } from './runs/run';
import { variableResolvers } from './variable';
import { volumeResolvers } from './volume';

/** A new subject is one file here, one in schema/ and one entry. */
const RESOLVERS: Resolvers[] = [
  { UUID, DateTime, Cron, TimeZone, DataSize, Upload, Email, Long },
  projectResolvers,
  technologyResolvers,
  jobResolvers,
  jobVersionResolvers,
  runResolvers,
  logResolvers,
  pipelineResolvers,
  pipelineMoveResolvers,
  pipelineRunResolvers,
  conditionResolvers,
  appResolvers,
  appHistoryResolvers,
  variableResolvers,
  dockerCredentialsResolvers,
  volumeResolvers,
  platformResolvers,
  {
    ListedPipeline: pipelineResolvers.Pipeline ?? {},
    ListedPipelineVersion: pipelineResolvers.PipelineVersion ?? {},
  },
];

/** Schemas hold no data: every sandbox of the process shares them. */
const schemas = new Map<string, GraphQLSchema>();

/** The schema of the Projects module. */
export function projectsSchema(settings: Settings): GraphQLSchema {
  const { generation, age, projectIdType, schemaChanges } = settings;
  const key = JSON.stringify([age ?? generation, projectIdType, schemaChanges]);
  let schema = schemas.get(key);
  if (!schema) {
    const usual = age ? definitionsOfAge(age) : definitionsOfGeneration(generation);
    const definitions = schemaChanges ? changed(usual, schemaChanges) : usual;
    schema = executableSchema({
      definitions: withProjectIdType(definitions, projectIdType),
      resolvers: RESOLVERS,
      unknownId: generation === 'early' ? 'null' : 'error',
    });
    schemas.set(key, schema);
  }
  return schema;
}

/** Gives the argument jobs(projectId:) another type. */
function withProjectIdType(definitions: Definitions, type: 'UUID' | 'String'): Definitions {
  const query = definitions.get('Query');
  if (!query || type === 'UUID') return definitions;
  return new Map(definitions).set(
    'Query',
    visit(query, {
      FieldDefinition: ({ name }) => (name.value === 'jobs' ? undefined : false),
      InputValueDefinition: (node) =>
        node.name.value === 'projectId'
          ? visit(node, {
              NamedType: (named) => ({ ...named, name: { kind: Kind.NAME, value: type } }),
            })
          : undefined,
    }),
  );
}
