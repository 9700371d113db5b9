import type { PlatformClient } from '../../../platform/client';
import type { Resources } from '../../shared/operation/operation';
import { app } from './app';
import { dockerCredential } from './dockerCredential';
import { environmentVariable } from './environmentVariable';
import { graphql } from './graphql';
import { job } from './job';
import { pipeline } from './pipeline';
import { project } from './project';
import { jobRun, pipelineRun } from './runs';
import { volume } from './volume';

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
  graphql,
];
