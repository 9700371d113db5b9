import type { GraphQLSchema } from 'graphql';
import { changeDefinitions } from '../graphql/definitions';
import { executableSchema, type Subject } from '../graphql/resolvers';
import { Cron, DataSize, DateTime, Email, TimeZone, Upload, UUID } from '../graphql/scalars';
import type { Settings } from '../options';
import { app } from './app/app';
import { appEvents } from './app/appHistory';
import { condition } from './pipeline/graphInput';
import { dockerCredentials } from './dockerCredentials';
import { definitionsOfGeneration } from '../generations/generation';
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

/** A new subject is one file here, one in schema/ and one entry. */
const SUBJECTS: Subject[] = [
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
  appEvents,
  variable,
  dockerCredentials,
  volume,
];

/** Schemas hold no data: every sandbox of the process shares them. */
const schemas = new Map<string, GraphQLSchema>();

/** The schema of the Projects module. */
export function projectsSchema(settings: Settings): GraphQLSchema {
  const { generation, schemaChanges } = settings;
  const key = JSON.stringify([generation, schemaChanges]);
  let schema = schemas.get(key);
  if (!schema) {
    const usual = definitionsOfGeneration(generation);
    schema = executableSchema({
      definitions: schemaChanges ? changeDefinitions(usual, schemaChanges) : usual,
      scalars: SCALARS,
      subjects: SUBJECTS,
      unknownId: generation === 'middle' ? 'null' : 'error',
    });
    schemas.set(key, schema);
  }
  return schema;
}
