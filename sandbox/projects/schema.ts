import { Kind, visit, type GraphQLSchema } from 'graphql';
import { changed, type Definitions } from '../definitions/definitions';
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
  const { generation, projectIdType, schemaChanges } = settings;
  const key = JSON.stringify([generation, projectIdType, schemaChanges]);
  let schema = schemas.get(key);
  if (!schema) {
    const usual = definitionsOfGeneration(generation);
    const definitions = schemaChanges ? changed(usual, schemaChanges) : usual;
    schema = executableSchema({
      definitions: withProjectIdType(definitions, projectIdType),
      scalars: SCALARS,
      subjects: SUBJECTS,
      unknownId: generation === 'middle' ? 'null' : 'error',
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
