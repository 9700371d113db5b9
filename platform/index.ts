export * from './errors';
export { Platform } from './platform';
export type { PlatformCredential } from './settings';
export { GraphqlEndpoint, type CallOptions } from './graphql/endpoint';
export { readUserQuery, type UserQuery } from './graphql/userQuery';
export { readIdentifier, readJobId, readProjectId, readRunId } from './identifiers';
export type { PreparedChange } from './projects/known';
export { idOfNamed, isSurelyId, type NamedThing } from './projects/namedThing';
export { deleteJob, listJobs, listJobsOfAllProjects, type Job } from './projects/jobs';
export {
  getJob,
  listJobCategories,
  prepareAddJobVersion,
  prepareCreateJob,
  prepareDuplicateJob,
  prepareUpdateJob,
} from './projects/jobDetails';
export type { JobSettings, JobVersionSettings, NewVersion, Settings } from './projects/jobInput';
export { prepareDeleteJobVersions, prepareRollbackJob } from './projects/jobVersions';
export {
  getVolume,
  listVolumes,
  listVolumesOfAllProjects,
  prepareCreateVolume,
  prepareDeleteVolume,
  prepareDuplicateVolume,
  prepareUpdateVolume,
} from './projects/volumes';
export {
  listDockerCredentials,
  prepareCreateDockerCredentials,
  prepareDeleteDockerCredentials,
  prepareUpdateDockerCredentials,
} from './projects/dockerCredentials';
export { prepareUpsertJob } from './projects/upsertJob';
export {
  prepareChangePipeline,
  prepareCreatePipelineOf,
  prepareUpsertPipeline,
  type WrittenGraph,
} from './projects/upsertPipeline';
export { readAppLog } from './projects/appLogs';
export { listAppEvents } from './projects/appHistory';
export { prepareReplaceEnvironmentVariables } from './projects/replaceVariables';
export { readVariables, type VariableFormat } from './projects/variableText';
export { prepareDeleteRuns, type RunsToDelete } from './runs/deleteRuns';
export {
  prepareCreateRepository,
  prepareDeleteRepository,
  prepareRevertSynchronization,
  prepareUpdateRepository,
} from './catalog/repositories';
export { listGraphJobs } from './projects/graphJobs';
export {
  prepareAddPipelineVersion,
  prepareCreatePipeline,
  prepareDuplicatePipeline,
  prepareRollbackPipeline,
  prepareUpdatePipeline,
} from './projects/pipelineChanges';
export type { PipelineGraph } from './projects/graphShape';
export { graphOfRow, readPipelineGraph } from './projects/pipelineGraph';
export { isSameGraph } from './projects/sameGraph';
export {
  prepareAddAppVersion,
  prepareCreateApp,
  prepareRollbackApp,
  prepareUpdateApp,
  settingsOfVersion,
} from './projects/appChanges';
export { readPorts, readVolumes } from './projects/appInput';
export { prepareAddAppVersionOf, prepareCreateAppOf } from './projects/writtenApp';
export {
  getProject,
  listProjects,
  prepareCreateProject,
  prepareDeleteProject,
  prepareUpdateProject,
  type Project,
  type ProjectChanges,
} from './projects/projects';
export {
  getPipeline,
  listPipelines,
  listPipelinesOfAllProjects,
  prepareDeletePipeline,
} from './projects/pipelines';
export {
  getApp,
  listApps,
  listAppsOfAllProjects,
  prepareDeleteApp,
  prepareRestartApp,
  prepareRunApp,
  prepareStopApp,
} from './projects/apps';
export {
  listEnvironmentVariables,
  prepareDeleteEnvironmentVariable,
  prepareSetEnvironmentVariable,
  readVariablePlace,
  type VariablePlace,
} from './projects/environmentVariables';
export { diskFile } from './content/diskFile';
export { trustOptions } from './http/dispatcher';
export type { RetrievedFile } from './confFiles/service';
export { bytesContent, textContent, type FileContent } from './content/fileContent';
export {
  changesSince,
  latestOf,
  type FileChange,
  type FileEvent,
  type Snapshot,
} from './confFiles/changes';
export { fingerprintFiles } from './confFiles/fingerprints';
export { saysNotFound } from './confFiles/refusals';
export { readSnapshot, snapshotOf, withFilesAsBefore } from './confFiles/snapshot';
export { listWatchedFiles, type WatchedFolder } from './confFiles/watchedFolder';
export type { ConfEntry } from './confFiles/listing';
export { joinPath, readFilePath, readFolderPath, type MountPath } from './confFiles/paths';
export { ConfFileService, type ConfFileCall } from './confFiles/service';
export type { UploadTokenCredential } from './confFiles/settings';
export type { SyncOutcome } from './confFiles/attempts';
export { syncFolder } from './confFiles/sync';
export { tryOut as tryOutConfFiles } from './confFiles/tryOut';
export { listFolder, listRecursively } from './confFiles/walk';
export type { WantedFile } from './confFiles/wantedFiles';
export { callOperation, prepareOperation, type PreparedCall } from './graphql/call/callOperation';
export { describeArguments, type ArgumentField } from './graphql/call/describe';
export { sendUserQuery, validateUserQuery } from './graphql/validateUserQuery';
export {
  findRootField,
  listRootFields,
  rootFieldValue,
  subjectOf,
} from './graphql/schema/rootFields';
export { IntrospectionRefusedError, schemaText } from './graphql/schema/introspection';
export { schemaOf } from './graphql/schema/schemaStore';
export { selectablePaths } from './graphql/selection/paths';
export {
  getRepository,
  getTechnology,
  listContexts,
  listRepositories,
  listTechnologies,
  prepareSynchronizeRepository,
  type CatalogEntry,
} from './catalog/catalog';
export { withTechnologyLabels } from './catalog/technologyLabels';
export { Cluster } from './kubernetes/cluster';
export { readPrintedObjects } from './kubernetes/printedObjects';
export type { KubernetesCredential } from './kubernetes/settings';
export { tryCluster } from './kubernetes/tryCluster';
export { readUploadToken } from './kubernetes/uploadToken';
export { admissionFact, unknownAdmission } from './nodeReadiness/admissionController';
export { checkNodes, type CheckedRole, type Readiness } from './nodeReadiness/check';
export type { Fact } from './nodeReadiness/fact';
export { readVendorDomain } from './nodeReadiness/gpus';
export { gpuSupportFact, unknownGpuSupport } from './nodeReadiness/gpuSupport';
export type { SettingsApi } from './settingsApi/settingsApi';
export { explainingLog } from './runs/failureLog';
export { RunFailedError, RunTimeoutError } from './runs/failure';
export { getRun } from './runs/getRuns';
export { JOB_RUNS, PIPELINE_RUNS, type RunKind } from './runs/kinds';
export { listRuns, MOST_RUNS } from './runs/listRuns';
export { readLog, type LogLine } from './runs/logs';
export { parentNames, type ParentNames } from './runs/parentNames';
export type { Run } from './runs/run';
export { RunStart, type OnLostAnswer, type StartedRun } from './runs/startRun';
export { lookAtJobs, requireRunQuery, startsOf, type JobLook } from './runs/startsOfJobs';
export { outcomeOf } from './runs/statuses';
export { stopRun } from './runs/stopRun';
export { RunWatcher, type Progress } from './runs/waiting';
export { unlessCancelled } from './cancel';
export { limitTo } from './concurrency';
export { eventOutput, RUN_EVENTS, type RunEventName } from './runEvents/event';
export { readMemory, storedForm } from './runEvents/memory';
export { latestRunEvent, pollRunEvents } from './runEvents/poll';
export { watchKey, type Watch } from './runEvents/watch';
export { deployProject, type Deployment } from './projectFiles/deploy';
export type { DeployOptions, PlanOptions } from './projectFiles/options';
export type { DeployedChange } from './projectFiles/outcomes';
export {
  exportProject,
  ownPieces,
  zipOf,
  type ExportedProject,
  type ExportOptions,
} from './projectFiles/exportProject';
export { PARTS as PROJECT_PARTS, type Part as ProjectPart } from './projectFiles/model';
export { parseFiles, type GivenFile, type ParsedFiles } from './projectFiles/parseFiles';
export { planDeploy, type Plan } from './projectFiles/plan';
export type { PlannedChange } from './projectFiles/steps';
export type { Target as DeployTarget } from './projectFiles/target';
export { openZip, type OpenZip } from './projectFiles/zip/readZip';
