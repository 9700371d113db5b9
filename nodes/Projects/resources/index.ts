import type { PlatformClient } from '../../../platform/client';
import type { GetEndpoint } from '../../shared/graphql/executeQuery';
import { buildGraphqlResource } from '../../shared/graphql/resource';
import type { Resources } from '../../shared/operation/operation';
import { app } from './app';
import { dockerCredential } from './dockerCredential';
import { environmentVariable } from './environmentVariable';
import { job } from './job';
import { pipeline } from './pipeline';
import { platform } from './platform';
import { project } from './project';
import { jobRun, pipelineRun } from './runs';
import { volume } from './volume';

export const getProjectsEndpoint: GetEndpoint<PlatformClient> = async (client) => client.endpoint;

export const resources: Resources<PlatformClient> = [
  job,
  jobRun,
  pipeline,
  pipelineRun,
  project,
  app,
  environmentVariable,
  volume,
  dockerCredential,
  platform,
  buildGraphqlResource(getProjectsEndpoint),
];
