import { graphql } from './graphql';
import { job } from './job';
import { jobRun } from './jobRun';
import { project } from './project';
import type { Resources } from '../../shared/operation';
import type { PlatformClient } from '../../shared/platformClient';

export const resources: Resources<PlatformClient> = [job, jobRun, project, graphql];
