export * from './errors';
export { Platform } from './platform';
export type { PlatformCredential } from './settings';
export { GraphqlEndpoint } from './graphql/endpoint';
export { readUserQuery } from './graphql/userQuery';
export { readJobId, readProjectId } from './identifiers';
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
export { bytesContent, textContent, type FileContent } from './content';
export type { ConfEntry } from './confFiles/listing';
export { joinPath, readFilePath, readFolderPath, type MountPath } from './confFiles/paths';
export { ConfFileService } from './confFiles/service';
export type { UploadTokenCredential } from './confFiles/settings';
export type { SyncOutcome } from './confFiles/attempts';
export { syncFolder, type WantedFile } from './confFiles/sync';
export { listFolder, listRecursively } from './confFiles/walk';
export { callOperation } from './graphql/call/callOperation';
export { describeArguments, type ArgumentField } from './graphql/call/describe';
export { validateUserQuery } from './graphql/validateUserQuery';
export {
  findRootField,
  listRootFields,
  rootFieldValue,
  subjectOf,
} from './graphql/schema/rootFields';
export { schemaText } from './graphql/schema/introspection';
export { schemaOf } from './graphql/schema/schemaStore';
export { selectablePaths } from './graphql/selection/paths';
export {
  getRepository,
  getTechnology,
  listContexts,
  listRepositories,
  listTechnologies,
  synchronizeRepository,
  type CatalogEntry,
} from './catalog/catalog';
export { Cluster } from './kubernetes/cluster';
export { readPrintedObjects } from './kubernetes/printedObjects';
export type { KubernetesCredential } from './kubernetes/settings';
export { readUploadToken } from './kubernetes/uploadToken';
export { admissionFact, unknownAdmission } from './nodeReadiness/admissionController';
export { checkNodes, type CheckedRole, type Readiness } from './nodeReadiness/check';
export type { Fact } from './nodeReadiness/fact';
export { readVendorDomain } from './nodeReadiness/gpus';
export { gpuSupportFact, unknownGpuSupport } from './nodeReadiness/gpuSupport';
export type { SettingsApi } from './settingsApi/settingsApi';
