export * from './errors';
export { Platform } from './platform';
export type { PlatformCredential } from './settings';
export { GraphqlEndpoint, type GraphqlRequest } from './graphql/endpoint';
export { readUserQuery } from './graphql/userQuery';
export { readJobId, readProjectId } from './projects/identifiers';
export {
  deleteJob,
  listJobs,
  listJobsOfAllProjects,
  runJob,
  type Job,
  type StartedRun,
} from './projects/jobs';
export { listProjects, type Project } from './projects/projects';
export { trustOptions } from './http/dispatcher';
