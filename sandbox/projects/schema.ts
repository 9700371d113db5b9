import type { GraphQLSchema } from 'graphql';
import { changeDefinitions } from '../graphql/definitions';
import { buildExecutableSchema, type Resolvers } from '../graphql/resolvers';
import { Cron, DataSize, DateTime, Email, TimeZone, Upload, UUID } from '../graphql/scalars';
import type { Settings } from '../options';
import { app } from './app/app';
import { appHistory } from './app/appHistory';
import { condition } from './pipeline/graphInput';
import { dockerCredentials } from './dockerCredentials';
import { readGenerationDefinitions } from '../generations/generation';
import { job } from './job/job';
import { jobVersion } from './job/jobVersion';
import { log } from './runs/log';
import { pipeline } from './pipeline/pipeline';
import { pipelineRun } from './runs/pipelineRun';
import { platform, project } from './project';
import { run } from './runs/run';
import { variable } from './variable';
import { volume } from './volume';

const SCALARS = { UUID, DateTime, Cron, TimeZone, DataSize, Upload, Email };

const RESOLVERS: Resolvers[] = [
  project,
  platform,
  job,
  jobVersion,
  run,
  log,
  pipeline,
  pipelineRun,
  condition,
  app,
  appHistory,
  variable,
  dockerCredentials,
  volume,
];

/** Schemas contain no data, so all sandboxes of the process share them. */
const schemas = new Map<string, GraphQLSchema>();

/** Returns the schema of the Projects module. */
export function getProjectsSchema(settings: Settings): GraphQLSchema {
  const { generation, schemaChanges } = settings;
  const key = JSON.stringify([generation, schemaChanges]);
  let schema = schemas.get(key);
  if (!schema) {
    const definitions = readGenerationDefinitions(generation);
    schema = buildExecutableSchema({
      definitions: schemaChanges ? changeDefinitions(definitions, schemaChanges) : definitions,
      scalars: SCALARS,
      resolvers: RESOLVERS,
      unknownId: generation === 'middle' ? 'null' : 'error',
    });
    schemas.set(key, schema);
  }
  return schema;
}
